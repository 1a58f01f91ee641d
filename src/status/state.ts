import type { StateOf } from '../events/part'
import { userStatuses } from './queries'

export const userStatusState: StateOf = async ({ sql, actor }) => ({
  user_status: await userStatuses(sql, actor.realm_id),
})
