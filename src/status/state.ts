import type { StateOf } from '../events/part'
import { userStatuses } from './queries'

/** Statuses of active users who set one (register, user_status). */
export const userStatusState: StateOf = async ({ sql, actor }) => ({
  user_status: await userStatuses(sql, actor.realm_id),
})
