import { fragment, type Sql } from '../core/sql/sql'
import type { Branch } from '../narrow/branches'
import type { Plan } from '../narrow/plan'
import { pageJoin } from '../user-messages/rows'
import { idRange, type Viewer } from './id-range'

/** The id of the oldest unread message that matches; null if all are read (narrow, first_unread). */
export async function firstUnread(sql: Sql, plan: Plan, viewer: Viewer): Promise<number | null> {
  const ids = await Promise.all(plan.unread.map((branch) => firstOf(sql, branch, viewer)))
  const found = ids.filter((id) => id !== null)
  return found.length === 0 ? null : Math.min(...found)
}

async function firstOf(sql: Sql, { from, where }: Branch, viewer: Viewer): Promise<number | null> {
  const first = fragment`
    select message.id
    from ${from(idRange(viewer))}
    ${pageJoin(viewer.id)}
    where ${where}
    limit 1
  `
  const row = await sql`${first.distinct()}`.first<{ id: number }>()
  return row?.id ?? null
}
