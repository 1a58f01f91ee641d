import type { Sql } from '../core/sql/sql'
import type { Plan } from '../narrow/plan'
import type { IdRange } from '../user-messages/rows'
import { answerBudget, searchBudget, withinBudget, type BudgetedPage } from './answer-budget'
import { completeRows } from './as-it-was'
import type { Reader } from '../user-messages/lost-access'
import { idRange, type Viewer } from './id-range'
import { inlineLimit } from './long-texts'
import { messageRows, type FoundRow, type MessageRow } from './message-rows'

/** The anchor `newest` as an id, above all ids that there can be. */
export const newestAnchor = 10 ** 16

interface PageOptions {
  anchor: number
  num_before: number
  num_after: number
  unused: readonly (keyof MessageRow)[]
}

/**
 * The messages around an anchor (narrow, Anchors), as many as fit into a response. One round trip, and a second one if some texts
 * are long.
 */
export async function messagePage(
  sql: Sql,
  { branches, recipient_id, sender_id, search, hasAccess }: Plan,
  viewer: Viewer & Reader,
  { anchor, num_before, num_after, unused }: PageOptions,
): Promise<BudgetedPage<MessageRow>> {
  const budget = search === null ? answerBudget : searchBudget
  const inline = inlineLimit(budget, num_before + num_after + 1)
  const part = async (range: IdRange, limit: number) => {
    if (limit === 0 || range.low >= range.high) return []
    const options = { viewer, hasAccess, recipient_id, sender_id, limit, inline, unused }
    const found = await Promise.all(
      branches.map(({ from, where }) => messageRows(sql, { from: from(range), where }, options)),
    )
    return found.flat().toSorted(ascending)
  }
  const [before, at, after] = await Promise.all([
    part(idRange(viewer, { below: anchor, descending: true }), num_before),
    part(idRange(viewer, { from: anchor, below: anchor + 1 }), 1),
    part(idRange(viewer, { from: anchor + 1 }), num_after),
  ])
  const found = {
    before: before.slice(-num_before),
    at,
    after: after.slice(0, num_after),
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === newestAnchor || after.length < num_after,
  }
  const near = withinBudget(found, (row) => row, { weight: ({ weight }) => weight, budget })
  const rows = await completeRows(sql, viewer, [...near.before, ...near.at, ...near.after], unused)
  return {
    ...near,
    before: rows.filter(({ id }) => id < anchor),
    at: rows.filter(({ id }) => id === anchor),
    after: rows.filter(({ id }) => id > anchor),
  }
}

const ascending = (a: FoundRow, b: FoundRow): number => a.id - b.id
