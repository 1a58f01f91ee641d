/**
 * `npm run bench:old-texts`: what it takes to move the texts of old messages, and their words in the search index, from the
 * database to the storage of an object (decision 50): the object of `src/old-texts/`, and its statements for the database, with 30,000 messages of 95 characters (or the number given). Rows are those
 * that D1 and the object count. Bytes are those of pages in the database's file. Times are milliseconds of requests to the local
 * workerd, the shortest of some rounds where a request can be repeated; those of the database alone are the baseline.
 */
import { bundle } from './server.ts'
import { deploy, type DatabaseBytes, type Deployment } from './old-texts/deployment.ts'
import type { Range, SearchOptions, RequestUse, Way } from './old-texts/worker.ts'
import { wordOf } from '../test/kit/uneven-words.ts'

const amount = Number(process.argv[2] ?? 30_000)
/** Messages of one request that writes them, and of one step that moves them. */
const messagesOfRequest = 2000
const messagesOfStep = 50
/** Messages of a page of an export, and of a job that deletes texts. */
const messagesOfPage = 500
/** Pages of the search index that one step merges. */
const pagesOfMerge = 1000
const rounds = 15

interface TimedUse extends RequestUse {
  ms: number
}

async function timed(work: () => Promise<RequestUse>): Promise<TimedUse> {
  const start = performance.now()
  const used = await work()
  return { ...used, ms: performance.now() - start }
}

/** The shortest of some rounds of both, which take turns, because other programs may use the machine, too. */
async function compareWorks(works: readonly (() => Promise<RequestUse>)[]): Promise<TimedUse[]> {
  const results: TimedUse[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const { ms, ...used } = await timed(work)
      results[index] = { ...used, ms: Math.min(ms, results[index]?.ms ?? ms) }
    }
  }
  return results
}

function* ranges(size: number): Generator<Range> {
  for (let first = 1; first <= amount; first += size) yield { first, last: Math.min(first + size - 1, amount) }
}

async function deployFilled(script: string): Promise<Deployment> {
  const deployment = await deploy(script)
  await deployment.call('prepare')
  for (const range of ranges(messagesOfRequest)) await deployment.call('fill', range)
  return deployment
}

async function moveAll(deployment: Deployment, way: Way): Promise<TimedUse[]> {
  const steps: TimedUse[] = []
  for (const range of ranges(messagesOfStep)) steps.push(await timed(() => deployment.call('move', { ...range, way })))
  return steps
}

/** Merges the search index until a step changes nothing. */
async function mergeAll(deployment: Deployment): Promise<TimedUse[]> {
  const steps = [await timed(() => deployment.call('merge', { pages: -pagesOfMerge }))]
  let isDone = false
  while (!isDone) {
    const step = await timed(() => deployment.call('merge', { pages: pagesOfMerge }))
    isDone = step.messages === steps.at(-1)!.messages
    steps.push(step)
  }
  return steps
}

const total = (steps: readonly TimedUse[], field: keyof TimedUse): number =>
  steps.reduce((sum, step) => sum + step[field], 0)

const longest = (steps: readonly TimedUse[]): number => Math.max(...steps.map(({ ms }) => ms))

type Cell = string | number

function print(...rows: readonly (readonly Cell[])[]): void {
  for (const row of rows)
    process.stdout.write(`| ${row.map((cell) => (typeof cell === 'number' ? rounded(cell) : cell)).join(' | ')} |\n`)
}

function printHeading(...names: string[]): void {
  process.stdout.write('\n')
  print(
    names,
    names.map((_, index) => (index === 0 ? '---' : '---:')),
  )
}

const rounded = (number: number): string =>
  number >= 10 || Number.isInteger(number) ? Math.round(number).toLocaleString('en') : number.toFixed(2)

const bytesRow = (name: string, { free, ...used }: DatabaseBytes): Cell[] => {
  const parts = [used.rows, used.indexes, used.search]
  return [name, ...[...parts, parts.reduce((sum, one) => sum + one, 0), free].map((bytes) => bytes / amount)]
}

const moveRows = (name: string, steps: readonly TimedUse[]): Cell[][] => [
  [
    `a message, when ${name}`,
    ...(['databaseRead', 'databaseWritten', 'objectRead', 'objectWritten', 'ms'] as const).map(
      (field) => total(steps, field) / amount,
    ),
  ],
  [`the longest step of ${messagesOfStep}`, '', '', '', '', longest(steps)],
]

/** Small numbers are frequent words. */
const [first, second, third, rare] = [1, 2, 3, 4321].map(wordOf) as [string, string, string, string]

/** A stream with three of a thousand messages: small numbers are frequent places. */
const smallPlace = 49

/** More places than become words of the index. */
const emptyPlaces = Array.from({ length: 200 }, (_, index) => 1000 + index)

const searches = Object.entries<Pick<SearchOptions, 'words'> & Partial<SearchOptions>>({
  'a rare word': { words: [rare] },
  'a frequent word': { words: [first] },
  'three frequent words': { words: [first, second, third] },
  'a phrase of two frequent words': { words: [first, second], phrases: [`${first} ${second}`] },
  'a frequent word by one sender': { words: [first], sender_id: 42 },
  'a frequent word in a small stream': { words: [first], recipient_id: smallPlace },
  'a frequent word, by somebody with access to a small stream': { words: [first], readable_ids: [smallPlace] },
  'a frequent word, by somebody with access to 200 empty places': { words: [first], readable_ids: emptyPlaces },
}).map(([name, options]) => ({
  name,
  options: { phrases: [], sender_id: null, recipient_id: null, readable_ids: null, ...options },
}))

/** Reads that a database with texts answers alone, and one without them together with the object. */
const reads = [
  { name: 'a page of a topic', method: 'page', options: { recipient_id: 1, topic: 'the topic 1' } },
  { name: 'a page of an export', method: 'run', options: { first: 1, last: messagesOfPage } },
  ...searches.map(({ name, options }) => ({ name, method: 'search', options })),
]

const script = bundle('bench/old-texts/wrangler.toml')
const database = await deployFilled(script)
const both = await deployFilled(script)
try {
  printHeading('bytes of the database for a message', 'rows', 'other indexes', 'search index', 'all', 'free pages')
  print(bytesRow('before', both.databaseBytes()))
  const inserts = await moveAll(both, 'insert')
  print(bytesRow('rows are deleted and inserted', both.databaseBytes()))
  const merges = await mergeAll(both)
  await both.call('checkIndex')
  print(bytesRow('then the search index is merged', both.databaseBytes()), [
    'the object',
    '',
    '',
    '',
    (await both.objectBytes()) / amount,
    '',
  ])

  printHeading(
    'reading',
    'found',
    'rows',
    'ms',
    'rows of the database',
    'rows of the object',
    'requests',
    'ms',
    'ratio',
  )
  for (const { name, method, options } of reads) {
    const [before, after] = (await compareWorks([
      () => database.call(method, { ...options, isOld: false }),
      () => both.call(method, { ...options, isOld: true }),
    ])) as [TimedUse, TimedUse]
    print([
      name,
      before.messages === after.messages ? after.messages : `${before.messages}, then ${after.messages}`,
      before.databaseRead,
      before.ms,
      after.databaseRead,
      after.objectRead,
      after.objectRequests,
      after.ms,
      after.ms / before.ms,
    ])
  }

  const updates = await moveAll(database, 'update')
  printHeading('bytes of the database for a message', 'rows', 'other indexes', 'search index', 'all', 'free pages')
  print(bytesRow('rows are updated', database.databaseBytes()))

  printHeading('moving', 'database read', 'database written', 'object read', 'object written', 'ms')
  print(
    ...moveRows('rows are updated', updates),
    ...moveRows('rows are deleted and inserted', inserts),
    [
      `merging the search index in ${merges.length} steps`,
      total(merges, 'databaseRead'),
      total(merges, 'databaseWritten'),
      '',
      '',
      total(merges, 'ms'),
    ],
    ['the longest of these steps', '', '', '', '', longest(merges)],
  )

  printHeading('deleting', 'object read', 'object written', 'ms')
  const { objectRead, objectWritten, ms } = await timed(() => both.call('forget', { first: 1, last: messagesOfPage }))
  print([`the texts of ${messagesOfPage} messages`, objectRead, objectWritten, ms])
} finally {
  await database.stop()
  await both.stop()
}
