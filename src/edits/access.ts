import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { invalidMessages } from '../user-messages/visible'
import type { MessageRow } from '../messages/message-rows'
import { noTopic } from '../messages/text'
import { messageInReach } from '../messages/visible-message'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { isAdministrator, isModerator } from '../accounts/roles'
import type { EditRequest } from './edit-request'

/**
 * The message, if the actor has access to its place now; having received it is not enough (behaviour, Losing access). The refusal
 * is the same for missing and hidden messages.
 */
export async function accessMessage({ sql, actor }: Turn, message_id: number): Promise<MessageRow> {
  const message = await messageInReach(sql, actor, message_id)
  if (message === null) throw invalidMessages()
  return message
}

/** Extra seconds after a time limit, for users who opened the editor in time. */
const grace = 20

/** Seconds after which only moderators may change the topic of somebody else's message. */
export const topicEditLimit = 3 * 24 * 3600

type EditedMessage = Pick<MessageRow, 'sender_id' | 'topic' | 'sent_at'>

/** Refuses unless the actor may change content and topic as requested, and in time (behaviour, Editing and moving). */
export function assertMayEdit(
  { actor, now }: Pick<Turn, 'actor' | 'now'>,
  message: EditedMessage,
  request: EditRequest,
): void {
  const settings = settingsOf(actor)
  const isOwn = message.sender_id === actor.id
  const age = now - message.sent_at
  // Everybody may always give a topic to messages without one.
  const isUntitled = message.topic === noTopic
  if (request.content !== null && !isOwn) throw mayNotEdit()
  if (request.topic !== null && !isOwn && !isUntitled && !policyAdmits(settings.edit_topic_policy, actor, now))
    throw mayNotEdit()
  const limit = settings.message_content_edit_limit_seconds
  if (request.content !== null && limit > 0 && age > limit + grace)
    throw refused('The time limit for editing this message has passed', { reason: 'too_late' })
  if (request.topic !== null && !isOwn && !isUntitled && !isModerator(actor) && age > topicEditLimit + grace)
    throw refused("The time limit for editing this message's topic has passed", { reason: 'too_late' })
}

const mayNotEdit = () => refused("You don't have permission to edit this message")

/** Refuses unless the actor may delete the message (endpoints, Messages, Delete). */
export function assertMayDelete({ actor, now }: Pick<Turn, 'actor' | 'now'>, message: EditedMessage): void {
  if (isAdministrator(actor)) return
  const { delete_own_message_policy, message_content_delete_limit_seconds: limit } = settingsOf(actor)
  if (message.sender_id !== actor.id || !policyAdmits(delete_own_message_policy, actor, now))
    throw refused("You don't have permission to delete this message")
  if (limit !== null && now - message.sent_at > limit)
    throw refused('The time limit for deleting this message has passed', { reason: 'too_late' })
}
