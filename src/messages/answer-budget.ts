/**
 * Approximate maximal bytes of texts in a response. The memory of an isolate is enough for several such responses at once, each
 * as rows and as JSON. Ten thousand ordinary messages need less.
 */
export const answerBudget = 8_000_000

/**
 * Approximate maximal bytes of texts in a search response. It is smaller, because all texts are searched once more for the words.
 */
export const searchBudget = 2_000_000

/** Items before an anchor, at it and after it, each part in the order of ids. */
export interface BudgetedPage<T> {
  before: T[]
  at: T[]
  after: T[]
  /** Nothing lies before these. */
  found_oldest: boolean
  /** Nothing lies after these. */
  found_newest: boolean
}

/**
 * The part of a page that fits into a budget, with each row mapped by `made`. Takes those nearest to the anchor first, from both
 * sides in turn. Takes at least one from each side, so that a client that requests the rest makes progress.
 */
export function withinBudget<Row, Made>(
  page: BudgetedPage<Row>,
  made: (row: Row) => Made,
  { weight, budget }: { weight: (one: Made) => number; budget: number },
): BudgetedPage<Made> {
  const at = page.at.map(made)
  let room = budget - at.reduce((sum, one) => sum + weight(one), 0)
  const sideOf = (rows: readonly Row[]) => ({ rows, taken: [] as Made[] })
  const [before, after] = [sideOf(page.before.toReversed()), sideOf(page.after)]
  /** Takes the next row of a side; false if there is none, or no room for it. */
  const takesFrom = ({ rows, taken }: { rows: readonly Row[]; taken: Made[] }): boolean => {
    if (taken.length === rows.length) return false
    const one = made(rows[taken.length]!)
    room -= weight(one)
    if (room < 0 && taken.length > 0) return false
    taken.push(one)
    return true
  }
  let [isBeforeOpen, isAfterOpen] = [true, true]
  while (isBeforeOpen || isAfterOpen) {
    isBeforeOpen &&= takesFrom(before)
    isAfterOpen &&= takesFrom(after)
  }
  return {
    before: before.taken.toReversed(),
    at,
    after: after.taken,
    found_oldest: page.found_oldest && before.taken.length === page.before.length,
    found_newest: page.found_newest && after.taken.length === page.after.length,
  }
}
