import { invalidation } from '../core/turn/query-cache'
import { type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { userById, type UserRow } from '../users/queries'
import { announce } from './announce'
import { newNotice, notificationBotOf } from './notices'
import {
  conversationOf,
  conversationsOf,
  insertConversations,
  insertMessages,
  memberKey,
  type NewMessage,
} from './queries'

/** What the notification bot tells somebody privately. */
export interface DirectNotice {
  to: Pick<UserRow, 'id' | 'email' | 'full_name'>
  /** Markdown. */
  content: string
}

/** What the notification bot says to one person; `content` is Markdown whose mentions should be silent. */
export async function sendDirectNotice(turn: Turn, { to, content }: { to: number; content: string }): Promise<Step> {
  return sendDirectNotices(turn, [{ to: (await turn.cached(userById, turn.realm_id, to))!, content }])
}

/** Private messages of the notification bot to many people, each to one, in few statements. */
export async function sendDirectNotices(turn: Turn, letters: readonly DirectNotice[]): Promise<Step> {
  if (letters.length === 0) return { writes: [] }
  const bot = await notificationBotOf(turn)
  const keyOf = (user_id: number): string => memberKey([bot.id, user_id])
  const existing = await conversationsOf(
    turn.sql,
    letters.map(({ to }) => keyOf(to.id)),
  )
  const made: { id: number; user_ids: number[] }[] = []
  const messages: NewMessage[] = []
  const events: OutgoingEvent[] = []
  for (const { to, content } of letters) {
    const user_ids = [bot.id, to.id]
    const known_id = existing.get(keyOf(to.id))
    const recipient_id = known_id ?? turn.next('recipient')
    if (known_id === undefined) made.push({ id: recipient_id, user_ids })
    const message = await newNotice(turn, { sender_id: bot.id, recipient_id, topic: '', content })
    messages.push(message)
    events.push(
      ...(await announce(turn, {
        message,
        sender: bot,
        stream: null,
        receivers: new Set(user_ids),
        people: [bot, to].map(({ id, email, full_name }) => ({ id, email, full_name })),
        flagged: new Map(),
        readers: (user_id) => user_id === bot.id,
      })),
    )
  }
  return {
    writes: [...(made.length > 0 ? insertConversations(made) : []), ...insertMessages(messages)],
    events,
    invalidates: made.map(({ user_ids }) => invalidation(conversationOf, memberKey(user_ids))),
  }
}
