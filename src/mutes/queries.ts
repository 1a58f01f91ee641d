import type { Sql } from '../core/sql/sql'

/** What clients are told: a triple, not an object (register, Own account and messages). */
export type MutedTopic = [stream: string, topic: string, date_muted: number]

/** A muted topic as it is kept. */
export interface MutedRow {
  stream_id: number
  stream_name: string
  /** Whether the stream is no more: then nobody is told of the mute. */
  deactivated: number
  topic_key: string
  topic: string
  date_muted: number
}

/** Topics that the user muted, as clients are told of them. */
export const mutedTopics = async (sql: Sql, user_id: number): Promise<MutedTopic[]> =>
  toldMutes(await mutesOf(sql, user_id))

/** All topics that the user muted. */
export async function mutesOf(sql: Sql, user_id: number): Promise<MutedRow[]> {
  return sql`
    select stream_id, stream.name as stream_name, deactivated, topic_key, topic, date_muted
    from muted_topic join stream on stream.id = stream_id
    where user_id = ${user_id}
  `.all()
}

/** Mutes as clients are told of them, in the order of muting. */
export const toldMutes = (mutes: readonly MutedRow[]): MutedTopic[] =>
  mutes
    .filter(({ deactivated }) => !deactivated)
    .toSorted(
      (left, right) =>
        left.date_muted - right.date_muted ||
        left.stream_id - right.stream_id ||
        (left.topic_key < right.topic_key ? -1 : 1),
    )
    .map(({ stream_name, topic, date_muted }) => [stream_name, topic, date_muted])
