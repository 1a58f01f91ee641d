import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { MessageRow } from '../messages/page'
import { noTopic } from '../messages/text'
import { admits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { isAdministrator, isModerator } from '../accounts/roles'
import type { EditRequest } from './edit-request'

/** Seconds granted beyond a limit, to those who opened the editor in time. */
const leeway = 20

/** Seconds for changing the topic of what somebody else wrote. */
export const topicEditLimit = 3 * 24 * 3600

type Edited = Pick<MessageRow, 'sender_id' | 'topic' | 'sent_at'>

/** Refuses unless the actor may change content and topic as wanted, and in time (behaviour, Editing and moving). */
export function assertMayEdit({ actor, now }: Pick<Turn, 'actor' | 'now'>, message: Edited, wanted: EditRequest): void {
  const settings = settingsOf(actor)
  const isOwn = message.sender_id === actor.id
  const age = now - message.sent_at
  // Naming what has no name yet is open to everybody, at any time.
  const isUntitled = message.topic === noTopic
  if (wanted.content !== null && !isOwn) throw mayNotEdit()
  if (wanted.topic !== null && !isOwn && !isUntitled && !admits(settings.edit_topic_policy, actor, now))
    throw mayNotEdit()
  const limit = settings.message_content_edit_limit_seconds
  if (wanted.content !== null && limit > 0 && age > limit + leeway)
    throw refused('The time limit for editing this message has passed')
  if (wanted.topic !== null && !isOwn && !isUntitled && !isModerator(actor) && age > topicEditLimit + leeway)
    throw refused("The time limit for editing this message's topic has passed")
}

/** The words that the specification asks for (endpoints, PATCH /messages/{id}). */
const mayNotEdit = () => refused("You don't have permission to edit this message")

/** Refuses unless the actor may delete the message (endpoints, Messages, Delete). */
export function assertMayDelete({ actor, now }: Pick<Turn, 'actor' | 'now'>, message: Edited): void {
  if (isAdministrator(actor)) return
  const { delete_own_message_policy, message_content_delete_limit_seconds: limit } = settingsOf(actor)
  if (message.sender_id !== actor.id || !admits(delete_own_message_policy, actor, now))
    throw refused("You don't have permission to delete this message")
  if (limit !== null && now - message.sent_at > limit)
    throw refused('The time limit for deleting this message has passed')
}
