import type { Sql } from '../core/sql/sql'
import type { Session } from './session'

/** A session in the form that its account, and whoever administers the account, can see. */
export interface SessionRow extends Session {
  readonly id: number
  /** The program and system that created it; '' if unknown. */
  readonly name: string
  readonly created_at: number
}

/** All sessions of a user, including expired ones, the oldest first. */
export async function sessionsOf(sql: Sql, user_id: number): Promise<SessionRow[]> {
  return sql`
    select hash, id, kind, name, created_at, used_on, expires_at
    from session
    where user_id = ${user_id}
    order by created_at, id
  `.all()
}
