import { conversationKey, conversationOf, type Message, type Of, type Store } from '../../../client'
import { notificationWays, type NotificationWays } from '../../../client/policies'
import { settingsOf } from './settings'

/** Seconds after which a message, or an edit, is too old for a notice. */
const maxAgeSeconds = 120

const isTooOld = (timestamp: number): boolean => Date.now() / 1000 - timestamp > maxAgeSeconds

/** By which ways the user is notified in an open client. */
export type OpenClientWays = Pick<NotificationWays, 'desktop' | 'sound'>

/** By which ways the user is notified of a new message. */
export const waysOfMessage = (message: Message, store: Store): OpenClientWays =>
  waysOf(message, store, {
    actor_id: message.sender_id,
    isReaction: false,
    isSilent: isTooOld(message.timestamp) || !store.unread.isShownUnread(message.id),
  })

/** By which ways the user is notified of an edit that newly mentions them. */
export const waysOfMention = (message: Message, event: Of<'update_message'>, store: Store): OpenClientWays =>
  waysOf(message, store, {
    actor_id: event.user_id ?? message.sender_id,
    isReaction: false,
    // Of a private message they were notified when it was new.
    isSilent:
      message.stream_id === undefined || isTooOld(event.edit_timestamp) || !store.unread.isShownUnread(message.id),
  })

/** By which ways the user is notified of a reaction. */
export const waysOfReaction = (message: Message, { user_id }: Of<'reaction'>, store: Store): OpenClientWays =>
  waysOf(message, store, {
    actor_id: user_id,
    isReaction: true,
    isSilent: message.sender_id !== store.user_id,
  })

interface Occasion {
  readonly actor_id: number
  readonly isReaction: boolean
  /** Whether the user is not notified, whoever the actor is. */
  readonly isSilent: boolean
}

function waysOf(message: Message, store: Store, { actor_id, isReaction, isSilent }: Occasion): OpenClientWays {
  const { flags, stream_id } = message
  const subscription = stream_id === undefined ? null : (store.streams.subscription(stream_id) ?? null)
  const mutedTopics = store.streams.mutedTopics.value
  return notificationWays(
    {
      isSilent: isSilent || actor_id === store.user_id || store.users.isMuted(actor_id),
      isDirect: stream_id === undefined,
      isMentioned: flags.includes('mentioned'),
      isWildcardMentioned: flags.includes('wildcard_mentioned'),
      hasAlertWord: flags.includes('has_alert_word'),
      isReaction,
      isMuted:
        subscription?.is_muted === true || mutedTopics.has(conversationKey(conversationOf(message, store.user_id))),
      subscription,
      isHere: true,
    },
    settingsOf(store),
  )
}
