import { ApiError } from '../base/errors'
import type { Cost } from '../commit/group-commit'
import type { Tally } from '../sql/database'
import type { GatheredInput, Outcome } from '../turn/change'

/** Inputs of one commit. When more of them wait, it comes at once, and the others share the next one. */
const maxInputs = 1000

/** Characters of the inputs of one commit, as JSON. */
const maxCharacters = 400_000

/** A system action on many inputs, whose change is staged. */
interface GatheredAction {
  /** The outcome of each input, in their order. Callers may hear of it after the commit only. */
  readonly outcomes: readonly Outcome[]
  /** Cost of the action's reads. */
  readonly spent: Tally
  readonly committed: Promise<Cost>
}

interface Waiting {
  readonly input: unknown
  /** See `Gathers`. */
  readonly weight: number
  /** Characters of its JSON. */
  readonly size: number
  readonly resolve: (part: Cost) => void
  readonly reject: (error: unknown) => void
}

/** The waiting inputs for one system action. */
interface Group {
  readonly waiting: Waiting[]
  timer: ReturnType<typeof setTimeout> | null
  /** When inputs were last committed, in milliseconds since 1970. */
  lastCommitAt: number
}

/**
 * Gathers inputs of many accounts for system actions (`Change.gathers`), because a commit of all of them together costs a few rows.
 * Callers are answered after that commit. The first input after a pause is committed without waiting for others.
 */
export class GatheredInputs {
  private readonly groups = new Map<string, Group>()

  /** `takeTurn` takes a turn and calls `run` in it. */
  constructor(private readonly takeTurn: () => Promise<void>) {}

  /** Adds an input. Resolves with its part of the cost once it is committed, or rejects with its refusal. */
  add({ name, input, weight, every }: GatheredInput): Promise<Cost> {
    const group = this.groups.get(name) ?? { waiting: [], timer: null, lastCommitAt: -Infinity }
    this.groups.set(name, group)
    return new Promise((resolve, reject) => {
      group.waiting.push({ input, weight: Math.max(weight, 1), size: JSON.stringify(input).length, resolve, reject })
      const isFull = fitting(group.waiting) < group.waiting.length
      const wait = group.lastCommitAt + every * 1000 - Date.now()
      if (isFull || wait <= 0) this.runIn(group, 0)
      else if (group.timer === null) this.runIn(group, wait)
    })
  }

  private runIn(group: Group, ms: number): void {
    if (group.timer !== null) clearTimeout(group.timer)
    group.timer = setTimeout(() => {
      this.takeTurn().catch((error: unknown) => failAll(group.waiting.splice(0), error))
    }, ms)
  }

  /** Runs the system actions on all waiting inputs. Call it in a turn, which does not wait for the commit. */
  async run(perform: (name: string, inputs: readonly unknown[]) => Promise<GatheredAction>): Promise<void> {
    for (const [name, group] of this.groups) {
      if (group.timer !== null) clearTimeout(group.timer)
      group.timer = null
      while (group.waiting.length > 0) {
        group.lastCommitAt = Date.now()
        await commit(group.waiting.splice(0, fitting(group.waiting)), (inputs) => perform(name, inputs))
      }
    }
  }
}

/** How many of the first inputs fit in one commit: one at least. */
function fitting(waiting: readonly Waiting[]): number {
  let characters = 0
  const tooMany = waiting.findIndex(({ size }) => (characters += size) > maxCharacters)
  return Math.min(tooMany === -1 ? waiting.length : Math.max(tooMany, 1), maxInputs)
}

async function commit(
  waiting: readonly Waiting[],
  perform: (inputs: readonly unknown[]) => Promise<GatheredAction>,
): Promise<void> {
  try {
    const { outcomes, spent, committed } = await perform(waiting.map(({ input }) => input))
    committed.then(
      (cost) => answerAll(waiting, outcomes, withReads(cost, spent)),
      (error: unknown) => failAll(waiting, error),
    )
  } catch (error) {
    failAll(waiting, error)
  }
}

const withReads = (cost: Cost, { trips, rows_read }: Tally): Cost => ({
  ...cost,
  trips: cost.trips + trips,
  rows_read: cost.rows_read + rows_read,
})

/** Answers each caller with its part of the cost. Rows were read for all of them, and written for those that were not refused. */
function answerAll(waiting: readonly Waiting[], outcomes: readonly Outcome[], cost: Cost): void {
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

/** Divides rows in proportion to the weights, rounded up, so that an input that caused little is not charged for its neighbours. */
function parts(rows: number, among: readonly Waiting[]): (one: Waiting) => number {
  const all = among.reduce((sum, { weight }) => sum + weight, 0)
  return ({ weight }) => Math.ceil((rows * weight) / all)
}

function failAll(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(error)
}
