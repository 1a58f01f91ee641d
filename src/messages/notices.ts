import type { Turn } from '../core/change'
import { fragment, type Fragment } from '../core/sql'
import { bit } from '../flags/bits'
import { flagMessages } from '../flags/queries'
import { plainText, render } from '../markdown/render'
import { bitOf, wordOf } from '../narrow/rows'
import { notificationBotId } from '../users/notification-bot'
import { mentionable } from './mentionable'
import { insertMessage } from './queries'

/** What the notification bot says in a topic. */
export interface Notice {
  stream_id: number
  topic: string
  /** Markdown. Mentions should be silent: a notice flags nobody. */
  content: string
  /** When given, only these subscribers find it unread; else all do. */
  unread_for?: readonly number[]
}

/** The name under which the server itself sends. */
const client = 'Internal'

/** The writes of a notice, which the actor has already read (behaviour, Notices posted by the notification bot). */
export async function postNotice(turn: Turn, notice: Notice): Promise<Fragment[]> {
  const { actor, known, now, realm_id } = turn
  const { stream_id, topic, content, unread_for } = notice
  const sender_id = await notificationBotId(known, realm_id)
  const { lookup } = await mentionable(turn, content)
  const { html, links } = render(content, lookup)
  const id = turn.next('message')
  return [
    ...insertMessage({
      id,
      event_id: turn.next('event'),
      sender_id,
      recipient_id: stream_id,
      is_private: false,
      topic,
      content,
      rendered_content: html,
      words: plainText(html),
      sent_at: Math.floor(now),
      client,
      is_me_message: false,
      links,
      wildcard_mentioned: false,
      is_quiet: unread_for !== undefined,
      submessages: null,
      queue_id: null,
      local_id: null,
    }),
    unread_for === undefined ? readBy(actor.id, id) : flagMessages(unread_for, id, bit.markedUnread),
  ]
}

const readBy = (user_id: number, message_id: number): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  values (${user_id}, ${wordOf(fragment`${message_id}`)}, 1 << ${bitOf(fragment`${message_id}`)})
  on conflict (user_id, word) do update set bits = bits | excluded.bits`
