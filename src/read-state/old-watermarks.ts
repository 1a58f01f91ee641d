import type { Step, SystemTurn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Fragment } from '../core/sql/sql'
import { digestBounds, recentFacts } from './digests'
import { markersOf } from './read-marks'
import { openEnd } from '../user-messages/spans'
import { advanceReadWatermarks, setReadWatermarks } from './writes'

interface Place {
  user_id: number
  recipient_id: number
  unread_from: number
}

/** Maximal number of places per day. */
const maxPlaces = 20_000

/**
 * Advances read watermarks that would fall behind the digests, up to the first unread message: what lies below the digests is
 * read message by message when a client registers. Reads little, because the digests have the messages.
 */
export async function advanceOldWatermarks({ sql, realm_id, upcoming }: SystemTurn): Promise<Step> {
  const next = upcoming('message')
  const { first } = await digestBounds(sql, realm_id)
  const middle = first === null ? next : first + (next - first) / 2
  const [places, { from, places: known }] = await Promise.all([
    sql`
      ${behind(realm_id, middle, fragment`subscription_span`, fragment`stream_id`)} and to_id = ${openEnd}
      union all
      ${behind(realm_id, middle, fragment`conversation_member`, fragment`conversation_id`)}
      limit ${literal(maxPlaces)}
    `.all<Place>(),
    recentFacts(sql, realm_id),
  ])
  const [digested, older] = [
    places.filter(({ unread_from }) => from !== null && unread_from >= from),
    places.filter(({ unread_from }) => from === null || unread_from < from),
  ]
  const isMarked = await markersOf(
    sql,
    realm_id,
    [...new Set(digested.map(({ user_id }) => user_id))],
    fragment`${from ?? 0}`,
  )
  const byRecipient = Map.groupBy(known, ({ recipient_id }) => recipient_id)
  const advanced = digested.flatMap(({ user_id, recipient_id, unread_from }): Place[] => {
    const unread = (byRecipient.get(recipient_id) ?? [])
      .flatMap(({ messages }) => messages)
      .filter(
        ({ id, sender_id, is_quiet }) =>
          id >= unread_from && sender_id !== user_id && !is_quiet && !isMarked(user_id, id),
      )
    const firstUnread = unread.reduce((minId, { id }) => Math.min(minId, id), next)
    const isWorth = (byRecipient.get(recipient_id) ?? []).some(({ messages }) =>
      messages.some(({ id }) => id >= unread_from && id < firstUnread),
    )
    return isWorth ? [{ user_id, recipient_id, unread_from: firstUnread }] : []
  })
  return {
    writes: [
      ...setReadWatermarks(
        advanced.map(({ user_id, recipient_id, unread_from }) => [user_id, recipient_id, unread_from]),
      ),
      ...advanceReadWatermarks(
        older.map(({ user_id, recipient_id }) => JSON.stringify([user_id, recipient_id])),
        next,
      ),
    ],
  }
}

/** Places with read watermarks below an id and messages above them. */
const behind = (realm_id: number, below: number, table: Fragment, recipient_id: Fragment): Fragment => fragment`
  select user_id, ${recipient_id} as recipient_id, unread_from from ${table}
  where ${inRealm(fragment`user_id`, realm_id)} and unread_from < ${below}
    and exists (select 1 from message where message.recipient_id = ${recipient_id} and message.id >= unread_from)`
