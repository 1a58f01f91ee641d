import type { Sql } from '../core/sql/sql'
import type { MessageSource } from '../narrow/branches'
import type { Plan } from '../narrow/plan'
import type { IdRange } from '../user-messages/rows'
import { answerBudget, searchBudget, type BudgetedPage } from './answer-budget'
import { completeRows } from './as-it-was'
import type { Reader } from '../user-messages/lost-access'
import { idRange, type Viewer } from './id-range'
import { inlineLimit, rowsWithinBudget } from './long-texts'
import { maxSearchesOfPage, oldHitsOf, searchTooBroad, type OldTextSearch, type SideOptions } from './old-hits'
import { messageRows, type FoundRow, type MessageRow, type UnusedColumn } from './message-rows'

/** The anchor `newest` as an id, above all ids that there can be. */
export const newestAnchor = 10 ** 16

/** Which part of a narrow a page has. */
interface Around {
  anchor: number
  num_before: number
  num_after: number
}

interface PageOptions extends Around {
  unused: readonly UnusedColumn[]
}

/**
 * The messages around an anchor (narrow, Anchors), as many as fit into a response. One round trip, and a second one if some texts
 * are long. A search that reaches old texts takes further ones.
 */
export async function messagePage(
  sql: Sql,
  plan: Plan,
  viewer: Viewer & Reader,
  { anchor, num_before, num_after, unused }: PageOptions,
): Promise<BudgetedPage<MessageRow>> {
  const { branches, recipient_id, sender_id, search, hasAccess } = plan
  const budget = search === null ? answerBudget : searchBudget
  const inline = inlineLimit(budget, num_before + num_after + 1)
  const rowsOf = (source: MessageSource, limit: number) =>
    messageRows(sql, source, { viewer, hasAccess, recipient_id, sender_id, limit, inline, unused })
  const part = async (range: IdRange, limit: number) => {
    if (limit === 0 || range.low >= range.high) return []
    const found = await Promise.all(branches.map(({ from, where }) => rowsOf({ from: from(range), where }, limit)))
    return found.flat().toSorted(ascending)
  }
  const [before, at, after, old] = await Promise.all([
    part(idRange(viewer, { below: anchor, descending: true }), num_before),
    part(idRange(viewer, { from: anchor, below: anchor + 1 }), 1),
    part(idRange(viewer, { from: anchor + 1 }), num_after),
    oldHitsOf(sql, viewer, plan, branches[0]),
  ])
  const page = {
    before: before.slice(-num_before),
    at,
    after: after.slice(0, num_after),
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === newestAnchor || after.length < num_after,
  }
  const found = old === null ? page : await withOldHits(page, old, { viewer, anchor, num_before, num_after, rowsOf })
  const near = rowsWithinBudget(found, budget)
  const rows = await completeRows(sql, viewer, [...near.before, ...near.at, ...near.after], unused)
  return {
    ...near,
    before: rows.filter(({ id }) => id < anchor),
    at: rows.filter(({ id }) => id === anchor),
    after: rows.filter(({ id }) => id > anchor),
  }
}

/**
 * The page with the matches that have old texts. If the limit of calls of the object is reached, a side has fewer messages than were asked
 * for. Refuses if both sides have none then.
 */
async function withOldHits(
  page: BudgetedPage<FoundRow>,
  old: OldTextSearch,
  {
    viewer,
    anchor,
    num_before,
    num_after,
    rowsOf,
  }: Around & Pick<SideOptions<FoundRow>, 'rowsOf'> & { viewer: Viewer },
): Promise<BudgetedPage<FoundRow>> {
  const [hasBefore, hasAfter] = [num_before > 0 || num_after === 0, num_after > 0]
  const maxSearches = maxSearchesOfPage / (hasBefore && hasAfter ? 2 : 1)
  const [before, after] = await Promise.all([
    hasBefore
      ? old.side({
          range: idRange(viewer, { from: num_before > 0 ? 0 : anchor, below: anchor + 1, descending: true }),
          limit: num_before,
          matchesInDatabase: [...page.at, ...page.before.toReversed()],
          anchor,
          maxSearches,
          rowsOf,
        })
      : null,
    hasAfter
      ? old.side({
          range: idRange(viewer, { from: hasBefore ? anchor + 1 : anchor }),
          limit: num_after,
          matchesInDatabase: hasBefore ? page.after : [...page.at, ...page.after],
          anchor: hasBefore ? null : anchor,
          maxSearches,
          rowsOf,
        })
      : null,
  ])
  const rows = [...(before?.rows ?? []), ...(after?.rows ?? [])]
  const older = rows.filter(({ id }) => id < anchor).slice(0, num_before)
  const newer = rows.filter(({ id }) => id > anchor).slice(0, num_after)
  const isCutShort = before?.isCutShort === true || after?.isCutShort === true
  if (isCutShort && older.length === 0 && newer.length === 0) throw searchTooBroad()
  return {
    before: older.toReversed(),
    at: rows.filter(({ id }) => id === anchor),
    after: newer,
    found_oldest: anchor === 0 || (num_before > 0 && before!.isComplete),
    found_newest: anchor === newestAnchor || (num_after > 0 && after!.isComplete),
  }
}

const ascending = (a: FoundRow, b: FoundRow): number => a.id - b.id
