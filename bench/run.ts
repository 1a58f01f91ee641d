/**
 * `npm run bench`: how fast Rivulet is beside a bare Worker that does the least possible for the same request (a Hono
 * route with one D1 statement, `bare.ts`). Both run in the same workerd, each on a local D1 database with the same
 * tables and rows, and the load goes straight to workerd: `wrangler dev` would put a proxy in front that costs more
 * than either.
 *
 * Each figure is measured in rounds that alternate, ours, bare, ours, bare, ... after a warm-up. `ratio` is the median
 * of the ratios of neighbouring rounds, so that what else the machine does hits both alike; `ours` and `bare` are the
 * medians by themselves and mean little on another machine. Processor time is that of the whole workerd process, the
 * local stand-in for D1 included, divided by the requests; on the free plan a request may take 10 ms of it.
 *
 * It ends with 0 also when a goal is missed, and with 1 when anything but 200 was answered.
 */
import { looking } from './client-views.ts'
import { following } from './client.ts'
import { grow } from './crowd.ts'
import { broadcast, median, sendToDelivery, type Timing } from './delivery.ts'
import { load, send, type Limits, type Sending } from './load.ts'
import { found, type Organization } from './organization.ts'
import { rendering } from './markdown.ts'
import { start, type Server } from './server.ts'

interface Figure {
  readonly name: string
  /** Requests a second of `ours`, divided by those of `bare`. */
  readonly goal: number
  readonly connections: number
  readonly ours: () => Sending
  readonly bare: () => Sending
}

const figuresOf = (organization: Organization): Figure[] => [
  {
    name: 'GET /messages, 100 newest',
    goal: 0.8,
    connections: 32,
    ours: () => organization.getMessages(false),
    bare: () => organization.selectRows(false),
  },
  {
    name: 'GET /messages, 100 newest of a stream',
    goal: 0.8,
    connections: 32,
    ours: () => organization.getMessages(true),
    bare: () => organization.selectRows(true),
  },
  {
    name: 'POST /messages',
    goal: 1,
    connections: 32,
    ours: organization.sendMessage,
    bare: organization.insertRow,
  },
]

const rounds = 11
const round = { seconds: 1, maxRequests: 5000 }
const warmUp = { seconds: 2, maxRequests: 5000 }
const maxMinutes = 3

/** Requests a second in one round, and milliseconds of processor time for each request. */
interface RoundResult {
  readonly rate: number
  readonly time: number
}

async function measure(server: Server, next: () => Sending, limits: Limits): Promise<RoundResult> {
  const before = server.processorTime()
  const { requests, seconds } = await load(next, limits)
  return { rate: requests / seconds, time: (server.processorTime() - before) / requests }
}

async function alternate(server: Server, { connections, ours, bare }: Figure): Promise<[RoundResult, RoundResult][]> {
  const pair = async (limits: Omit<Limits, 'connections'>): Promise<[RoundResult, RoundResult]> => [
    await measure(server, ours, { connections, ...limits }),
    await measure(server, bare, { connections, ...limits }),
  ]
  await pair(warmUp)
  const pairs: [RoundResult, RoundResult][] = []
  while (pairs.length < rounds) pairs.push(await pair(round))
  return pairs
}

/** Both must answer with the 100 rows that the comparison is about. */
async function assertSameRows({ getMessages, selectRows }: Organization): Promise<void> {
  for (const narrowed of [false, true]) {
    const [ours, bare] = (await Promise.all([send(getMessages(narrowed)), send(selectRows(narrowed))])).map((body) =>
      (JSON.parse(body) as { messages: { id: number }[] }).messages.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    if (ours!.length !== 100 || ours!.join() !== bare!.join()) throw new Error('The bare Worker answers other messages')
  }
}

function rowsOf({ name, goal, connections }: Figure, pairs: [RoundResult, RoundResult][]): string[][] {
  const of = (read: (pair: [RoundResult, RoundResult]) => number) => median(pairs.map(read))
  const ratio = of(([ours, bare]) => ours.rate / bare.rate)
  return [
    [
      `${name}, ${connections} connections: requests/s`,
      of(([ours]) => ours.rate).toFixed(0),
      of(([, bare]) => bare.rate).toFixed(0),
      ratio.toFixed(2),
      `>= ${goal.toFixed(2)}`,
      ratio >= goal ? 'met' : 'MISSED',
    ],
    [
      `${name}: processor time, ms a request`,
      of(([ours]) => ours.time).toFixed(2),
      of(([, bare]) => bare.time).toFixed(2),
      of(([ours, bare]) => ours.time / bare.time).toFixed(2),
      '',
      '',
    ],
  ]
}

const verdict = (limit: string, isMet: boolean): string[] => [limit, isMet ? 'met' : 'MISSED']

function rowOf({ name, ours, bare, goal, maximum }: Timing): string[] {
  const ratio = ours / bare
  return [
    name,
    ours.toFixed(1),
    bare.toFixed(1),
    ratio.toFixed(2),
    ...(maximum === undefined ? [] : verdict(`ours <= ${maximum}`, ours <= maximum)),
    ...(goal === undefined ? [] : verdict(`<= ${goal.toFixed(2)}`, ratio <= goal)),
    '',
    '',
  ].slice(0, 6)
}

function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))))
    .map((row) => row.join('  ').trimEnd() + '\n')
    .join('')
}

async function run(): Promise<void> {
  const server = await start()
  try {
    const organization = await found(server)
    await assertSameRows(organization)
    const rows = [['figure', 'ours', 'bare', 'ratio', 'goal', '']]
    for (const figure of figuresOf(organization)) rows.push(...rowsOf(figure, await alternate(server, figure)))
    rows.push(...(await sendToDelivery(server, organization)).map(rowOf))
    rows.push(...(await broadcast(server, organization)).map(rowOf))
    rows.push(...(await rendering()).map(rowOf))
    rows.push(...(await following()).map(rowOf), ...(await looking()).map(rowOf))
    const registering = await grow(server, organization)
    const { time } = await measure(server, registering, { connections: 4, seconds: 5, maxRequests: 300 })
    rows.push(['POST /register of 1,000 people: processor time, ms a request', time.toFixed(2), '', '', '', ''])
    process.stdout.write(table(rows))
  } finally {
    await server.stop()
  }
}

const deadline = setTimeout(() => {
  console.error(`The bench took longer than ${maxMinutes} minutes.`)
  process.exit(1)
}, maxMinutes * 60_000)

try {
  await run()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  clearTimeout(deadline)
}
