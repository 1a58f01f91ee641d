import type { Message, Store } from '../../../../client'
import { admits, hasAccess, roleOf, roles } from '../../../session/policies'

/** Seconds after which only moderators may change the topic of another person's message (behaviour, Editing and moving). */
const topicLimit = 3 * 86_400

/** The topic of messages without a topic. */
const noTopic = '(no topic)'

const ageOf = ({ timestamp }: Message): number => Date.now() / 1000 - timestamp

/** Whether the user may delete a message, as far as the client knows. The server has the last word. */
export function mayDelete(message: Message, store: Store): boolean {
  const { user_id, state } = store
  if (!hasAccess(message, store)) return false
  if (state.is_admin.value) return true
  const { realm_delete_own_message_policy: policy, realm_message_content_delete_limit_seconds: limit } = state
  const isRecent = limit.value === null || ageOf(message) < limit.value
  return message.sender_id === user_id && admits(policy.value, store) && isRecent
}

/** Seconds for which a message can still be edited, negative when the time has passed; null if there is no limit. */
export function editSeconds(message: Message, { state }: Store): number | null {
  const limit = state.realm_message_content_edit_limit_seconds.value
  return limit > 0 ? limit - ageOf(message) : null
}

/** Whether the user may edit a message. Polls and to-do lists cannot be edited. */
export const mayEdit = (message: Message, store: Store): boolean =>
  store.state.realm_allow_message_editing.value &&
  message.sender_id === store.user_id &&
  hasAccess(message, store) &&
  !message.submessages.some(({ msg_type }) => msg_type === 'widget') &&
  (editSeconds(message, store) ?? 1) > 0

/** Whether the user may move a message to another topic. */
export function mayRename(message: Message, store: Store): boolean {
  const { state, user_id } = store
  if (message.stream_id === undefined || !state.realm_allow_message_editing.value) return false
  if (!hasAccess(message, store)) return false
  if (message.sender_id === user_id || message.subject === noTopic) return true
  const isRecent = roleOf(store) <= roles.moderator || ageOf(message) < topicLimit
  return admits(state.realm_edit_topic_policy.value, store) && isRecent
}

/** Whether the user may move a message to another stream. */
export const mayMoveAway = (message: Message, store: Store): boolean =>
  message.stream_id !== undefined &&
  hasAccess(message, store) &&
  store.state.realm_allow_message_editing.value &&
  admits(store.state.realm_move_messages_between_streams_policy.value, store)
