/**
 * Bytes of messages' texts that one answer holds, about: the memory of an isolate has room for several such answers at
 * once, each as rows and as JSON. Ten thousand ordinary messages are less.
 */
export const answerBudget = 8_000_000

/** Likewise of a search, whose words are looked for in all of it once more. */
export const searchBudget = 2_000_000

/** What lies on both sides of an anchor, which counts as neither; each side in order of id. */
export interface FittingPage<T> {
  before: T[]
  at: T[]
  after: T[]
  /** Nothing lies before or after these. */
  found_oldest: boolean
  found_newest: boolean
}

/**
 * As much of a page as has room, made into something else: what lies nearest to the anchor comes first, from both sides
 * in turn. One of each side always comes, so that whoever asks for the rest gets on.
 */
export function fitting<Row, Made>(
  page: FittingPage<Row>,
  made: (row: Row) => Made,
  { weight, budget }: { weight: (one: Made) => number; budget: number },
): FittingPage<Made> {
  const at = page.at.map(made)
  let room = budget - at.reduce((sum, one) => sum + weight(one), 0)
  const sides = [page.before.toReversed(), page.after].map((rows) => ({ rows, taken: [] as Made[] }))
  let open = sides
  while (open.length > 0)
    open = open.filter(({ rows, taken }) => {
      if (taken.length === rows.length) return false
      const one = made(rows[taken.length]!)
      room -= weight(one)
      if (room < 0 && taken.length > 0) return false
      taken.push(one)
      return true
    })
  const [before, after] = sides.map(({ taken }) => taken) as [Made[], Made[]]
  return {
    before: before.toReversed(),
    at,
    after,
    found_oldest: page.found_oldest && before.length === page.before.length,
    found_newest: page.found_newest && after.length === page.after.length,
  }
}
