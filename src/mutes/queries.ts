import type { Sql } from '../core/sql'

/** What clients are told: a triple, not an object (register, Own account and messages). */
export type MutedTopic = [stream: string, topic: string, date_muted: number]

/** Topics that the user muted, in the order of muting. */
export async function mutedTopics(sql: Sql, user_id: number): Promise<MutedTopic[]> {
  const rows = await sql`
    select stream.name, topic, date_muted
    from muted_topic join stream on stream.id = stream_id
    where user_id = ${user_id} and not deactivated
    order by date_muted, stream_id, topic_key
  `.all<{ name: string; topic: string; date_muted: number }>()
  return rows.map((row) => [row.name, row.topic, row.date_muted])
}

/** Whether the topic is muted, and how many are. */
export async function mutesOf(
  sql: Sql,
  user_id: number,
  { stream_id, topic_key }: { stream_id: number; topic_key: string },
): Promise<{ muted: boolean; amount: number }> {
  const row = await sql`
    select
      (select count(*) from muted_topic where user_id = ${user_id}) as amount,
      exists (
        select 1 from muted_topic
        where user_id = ${user_id} and stream_id = ${stream_id} and topic_key = ${topic_key}
      ) as muted
  `.first<{ muted: number; amount: number }>()
  return { muted: Boolean(row!.muted), amount: row!.amount }
}
