import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import { openEnd } from '../user-messages/spans'

/** Number of messages in a digest: the ids of a block, `id >> 7`. */
export const digestSize = 128

/** First id of the block of a message. */
export const blockOf = (id: number): number => Math.floor(id / digestSize) * digestSize

/** Messages of one place in the JSON of a digest. `name` is the topic, or the members of the conversation. */
type PlaceFacts = [
  recipient_id: number,
  is_private: number,
  name: string,
  messages: [id: number, sender_id: number, bits: number][],
]

const factBits = { quiet: 1, wildcard: 2 }

/** What decides whether a message is unread for somebody, and where. */
export interface MessageFacts {
  readonly id: number
  readonly sender_id: number
  readonly is_quiet: boolean
  readonly is_wildcard: boolean
}

/** Messages of a stream's topic, or of a conversation. */
export interface FactsOfPlace {
  readonly recipient_id: number
  readonly topic: string
  /** Members of the conversation; null for streams. */
  readonly member_key: string | null
  readonly messages: readonly MessageFacts[]
}

/** JSON of the messages in an id range. */
const factsIn = (low: Fragment, high: Fragment): Fragment => fragment`(
  select json_group_array(json_array(recipient_id, is_private, name, json(messages))) from (
    select recipient_id, is_private,
      iif(is_private, (select member_key from conversation where conversation.id = recipient_id), topic) as name,
      json_group_array(json_array(message.id, sender_id,
        is_quiet * ${literal(factBits.quiet)} + wildcard_mentioned * ${literal(factBits.wildcard)})) as messages
    from message
    where message.id >= ${low} and message.id < ${high}
    group by recipient_id, is_private, topic
  )
)`

/** Makes the digests of blocks that are complete. */
export const insertDigests = (blocks: readonly number[]): Fragment => fragment`
  insert into message_digest (id, facts)
  select block.value, ${factsIn(fragment`block.value`, fragment`block.value + ${literal(digestSize)}`)}
  from json_each(${JSON.stringify(blocks)}) as block`

export const deleteDigestsBefore = (realm_id: number, id: number): Fragment =>
  fragment`delete from message_digest where ${inRealm(fragment`id`, realm_id)} and id < ${id}`

/** Makes the digests of messages again. Must come after the writes that move, change or delete these messages. */
export const refreshDigests = (ids: readonly number[]): Fragment => fragment`
  update message_digest
  set facts = ${factsIn(fragment`message_digest.id`, fragment`message_digest.id + ${literal(digestSize)}`)}
  where id in (select value from json_each(${JSON.stringify([...new Set(ids.map(blockOf))])}))`

const inRealmBlock = (realm_id: number): Fragment =>
  // The block of a realm's first ids begins before them.
  fragment`id >= ${beforeFirstId(realm_id)} and id < ${beforeFirstId(realm_id + 1)}`

/** Id from which on there are digests; above every id where there are none. */
export const firstDigested = (realm_id: number): Fragment =>
  fragment`coalesce((select min(id) from message_digest where ${inRealmBlock(realm_id)}), ${openEnd})`

/** The first and the last digest; null where there are none. */
export async function digestBounds(sql: Sql, realm_id: number): Promise<{ first: number | null; last: number | null }> {
  const bound = (which: Fragment) => fragment`(select ${which}(id) from message_digest where ${inRealmBlock(realm_id)})`
  return (await sql`select ${bound(fragment`min`)} as first, ${bound(fragment`max`)} as last`.first())!
}

/**
 * Facts of all messages from `firstDigested` on. It reads few rows: one per digest, and only the messages after the last digest
 * themselves.
 */
export async function recentFacts(
  sql: Sql,
  realm_id: number,
): Promise<{ from: number | null; places: FactsOfPlace[] }> {
  const above = fragment`(select max(id) + ${literal(digestSize)} from message_digest where ${inRealmBlock(realm_id)})`
  const rows = await sql`
    select id, facts from message_digest where ${inRealmBlock(realm_id)}
    union all
    select null, ${factsIn(above, fragment`${beforeFirstId(realm_id + 1)}`)}
  `.all<{ id: number | null; facts: string }>()
  const from = rows.reduce<number | null>((minId, { id }) => (id === null ? minId : Math.min(minId ?? id, id)), null)
  return { from, places: rows.flatMap(({ facts }) => (JSON.parse(facts) as PlaceFacts[]).map(placeOf)) }
}

const placeOf = ([recipient_id, is_private, name, messages]: PlaceFacts): FactsOfPlace => ({
  recipient_id,
  topic: is_private ? '' : name,
  member_key: is_private ? name : null,
  messages: messages.map(([id, sender_id, bits]) => ({
    id,
    sender_id,
    is_quiet: (bits & factBits.quiet) !== 0,
    is_wildcard: (bits & factBits.wildcard) !== 0,
  })),
})
