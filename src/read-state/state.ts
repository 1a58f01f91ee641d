import type { StateOf } from '../events/part'
import { isFetched } from '../events/queue-options'
import { unreadMessages } from './unread'

/** Unread messages. Only clients that also get messages can keep them up to date (register, `unread_msgs`). */
export const unreadState: StateOf = async ({ sql, actor, input }) =>
  isFetched(input, 'message') ? { unread_msgs: await unreadMessages(sql, actor) } : {}
