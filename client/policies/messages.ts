import type { Message } from '../api'
import { hasAccess, type MessageLocation } from './access'
import { noTopic } from './codes'
import { admits, isAdministrator, isModerator, type PolicyStore } from './self'

/** Seconds after which only moderators change the topic of somebody else's message (behaviour, Editing and moving). */
const topicLimitSeconds = 3 * 86_400

const ageSeconds = ({ timestamp }: Message, { clock }: PolicyStore): number => clock.seconds() - timestamp

const isOwn = ({ sender_id }: Message, { users }: PolicyStore): boolean => sender_id === users.selfId

/** Whether the account may delete a message (endpoints, Messages). */
export function mayDelete(message: Message, store: PolicyStore): boolean {
  if (!hasAccess(message, store)) return false
  if (isAdministrator(store)) return true
  const { realm_delete_own_message_policy: policy, realm_message_content_delete_limit_seconds: limit } = store.state
  if (!isOwn(message, store) || !admits(policy.value, store)) return false
  return limit.value === null || ageSeconds(message, store) <= limit.value
}

/** For how many seconds the text of a message can still be changed; null if there is no limit. The server allows a few more. */
export function editSeconds(message: Message, store: PolicyStore): number | null {
  const limit = store.state.realm_message_content_edit_limit_seconds.value
  return limit > 0 ? limit - ageSeconds(message, store) : null
}

/** Whether the text of a message may be changed. That of a poll or a to-do list cannot (behaviour, Editing and moving). */
export const mayEdit = (message: Message, store: PolicyStore): boolean =>
  store.state.realm_allow_message_editing.value &&
  isOwn(message, store) &&
  hasAccess(message, store) &&
  !message.submessages.some(({ msg_type }) => msg_type === 'widget') &&
  (editSeconds(message, store) ?? 1) > 0

/** Whether editing is allowed at all at this location. Private messages cannot be moved. */
const isChangeable = (location: MessageLocation, store: PolicyStore): boolean =>
  location.stream_id !== undefined && store.state.realm_allow_message_editing.value && hasAccess(location, store)

/** Whether a message may be moved to another topic (behaviour, Editing and moving). */
export function mayRename(message: Message, store: PolicyStore): boolean {
  if (!isChangeable(message, store)) return false
  if (isOwn(message, store) || message.subject === noTopic) return true
  return mayRenameTopic(message, store) && (isModerator(store) || ageSeconds(message, store) <= topicLimitSeconds)
}

/** Whether recent messages of others may be moved to another topic, and so their topic be renamed or resolved. */
export const mayRenameTopic = (location: MessageLocation, store: PolicyStore): boolean =>
  isChangeable(location, store) && admits(store.state.realm_edit_topic_policy.value, store)

/** Whether a message, or a topic, may be moved to another stream (behaviour, Editing and moving). */
export const mayMoveAway = (location: MessageLocation, store: PolicyStore): boolean =>
  isChangeable(location, store) && admits(store.state.realm_move_messages_between_streams_policy.value, store)
