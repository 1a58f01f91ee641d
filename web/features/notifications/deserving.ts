import { conversationKey, conversationOf, type Message, type Store } from '../../../client'
import { settingsOf } from './settings'

/** How to notify the user of a message: on the screen, by a sound, by both, or not at all. */
export interface Telling {
  readonly isShown: boolean
  readonly isHeard: boolean
}

const nothing: Telling = { isShown: false, isHeard: false }

/** Seconds after which a message is too old for a notification. */
const fresh = 120

/** How to notify the user of a message, by their settings. Messages that are muted, read or their own never notify. */
export function tellingOf(message: Message, store: Store): Telling {
  const { id, flags, sender_id, timestamp, stream_id } = message
  const settings = settingsOf(store)
  if (sender_id === store.user_id || store.users.isMuted(sender_id) || !store.unread.isShownUnread(id)) return nothing
  if (Date.now() / 1000 - timestamp > fresh) return nothing
  const own = { isShown: settings.enable_desktop_notifications, isHeard: settings.enable_sounds }
  if (stream_id === undefined) return own
  const stream = store.streams.subscription(stream_id)
  if (stream === undefined || stream.is_muted) return nothing
  if (store.streams.mutedTopics.value.has(conversationKey(conversationOf(message, store.user_id)))) return nothing
  const isForAll = stream.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
  if (flags.includes('mentioned') || flags.includes('has_alert_word')) return own
  if (flags.includes('wildcard_mentioned') && isForAll) return own
  return {
    isShown: stream.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    isHeard: stream.audible_notifications ?? settings.enable_stream_audible_notifications,
  }
}
