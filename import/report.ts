import { amount, count, size } from './numbers.ts'
import { skipWords } from './skip-words.ts'
import type { Statistics } from './statistics.ts'

/** Rows of the database that each thing takes, with its indexes. */
const rowsOf = {
  streamMessage: 4,
  privateMessage: 3,
  /** More for a message with a link, which filters find. */
  link: 1,
  flag: 2,
  readWord: 1,
  file: 5,
  user: 4,
  subscription: 3,
  stream: 2,
} as const

/** Rows that an import writes in a day on the free plan, unless `IMPORT_DAILY_ROWS` says something else. */
const rowsOfFreeDay = 60_000

/** Rows that a month of Workers Paid includes. */
const rowsOfPaidMonth = 50_000_000

/** About how many rows an import writes. */
export function rowsFor(statistics: Statistics): number {
  const records = (chapter: Parameters<Statistics['count']>[0]) => statistics.count(chapter)
  return (
    statistics.streamMessages * rowsOf.streamMessage +
    statistics.privateMessages * rowsOf.privateMessage +
    statistics.linking * rowsOf.link +
    statistics.flags * rowsOf.flag +
    statistics.readWords * rowsOf.readWord +
    records('files') * rowsOf.file +
    records('users') * rowsOf.user +
    records('subscriptions') * rowsOf.subscription +
    records('streams') * rowsOf.stream
  )
}

/** What was found, and what was not taken. */
export interface Findings {
  readonly title: string
  readonly statistics: Statistics
  readonly topics: number
  readonly skipped: ReadonlyMap<string, number>
  readonly warnings: readonly string[]
}

const line = (number: number, text: string): string => `${count(number).padStart(11)}  ${text}`

/** A line whose noun follows the number. */
const lineOf = (number: number, [one, many]: readonly [string, string], rest = ''): string =>
  line(number, (number === 1 ? one : many) + rest)

/** The counts of an archive, and what is left out of it. */
export function findingsText({ title, statistics, topics, skipped, warnings }: Findings): string {
  const bots = statistics.count('users') - statistics.people
  const files = statistics.count('files')
  const lines = [
    `An archive of ${title}:`,
    lineOf(statistics.people, ['person', 'people'], bots === 0 ? '' : `, and ${amount(bots, 'bot')}`),
    lineOf(statistics.count('streams'), ['stream', 'streams'], ` with ${amount(topics, 'topic')}`),
    lineOf(statistics.messages, ['message', 'messages'], `, ${count(statistics.privateMessages)} of them private`),
    lineOf(statistics.reactions, ['reaction', 'reactions']),
    lineOf(files, ['file', 'files'], `; with pictures of people and emoji, ${size(statistics.contentBytes)}`),
  ]
  const omitted = [...skipped].toSorted(([, a], [, b]) => b - a)
  if (omitted.length > 0) lines.push('', 'Left out:', ...omitted.map(([kind, number]) => line(number, skipWords(kind))))
  if (warnings.length > 0) lines.push('', ...warnings.map((text) => `Note: ${text}`))
  return lines.join('\n')
}

/** What the import takes. */
export function costText(statistics: Statistics): string {
  const rows = rowsFor(statistics)
  const days = Math.ceil(rows / rowsOfFreeDay)
  const months = Math.ceil(rows / rowsOfPaidMonth)
  const lines = [`The import writes about ${count(rows)} rows of the database.`]
  if (days <= 1) lines.push('The free plan has enough of them for one day.')
  else
    lines.push(
      `On the free plan it writes ${count(rowsOfFreeDay)} a day, so that the team can work meanwhile. It takes ${days} days,`,
      'and the newest messages come first. The command waits for each day, or goes on when it is run again.',
      `With ${amount(months, 'month')} of Workers Paid (${count(rowsOfPaidMonth)} rows for USD 5) it does not wait: set IMPORT_DAILY_ROWS`,
      'to off, deploy, and run the command with --no-pace.',
    )
  return lines.join('\n')
}

/** Different problems that are shown. */
const maxProblems = 20

/** What the server changed or left out, and how often; empty if that is nothing. */
export function problemsText(problems: ReadonlyMap<string, number>): string {
  if (problems.size === 0) return ''
  const lines = [...problems].toSorted(([, a], [, b]) => b - a)
  const listedProblems = lines
    .slice(0, maxProblems)
    .map(([text, times]) => `  ${times === 1 ? '' : `${times} times: `}${text}`)
  const more = lines.length > maxProblems ? [`  and ${lines.length - maxProblems} more`] : []
  return ['The server changed or left out:', ...listedProblems, ...more].join('\n')
}

/** Everything in one object, for programs. */
export function summary({ statistics, topics, skipped }: Findings, isDone: boolean): Record<string, unknown> {
  return {
    people: statistics.people,
    streams: statistics.count('streams'),
    topics,
    messages: statistics.messages,
    private_messages: statistics.privateMessages,
    files: statistics.count('files'),
    reactions: statistics.reactions,
    skipped: Object.fromEntries(skipped),
    done: isDone,
  }
}
