import { ApiError } from '../base/errors'
import type { Cost } from '../commit/group-commit'
import type { Tally } from '../sql/sql'
import type { Gathers, Outcome } from '../turn/change'

/** Most inputs of one commit, and characters of their JSON. With more, it comes at once, and further ones have another. */
const most = { inputs: 1000, characters: 400_000 }

/** A system action on many inputs, once it is staged. */
interface GatheredAction {
  /** Of each input in its order; to be told after the commit. */
  readonly outcomes: readonly Outcome[]
  /** Cost of the action's reads. */
  readonly spent: Tally
  readonly committed: Promise<Cost>
}

interface Waiting {
  readonly input: unknown
  readonly weight: number
  /** Characters of its JSON. */
  readonly size: number
  readonly resolve: (part: Cost) => void
  readonly reject: (error: unknown) => void
}

/** The inputs of one system action that wait. */
interface Group {
  readonly waiting: Waiting[]
  timer: ReturnType<typeof setTimeout> | null
  /** When inputs were committed last, in milliseconds. */
  last: number
}

/**
 * Inputs that accounts leave to system actions, which commit those of many accounts together: such a commit costs a few rows
 * for all of them. Nobody is answered before it. The first input after a while does not wait.
 */
export class Gathered {
  private readonly groups = new Map<string, Group>()

  /** `takeTurn` takes a turn, and calls `run` in it. */
  constructor(private readonly takeTurn: () => Promise<void>) {}

  /** Resolves with its part of the cost when the input is committed, and rejects with its refusal. */
  add({ name, input, weight, every }: Gathers): Promise<Cost> {
    const group = this.groups.get(name) ?? { waiting: [], timer: null, last: -Infinity }
    this.groups.set(name, group)
    return new Promise((resolve, reject) => {
      group.waiting.push({ input, weight: Math.max(weight, 1), size: JSON.stringify(input).length, resolve, reject })
      const isFull = fitting(group.waiting) < group.waiting.length
      const wait = group.last + every * 1000 - Date.now()
      if (isFull || wait <= 0) this.runIn(group, 0)
      else if (group.timer === null) this.runIn(group, wait)
    })
  }

  private runIn(group: Group, ms: number): void {
    if (group.timer !== null) clearTimeout(group.timer)
    group.timer = setTimeout(() => {
      this.takeTurn().catch((error: unknown) => fail(group.waiting.splice(0), error))
    }, ms)
  }

  /** Runs the actions on all that waits. Has to be called in a turn, which does not wait for the commit. */
  async run(perform: (name: string, inputs: readonly unknown[]) => Promise<GatheredAction>): Promise<void> {
    for (const [name, group] of this.groups) {
      if (group.timer !== null) clearTimeout(group.timer)
      group.timer = null
      while (group.waiting.length > 0) {
        group.last = Date.now()
        await commit(group.waiting.splice(0, fitting(group.waiting)), (inputs) => perform(name, inputs))
      }
    }
  }
}

/** How many of the first inputs have room in one commit: one at least. */
function fitting(waiting: readonly Waiting[]): number {
  let characters = 0
  const tooMany = waiting.findIndex(({ size }) => (characters += size) > most.characters)
  return Math.min(tooMany === -1 ? waiting.length : Math.max(tooMany, 1), most.inputs)
}

async function commit(
  waiting: readonly Waiting[],
  perform: (inputs: readonly unknown[]) => Promise<GatheredAction>,
): Promise<void> {
  try {
    const { outcomes, spent, committed } = await perform(waiting.map(({ input }) => input))
    committed.then(
      (cost) => tell(waiting, outcomes, withReads(cost, spent)),
      (error: unknown) => fail(waiting, error),
    )
  } catch (error) {
    fail(waiting, error)
  }
}

const withReads = (cost: Cost, { trips, rows_read }: Tally): Cost => ({
  ...cost,
  trips: cost.trips + trips,
  rows_read: cost.rows_read + rows_read,
})

/** Answers each with its part of the cost: rows were read for all, and written for those that were not refused. */
function tell(waiting: readonly Waiting[], outcomes: readonly Outcome[], cost: Cost): void {
  const readOf = parts(cost.rows_read, waiting)
  const writtenOf = parts(
    cost.rows_written,
    waiting.filter((_, index) => outcomes[index] === null),
  )
  for (const [index, one] of waiting.entries()) {
    const refusal = outcomes[index]!
    const rows_read = readOf(one)
    if (refusal === null) one.resolve({ ...cost, rows_read, rows_written: writtenOf(one), bytes: one.size })
    else one.reject(new ApiError(refusal, rows_read))
  }
}

/** Parts of rows in proportion to weights, rounded up: one that caused little is not charged for its neighbours. */
function parts(rows: number, among: readonly Waiting[]): (one: Waiting) => number {
  const all = among.reduce((sum, { weight }) => sum + weight, 0)
  return ({ weight }) => Math.ceil((rows * weight) / all)
}

function fail(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(error)
}
