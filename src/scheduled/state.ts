import type { StateOf } from '../events/part'
import { scheduledOf, waitingMessage } from './queries'

/** Messages and reminders that wait, the soonest first (register, `scheduled_messages`). */
export const scheduledState: StateOf = async ({ sql, actor }) => ({
  scheduled_messages: (await scheduledOf(sql, actor.id)).map(waitingMessage),
})
