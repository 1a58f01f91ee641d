import type { Records } from '../../archive/records'
import { isServiceBotRow } from '../../accounts/types'
import { jsonLists } from '../../core/sql/json-lists'
import { fragment, type Sql } from '../../core/sql/sql'
import { conversationsOf, memberKey } from '../../messages/queries'
import { openEnd } from '../../user-messages/spans'
import type { Batch, BatchStep, Reference } from '../batch'

type ConversationRecord = Records['conversations']

/** Private conversations. One whose members have a conversation already means that one. */
export async function writeConversations(batch: Batch<ConversationRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  const members = records.map((record) => [...new Set(record.members.map((id) => batch.idOf('user', id)))])
  const keys = members.map(memberKey)
  const [, present, services] = await Promise.all([
    batch.assertReferences((record) => record.members.map((id): Reference => ({ kind: 'user', id, field: 'members' }))),
    conversationsOf(turn.sql, keys),
    serviceBotsAmong(turn.sql, [...new Set(members.flat())]),
  ])
  const ids = new Map(present)
  const takenIndexes = new Set<number>()
  for (const [index, { id }] of records.entries()) {
    const found = ids.get(keys[index]!)
    if (found === undefined) ids.set(keys[index]!, batch.idOf('conversation', id))
    else {
      takenIndexes.add(index)
      batch.addAlias('conversation', id, found)
    }
  }
  await batch.assertFree('conversation', (record) => (takenIndexes.has(records.indexOf(record)) ? null : record.id))
  const upcoming = turn.upcoming('message')
  const added = records.flatMap((record, index) => {
    if (takenIndexes.has(index)) return []
    const unread = new Map(
      Object.entries(record.unread_from).map(([id, from]) => [batch.idOf('user', Number(id)), batch.messageId(from)]),
    )
    const watermark = (id: number): number => (services.has(id) ? openEnd : (unread.get(id) ?? upcoming))
    const people = members[index]!.map((id) => [id, watermark(id)] as const)
    return [[batch.idOf('conversation', record.id), keys[index]!, people] as const]
  })
  return {
    writes: jsonLists(added).flatMap(({ json }) => [
      fragment`insert into conversation (id, member_key) select value ->> 0, value ->> 1 from json_each(${json})`,
      fragment`
        insert into conversation_member (user_id, conversation_id, unread_from)
        select member.value ->> 0, made.value ->> 0, member.value ->> 1
        from json_each(${json}) as made cross join json_each(made.value, '$[2]') as member`,
    ]),
    rows: added.reduce((sum, [, , people]) => sum + 2 + 2 * people.length, 0),
  }
}

async function serviceBotsAmong(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql`
    select id from user where id in (select value from json_each(${JSON.stringify(ids)})) and ${isServiceBotRow}
  `.all<{ id: number }>()
  return new Set(rows.map(({ id }) => id))
}
