import type { Message, State } from '../api'
import { withoutSelf, type Conversation } from './conversation'
import type { StoreInternals } from './internals'
import type { Mention } from './unread'

/** How a message with these flags mentions the reader. */
export function mentionIn(flags: Message['flags']): Mention {
  if (flags.includes('mentioned')) return 'direct'
  return flags.includes('wildcard_mentioned') ? 'wildcard' : 'none'
}

/**
 * How a message mentions the reader, of which it is told whether it counts as a mention: those of everybody do not where
 * something is muted.
 */
export function mentionOf(held: Message | undefined, isTold: boolean | undefined): Mention {
  const known = held ? mentionIn(held.flags) : 'none'
  if (isTold) return known === 'none' ? 'told' : known
  return known === 'wildcard' ? known : 'none'
}

/**
 * Takes over what is unread, as a registration tells it (register, unread_msgs). What is held may be older, and have
 * mentions that are gone.
 */
export function readUnread({ unread, messages, user_id: selfId }: StoreInternals, told: State['unread_msgs']): void {
  const mentions = new Set(told.mentions)
  const put = (conversation: Conversation, ids: number[]) => {
    const isMuted = unread.isMuted(conversation)
    for (const id of ids) {
      const isTold = mentions.has(id)
      unread.put(id, {
        conversation,
        mention: isTold ? mentionOf(isMuted ? undefined : messages.get(id), true) : 'none',
      })
    }
  }
  const withPeople = (user_ids: number[], ids: number[]) => put({ user_ids: withoutSelf(user_ids, selfId) }, ids)
  for (const one of told.pms) withPeople([one.other_user_id], one.unread_message_ids)
  for (const one of told.huddles) withPeople(one.user_ids_string.split(',').map(Number), one.unread_message_ids)
  for (const { stream_id, topic, unread_message_ids } of told.streams) put({ stream_id, topic }, unread_message_ids)
  unread.isIncomplete ||= told.old_unreads_missing
}
