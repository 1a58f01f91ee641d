import type { Message, State } from '../api'
import { withoutSelf, type Conversation } from './conversation'
import type { StoreInternals } from './internals'
import { serverMention, type Mention } from './unread'

/** How a message with these flags mentions the account. */
export function mentionIn(flags: Message['flags']): Mention {
  if (flags.includes('mentioned')) return 'direct'
  return flags.includes('wildcard_mentioned') ? 'wildcard' : 'none'
}

/**
 * How a message mentions the account, if the server has said whether it counts as a mention. Mentions of everybody do not
 * count where the topic or stream is muted. `localMessage` may be missing, or older than what the server has said.
 */
export function mentionOf(
  localMessage: Message | undefined,
  countsAsMention: boolean | undefined,
  isMuted: boolean,
): Mention {
  const localMention = localMessage ? mentionIn(localMessage.flags) : 'none'
  if (countsAsMention) return isMuted || localMention === 'none' ? serverMention : localMention
  return isMuted && localMention === 'wildcard' ? localMention : 'none'
}

/**
 * Reads the unread messages of a registration (register, unread_msgs). Messages in memory may be older, and have mentions that
 * were edited away.
 */
export function readUnread(
  { unread, messages, user_id: selfId }: StoreInternals,
  unreadMessages: State['unread_msgs'],
): void {
  const mentions = new Set(unreadMessages.mentions)
  const put = (conversation: Conversation, ids: number[]) => {
    const isMuted = unread.isMuted(conversation)
    for (const id of ids) {
      unread.put(id, { conversation, mention: mentions.has(id) ? mentionOf(messages.get(id), true, isMuted) : 'none' })
    }
  }
  const withPeople = (user_ids: number[], ids: number[]) => put({ user_ids: withoutSelf(user_ids, selfId) }, ids)
  for (const one of unreadMessages.pms) withPeople([one.other_user_id], one.unread_message_ids)
  for (const one of unreadMessages.huddles)
    withPeople(one.user_ids_string.split(',').map(Number), one.unread_message_ids)
  for (const { stream_id, topic, unread_message_ids } of unreadMessages.streams)
    put({ stream_id, topic }, unread_message_ids)
  unread.isIncomplete ||= unreadMessages.old_unreads_missing
}
