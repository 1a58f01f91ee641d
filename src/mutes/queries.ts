import { fragment, type Sql } from '../core/sql/sql'
import { knownName } from '../user-messages/lost-access'

/** A muted topic in the form of the API (register, Own account and messages). */
export type MutedTopicTuple = [stream: string, topic: string, date_muted: number]

export interface MutedTopicRow {
  stream_id: number
  stream_name: string
  /** Whether the stream is archived. Clients do not get the mute then. */
  deactivated: number
  topic_key: string
  topic: string
  date_muted: number
}

/** The user's muted topics in the form of the API. */
export const mutedTopics = async (sql: Sql, user_id: number): Promise<MutedTopicTuple[]> =>
  mutedTopicTuples(await mutedTopicRows(sql, user_id))

/** All topics that the user muted, including those of archived streams. */
export async function mutedTopicRows(sql: Sql, user_id: number): Promise<MutedTopicRow[]> {
  return sql`
    select stream_id, ${knownName(fragment`muted_topic.user_id`, fragment`(select role from user where id = ${user_id})`)} as stream_name,
      deactivated, topic_key, topic, date_muted
    from muted_topic join stream on stream.id = stream_id
    where user_id = ${user_id}
  `.all()
}

/** Muted topics in the form of the API, in the order of muting. */
export const mutedTopicTuples = (mutes: readonly MutedTopicRow[]): MutedTopicTuple[] =>
  mutes
    .filter(({ deactivated }) => !deactivated)
    .toSorted(
      (a, b) => a.date_muted - b.date_muted || a.stream_id - b.stream_id || (a.topic_key < b.topic_key ? -1 : 1),
    )
    .map(({ stream_name, topic, date_muted }) => [stream_name, topic, date_muted])
