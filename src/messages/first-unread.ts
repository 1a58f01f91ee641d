import { fragment, type Sql } from '../core/sql/sql'
import type { Branch, MessageSource } from '../narrow/branches'
import type { Plan } from '../narrow/plan'
import { pageJoin } from '../user-messages/rows'
import { idRange, type Viewer } from './id-range'
import { maxSearchesOfPage, oldHitsOf, searchTooBroad } from './old-hits'

interface FirstRow {
  id: number
}

/**
 * The id of the oldest unread message that matches; null if all are read (narrow, first_unread). Refuses a search that reaches the limits
 * of old texts before it finds one.
 */
export async function firstUnread(sql: Sql, plan: Plan, viewer: Viewer): Promise<number | null> {
  const ids = await Promise.all(plan.unread.map((branch) => firstOf(sql, plan, branch, viewer)))
  const found = ids.filter((id) => id !== null)
  return found.length === 0 ? null : Math.min(...found)
}

async function firstOf(sql: Sql, plan: Plan, branch: Branch, viewer: Viewer): Promise<number | null> {
  const range = idRange(viewer)
  const rowsOf = async ({ from, where }: MessageSource): Promise<FirstRow[]> => {
    const first = fragment`
      select message.id
      from ${from}
      ${pageJoin(viewer.id)}
      where ${where}
      limit 1
    `
    return sql`${first.distinct()}`.all<FirstRow>()
  }
  const [matchesInDatabase, old] = await Promise.all([
    rowsOf({ from: branch.from(range), where: branch.where }),
    oldHitsOf(sql, viewer, plan, branch),
  ])
  if (old === null) return matchesInDatabase[0]?.id ?? null
  const options = { range, limit: 1, matchesInDatabase, anchor: null, maxSearches: maxSearchesOfPage, rowsOf }
  const { rows, isCutShort } = await old.side(options)
  if (isCutShort) throw searchTooBroad()
  return rows[0]?.id ?? null
}
