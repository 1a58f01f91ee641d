import { team } from './people.ts'
import { awakeSeconds, awakeShare, inDay, inMinutes, type Item } from './times.ts'
import type { PlayResult } from './play.ts'
import type { Unit, Units } from './units.ts'
import { counters, quotas, totalsOf, type Counter, type Totals } from './usage.ts'

/** GB of memory that the platform charges for an object that is awake. */
const chargedGb = 0.128

/** Per cent of a quota that a day may use, and by which what was played may differ from what was reckoned. */
export const limits = { ofQuota: 50, difference: 15 }

const items = (units: Units): Item[] => Object.keys(units) as Item[]

/** What everything uses that is done so often. */
const sum = (
  units: Units,
  of: (unit: Unit, counter: Counter) => number,
  times: Readonly<Record<Item, number>>,
  gbSeconds: number,
): Totals =>
  totalsOf((counter) =>
    counter === 'object_gb_seconds'
      ? gbSeconds
      : items(units).reduce((total, item) => total + of(units[item], counter) * times[item], 0),
  )

const inAll = ({ action, cleanup }: Unit, counter: Counter): number => action[counter] + cleanup[counter]

export const ofDay = (units: Units): Totals => sum(units, inAll, inDay, awakeSeconds() * chargedGb)

/** Nothing is forgotten within some minutes. */
const ofMinutes = (units: Units, minutes: number, seconds: number): Totals =>
  sum(units, ({ action }, counter) => action[counter], inMinutes(minutes), seconds * awakeShare(1) * chargedGb)

const percent = (used: Totals, counter: Counter): number => (used[counter] / quotas[counter]) * 100

const round = (value: number): string =>
  value === 0 ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

/** Columns of the table of things: what most of the quotas' names mean. */
const columns: readonly (readonly [Counter, string])[] = [
  ['worker_requests', 'Worker requests'],
  ['object_requests', 'object requests'],
  ['rows_written', 'rows written'],
  ['rows_read', 'rows read'],
  ['object_rows_written', 'object rows'],
]

/** The things of a day, those first that use most of a quota: how often, what each uses, and the largest share of a quota. */
export function thingsTable(units: Units): string[][] {
  const shareOf = (item: Item): [number, string] =>
    columns
      .map(
        ([counter, name]) =>
          [((inAll(units[item], counter) * inDay[item]) / quotas[counter]) * 100, name] as [number, string],
      )
      .toSorted(([a], [b]) => b - a)[0]!
  const rows = items(units)
    .toSorted((a, b) => shareOf(b)[0] - shareOf(a)[0])
    .map((item) => {
      const [share, name] = shareOf(item)
      return [
        item,
        inDay[item] < 10 ? String(Number(inDay[item].toFixed(1))) : Math.round(inDay[item]).toLocaleString('en'),
        ...columns.map(([counter]) => round(inAll(units[item], counter))),
        `${share.toFixed(1)} % of ${name}`,
      ]
    })
  return [['what', 'times a day', ...columns.map(([, name]) => name), 'at most'], ...rows]
}

/** The quotas, the fullest first: what the day uses of each, and how large a team would use all of it. */
export function quotasTable(day: Totals): string[][] {
  const rows = counters
    .toSorted((a, b) => percent(day, b) - percent(day, a))
    .map((counter) => {
      const share = percent(day, counter)
      const times = 100 / share
      return [
        counter,
        quotas[counter].toLocaleString('en'),
        Math.round(day[counter]).toLocaleString('en'),
        `${share.toFixed(1)} %`,
        // An object cannot be more awake than always.
        counter === 'object_gb_seconds' || !Number.isFinite(times)
          ? ''
          : `${Math.floor(times * team.people).toLocaleString('en')} people, ${Math.floor(times * team.messages).toLocaleString('en')} messages`,
      ]
    })
  return [['quota', 'a day', 'used', 'share', 'full with'], ...rows]
}

/** What was reckoned for the minutes that were played beside what the server counted. */
export function playedTable(
  units: Units,
  { used, seconds }: PlayResult,
  minutes: number,
): { rows: string[][]; farthest: number } {
  const expected = ofMinutes(units, minutes, seconds)
  const differences = counters.map((counter) => {
    // Next to nothing differs by much, and matters to nobody.
    const minExpected = (quotas[counter] / (24 * 60)) * minutes * 0.01
    return ((used[counter] - expected[counter]) / Math.max(expected[counter], minExpected)) * 100
  })
  const rows = counters.map((counter, index) => [
    counter,
    round(expected[counter]),
    round(used[counter]),
    `${differences[index]! >= 0 ? '+' : ''}${differences[index]!.toFixed(1)} %`,
  ])
  return {
    rows: [['quota', 'reckoned', 'counted', 'difference'], ...rows],
    farthest: Math.max(...differences.map(Math.abs)),
  }
}

/** Quotas of which the day uses more than it may. */
export const overfull = (day: Totals): Counter[] => counters.filter((counter) => percent(day, counter) > limits.ofQuota)

/** A table of Markdown, as `docs/cost.md` has it. */
export function markdown([head, ...rows]: string[][]): string {
  return line(head!) + line(head!.map((_, column) => (column === 0 ? '---' : '---:'))) + rows.map(line).join('')
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
