import type { StateOf } from '../events/part'
import { newestReceived } from '../users/queries'
import { recentConversations } from './recent-conversations'

export const messagesState: StateOf = async ({ sql, actor }) => ({
  max_message_id: await newestReceived(sql, actor.id),
})

export const recentConversationsState: StateOf = async ({ sql, actor }) => ({
  recent_private_conversations: await recentConversations(sql, actor.id),
})
