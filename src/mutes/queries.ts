import { fragment, type Sql } from '../core/sql/sql'
import { knownName } from '../user-messages/lost-access'

/** A muted topic as clients get it (register, Own account and messages). */
export type MutedTopicTuple = [stream: string, topic: string, date_muted: number]

/** A muted topic as it is stored. */
export interface MutedTopicRow {
  stream_id: number
  stream_name: string
  /** Whether the stream is archived: then clients do not get the mute. */
  deactivated: number
  topic_key: string
  topic: string
  date_muted: number
}

/** Topics that the user muted, as clients get them. */
export const mutedTopics = async (sql: Sql, user_id: number): Promise<MutedTopicTuple[]> =>
  mutedTopicTuples(await mutedTopicRows(sql, user_id))

/** All topics that the user muted, those of archived streams too. */
export async function mutedTopicRows(sql: Sql, user_id: number): Promise<MutedTopicRow[]> {
  return sql`
    select stream_id, ${knownName(fragment`muted_topic.user_id`, fragment`(select role from user where id = ${user_id})`)} as stream_name,
      deactivated, topic_key, topic, date_muted
    from muted_topic join stream on stream.id = stream_id
    where user_id = ${user_id}
  `.all()
}

/** Muted topics as clients get them, in the order of muting. */
export const mutedTopicTuples = (mutes: readonly MutedTopicRow[]): MutedTopicTuple[] =>
  mutes
    .filter(({ deactivated }) => !deactivated)
    .toSorted(
      (left, right) =>
        left.date_muted - right.date_muted ||
        left.stream_id - right.stream_id ||
        (left.topic_key < right.topic_key ? -1 : 1),
    )
    .map(({ stream_name, topic, date_muted }) => [stream_name, topic, date_muted])
