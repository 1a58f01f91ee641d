import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { flagsEvent, type FlagsEvent } from './events'
import { unreadOfStreams, type Pair } from './unread-of-streams'

/**
 * Tells people who leave streams, or whose streams end, which messages are read thereby (events, update_message_flags).
 * Asks how it is before the change; nothing is read for those who do not listen. Comes after their `subscription` event.
 */
export async function flagsOnLeaving(
  { sql, listening }: Pick<Turn, 'sql' | 'listening'>,
  pairs: readonly Pair[],
): Promise<OutgoingEvent[]> {
  const heard = pairs.filter(({ user_id }) => listening.has(user_id))
  if (heard.length === 0) return []
  const unread = await unreadOfStreams(sql, heard)
  if (unread.size === 0) return []
  const each: Record<number, Partial<FlagsEvent>> = {}
  for (const [user_id, messages] of unread) each[user_id] = { messages }
  return [tell([...unread.keys()], flagsEvent({ op: 'add', flag: 'read' }, []), each)]
}
