import { conversationKey, conversationOf, type Message, type Store } from '../../../client'
import { notificationWays, type NotificationWays } from '../../../client/policies'
import { settingsOf } from './settings'

/** Seconds after which a message is too old for a notice. */
const maxAgeSeconds = 120

/** By which ways the user is notified of a message in an open client. */
export function waysOfMessage(message: Message, store: Store): Pick<NotificationWays, 'desktop' | 'sound'> {
  const { id, flags, sender_id, timestamp, stream_id } = message
  const subscription = stream_id === undefined ? null : (store.streams.subscription(stream_id) ?? null)
  const isTooOld = Date.now() / 1000 - timestamp > maxAgeSeconds
  const mutedTopics = store.streams.mutedTopics.value
  return notificationWays(
    {
      isSilent:
        isTooOld || sender_id === store.user_id || store.users.isMuted(sender_id) || !store.unread.isShownUnread(id),
      isDirect: stream_id === undefined,
      isMentioned: flags.includes('mentioned'),
      isWildcardMentioned: flags.includes('wildcard_mentioned'),
      hasAlertWord: flags.includes('has_alert_word'),
      isReaction: false,
      isMuted:
        subscription?.is_muted === true || mutedTopics.has(conversationKey(conversationOf(message, store.user_id))),
      subscription,
      isHere: true,
    },
    settingsOf(store),
  )
}
