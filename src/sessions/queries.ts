import type { Sql } from '../core/sql/sql'
import type { Session } from './session'

/** A session as its account, and who administers the account, is shown it. */
export interface SessionRow extends Session {
  readonly id: number
  /** The program and system that it was made by; '' if they are not known. */
  readonly name: string
  readonly created_at: number
}

/** All sessions of a user, also those that have expired, oldest first. */
export async function sessionsOf(sql: Sql, user_id: number): Promise<SessionRow[]> {
  return sql`
    select hash, id, kind, name, created_at, used_on, expires_at
    from session
    where user_id = ${user_id}
    order by created_at, id
  `.all()
}
