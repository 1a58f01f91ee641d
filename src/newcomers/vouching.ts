import type { Step, Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { userInvalidations } from '../users/invalidation'
import { newcomersChanged } from './events'
import { botsOfPeople } from './queries'

/**
 * Gives newcomers their own share of all limits. It applies at once, also to their event queues and those of their bots. People
 * whom they have invited stay with the former share (behaviour, New users).
 */
export async function giveOwnShares(
  turn: Pick<Turn, 'cached' | 'sql' | 'realm_id'>,
  newcomer_ids: readonly number[],
): Promise<Step> {
  const { sql, realm_id } = turn
  const bots = await botsOfPeople(sql, realm_id, newcomer_ids)
  return {
    writes: [
      fragment`
        update user set sponsor_id = null where id in (select value from json_each(${JSON.stringify(newcomer_ids)}))`,
    ],
    events: [await newcomersChanged(turn)],
    invalidates: newcomer_ids.flatMap((id) => userInvalidations(realm_id, id)),
    queueShares: new Map([
      ...newcomer_ids.map((id) => [id, id] as const),
      ...bots.map(({ id, owner_id }) => [id, owner_id] as const),
    ]),
  }
}
