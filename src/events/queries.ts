import type { Sql } from '../core/sql/sql'
import type { EventQueueOptions } from './queue-options'

type QueueDefaults = Pick<EventQueueOptions, 'all_public_streams' | 'narrow'>

/** Options of a person's queue that the client does not specify. */
export const noDefaults: QueueDefaults = { all_public_streams: false, narrow: [] }

/** Options of a bot's queue that the client does not specify. The bot's owner chooses them (register, Parameters). */
export async function queueDefaults(sql: Sql, bot_id: number): Promise<QueueDefaults> {
  const row = await sql`
    select bot.default_all_public_streams as all_public_streams, stream.name as stream_name
    from bot
    left join stream on stream.id = bot.default_events_register_stream_id and not stream.deactivated
    where bot.user_id = ${bot_id}
  `.first<{ all_public_streams: number; stream_name: string | null }>()
  if (row === null) return noDefaults
  return {
    all_public_streams: Boolean(row.all_public_streams),
    narrow: row.stream_name === null ? [] : [['stream', row.stream_name]],
  }
}
