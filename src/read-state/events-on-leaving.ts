import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { flagsEvent, type FlagsEvent } from '../flags/events'
import { unreadOfStreams, type ReaderOfStream } from './unread-of-streams'

/**
 * Events for users who leave streams, or whose streams are archived: their unread messages there become read (events,
 * update_message_flags). Reads the state before the change, and only for users who listen. To be put after their
 * `subscription` event.
 */
export async function flagsOnLeaving(
  { sql, listening }: Pick<Turn, 'sql' | 'listening'>,
  pairs: readonly ReaderOfStream[],
): Promise<OutgoingEvent[]> {
  const listeners = pairs.filter(({ user_id }) => listening.has(user_id))
  if (listeners.length === 0) return []
  const unread = await unreadOfStreams(sql, listeners)
  if (unread.size === 0) return []
  const each: Record<number, Partial<FlagsEvent>> = {}
  for (const [user_id, messages] of unread) each[user_id] = { messages }
  return [tell([...unread.keys()], flagsEvent({ op: 'add', flag: 'read' }, []), each)]
}
