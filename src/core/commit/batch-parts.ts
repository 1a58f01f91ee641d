import type { Answer } from '../sql/database'
import type { Fragment } from '../sql/sql'
import type { BatchRow, Change } from '../turn/change'

/** The statements of a change that is sent by itself. */
export const statementsOf = ({ precondition, writes }: Change<unknown>): Fragment[] =>
  precondition === undefined ? [...writes] : [precondition.query, ...writes]

/** Neighbouring changes whose statements are sent together. */
export interface BatchPart {
  readonly changes: readonly Change<unknown>[]
  readonly statements: readonly Fragment[]
}

/** Joins neighbouring changes that do nothing but insert rows of the same kind. Every other change is a part by itself. */
export function partsOf(group: readonly Change<unknown>[]): BatchPart[] {
  const runs: Change<unknown>[][] = []
  for (const change of group) {
    const run = runs.at(-1)
    const insertAll = insertAllOf(change)
    if (run !== undefined && insertAll !== null && insertAll === insertAllOf(run[0]!)) run.push(change)
    else runs.push([change])
  }
  return runs.map((changes) => {
    if (changes.length === 1) return { changes, statements: statementsOf(changes[0]!) }
    const rows = changes.map(({ batchRow }) => batchRow!.row)
    return { changes, statements: changes[0]!.batchRow!.insertAll(rows as never[]) }
  })
}

/** Inserts the row of a change with those of others; null if the change does anything else. */
const insertAllOf = (change: Change<unknown>): BatchRow['insertAll'] | null =>
  change.batchRow !== undefined && statementsOf(change).length === change.batchRow.inserts.length
    ? change.batchRow.insertAll
    : null

/** The answers for each change, in the order of the changes. Changes that share statements have equal parts of the cost, and no rows. */
export function answersOf(parts: readonly BatchPart[], answers: readonly Answer[]): Answer[][] {
  let first = 0
  return parts.flatMap(({ changes, statements }) => {
    const own = answers.slice(first, (first += statements.length))
    if (changes.length === 1) return [own]
    const rows_read = sum(own.map((answer) => answer.rows_read))
    const rows_written = sum(own.map((answer) => answer.rows_written))
    return changes.map((_, index) => [
      {
        rows: [],
        rows_read: shareOf(rows_read, index, changes.length),
        rows_written: shareOf(rows_written, index, changes.length),
      },
    ])
  })
}

/** The part of an amount for one of `count`, as a whole number. All parts make the amount. */
const shareOf = (amount: number, index: number, count: number): number =>
  Math.floor((amount * (index + 1)) / count) - Math.floor((amount * index) / count)

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
