import { type Sql } from '../core/sql/sql'
import type { Draft } from './schema'

export interface DraftRow {
  id: number
  user_id: number
  type: Draft['type']
  to: number[]
  topic: string
  content: string
  /** Unix time in seconds, with fractions. */
  edited_at: number
}

/** Drafts of a user, the oldest edit first. */
export async function draftsOf(sql: Sql, user_id: number): Promise<Draft[]> {
  const rows = await sql`
    select id, type, recipients, topic, content, edited_at from draft
    where user_id = ${user_id}
    order by edited_at, id
  `.all<Omit<DraftRow, 'user_id' | 'to'> & { recipients: string }>()
  return rows.map(({ recipients, ...row }) => draftOfRow({ ...row, to: JSON.parse(recipients) as number[] }))
}

/** A draft in the form of the API. */
export const draftOfRow = ({ id, type, to, topic, content, edited_at }: Omit<DraftRow, 'user_id'>): Draft => ({
  id,
  type,
  to,
  topic,
  content,
  timestamp: Math.floor(edited_at),
})

/** Number and bytes of a user's drafts, without one of them. */
export async function countDrafts(
  sql: Sql,
  user_id: number,
  beside: number | null,
): Promise<{ amount: number; bytes: number }> {
  const row = await sql`
    select count(*) as amount, coalesce(sum(octet_length(content) + octet_length(recipients)), 0) as bytes
    from draft
    where user_id = ${user_id} and id is not ${beside}
  `.first<{ amount: number; bytes: number }>()
  return row!
}

export async function hasDraft(sql: Sql, user_id: number, draft_id: number): Promise<boolean> {
  const row = await sql`select 1 as one from draft where id = ${draft_id} and user_id = ${user_id}`.first()
  return row !== null
}
