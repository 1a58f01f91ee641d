import { insertConversations, insertMessages } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { type Job, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { notifyOfMessage } from '../notifications/occasion'
import { userById } from '../users/queries'
import { announce } from './announce'
import { newNotice, notificationBotOf } from './notices'
import { conversationOf, conversationsOf, memberKey, type NewMessage } from './queries'
import type { Person } from './view'

/** A direct message of the notification bot. */
export interface DirectNotice {
  to: Person
  /** Markdown. Mentions should be silent. */
  content: string
}

/** Sends a direct message of the notification bot to one user. */
export async function sendDirectNotice(turn: Turn, { to, content }: { to: number; content: string }): Promise<Step> {
  return sendDirectNotices(turn, [{ to: (await turn.cached(userById, turn.realm_id, to))!, content }])
}

/** Sends direct messages of the notification bot to many users, one to each, in few statements. */
export async function sendDirectNotices(turn: Turn, notices: readonly DirectNotice[]): Promise<Step> {
  if (notices.length === 0) return { writes: [] }
  const bot = await notificationBotOf(turn)
  const keyOf = (user_id: number): string => memberKey([bot.id, user_id])
  const existing = await conversationsOf(
    turn.sql,
    notices.map(({ to }) => keyOf(to.id)),
  )
  const conversations: { id: number; user_ids: number[] }[] = []
  const messages: NewMessage[] = []
  const events: OutgoingEvent[] = []
  const jobs: Job[] = []
  for (const { to, content } of notices) {
    const user_ids = [bot.id, to.id]
    const conversation_id = existing.get(keyOf(to.id))
    const recipient_id = conversation_id ?? turn.next('recipient')
    if (conversation_id === undefined) conversations.push({ id: recipient_id, user_ids })
    const message = await newNotice(turn, { sender_id: bot.id, recipient_id, topic: '', content })
    messages.push(message)
    const notification = await notifyOfMessage(turn, message, { receivers: new Set(user_ids), mentioned: [] })
    jobs.push(...(notification.jobs ?? []))
    events.push(
      ...(await announce(turn, {
        message,
        sender: bot,
        stream: null,
        receivers: new Set(user_ids),
        people: [bot, to].map(({ id, email, full_name }) => ({ id, email, full_name })),
        flagged: new Map(),
        isRead: (user_id) => user_id === bot.id,
      })),
    )
  }
  return {
    writes: [
      ...(conversations.length > 0 ? insertConversations(conversations) : []),
      ...insertMessages(messages, turn.actor),
    ],
    events,
    jobs,
    invalidates: conversations.map(({ user_ids }) => invalidation(conversationOf, memberKey(user_ids))),
  }
}
