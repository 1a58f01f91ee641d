import type { StateOf } from '../events/part'
import { mutedUsersOf } from './queries'

/** Users whom the actor muted (register, Own account and messages). */
export const mutedUsersState: StateOf = async ({ actor, sql }) => ({ muted_users: await mutedUsersOf(sql, actor.id) })
