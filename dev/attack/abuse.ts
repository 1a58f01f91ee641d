/**
 * `npm run abuse -- SECONDS`: attacks a real server with its limits on, by the ways of `abuse-ways.ts` and by random requests,
 * from some accounts and from strangers, while ten ordinary people chat. 95 % of their sends must take less than a second; on a
 * machine that is n times as slow at that moment, less than n seconds. Every one must be answered. No message may be lost, no
 * request may end in a fault of the server, and nobody may get what they are not allowed to. The server may grow by 200 MB, the
 * database in proportion to what was accepted, and everything must work afterwards.
 *
 * Before that, it plays a day of one hostile person with bots and invited accounts: `abuse-day.ts`.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Credentials, type Tally } from './abuse-account.ts'
import { abuseDay } from './abuse-day.ts'
import type { Assignment } from './abuse-hostile.ts'
import { Machine } from './abuse-machine.ts'
import { Ordinary } from './abuse-ordinary.ts'
import { bytesIn, memoryOf, ServerProcess, freePort } from '../run/server-process.ts'

const seconds = Number(process.argv[2] ?? 60)
const mebibyte = 1024 * 1024

const limits = {
  /** A send takes at most this long on an idle machine. */
  sendMs: 1000,
  /** This share of the sends may take longer, because the machine may pause at any moment. */
  lateShare: 0.05,
  /** A login works this long afterwards, because the last guesses at passwords are still in the queue. */
  loginWaitMs: 30_000,
  /** The memory of the server may grow by this much. Here the database and the bucket are in the same process. */
  memoryGrowthBytes: 200 * mebibyte,
  /** Bytes of the database per accepted byte: the HTML of a message has up to twenty times the bytes of its text. */
  growthPerByte: 25,
  /** Bytes of the database per accepted change: rows have more columns than their texts, and the file grows in steps. */
  growthPerChange: 4096,
  /** The database may grow by this much in any case. */
  growthAnywayBytes: 8 * mebibyte,
}

const port = await freePort()
const base = `http://localhost:${port}/api/v1`
const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const problems: string[] = await abuseDay()
const server = await ServerProcess.start(port, state)
// A server that hangs gives no response, and neither would this script without a deadline.
const deadline = setTimeout(() => void end('it was not over in time'), (seconds + 55) * 1000 + limits.loginWaitMs)
try {
  // The last person does nothing until the others are done, so that they reach no limit.
  const people = await newPeople(11, 'tea')
  const hostile = [
    ...(await newPeople(3, 'foe')),
    ...(await Promise.all(['admin', 'moderator', 'guest', 'bot'].map((name) => credentialsOf(`${name}@demo.test`)))),
  ]
  await linkForOwners()
  const chatting = await Promise.all(
    people
      .slice(0, -1)
      .map((person, index) => Ordinary.begin(addressOf(person), `tea${index}`, index % 2 === 0 ? 'polling' : 'socket')),
  )
  const machine = new Machine()
  const running = chatting.map((person) => person.run())

  // Memory that the server needs on an ordinary day must not count as growth.
  await Promise.all(hostile.map(behaveWell))
  const before = { memory: memoryOf(server), database: bytesIn(join(state, 'v3', 'd1')) }
  const watch = watchMemory()
  const tally = await runHostileProcess({
    base,
    accounts: hostile,
    time: seconds * 1000,
    seed: Number(process.env['SEED'] ?? 1),
  })
  const databaseGrown = bytesIn(join(state, 'v3', 'd1')) - before.database

  // The ordinary people continue for a while without the hostile ones.
  await pause(3000)
  for (const person of chatting) person.stop()
  await Promise.all(running)
  machine.stop()

  const grown = { atMost: watch.stop() - before.memory, inTheEnd: memoryOf(server) - before.memory }
  await judge(chatting, machine, tally, grown, databaseGrown)
  await checkThatAllWorks(people.at(-1)!)
} catch (error) {
  problems.push(String(error))
}
await end()

async function end(problem?: string): Promise<never> {
  clearTimeout(deadline)
  if (problem !== undefined) problems.push(problem)
  await server.stop('SIGKILL')
  rmSync(state, { recursive: true, force: true })
  process.stdout.write(`${problems.length} problems\n${problems.slice(0, 20).join('\n')}\n`)
  process.exit(problems.length === 0 ? 0 : 1)
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) problems.push(otherwise)
}

function addressOf({ email, key }: Credentials) {
  return { base, headers: { Authorization: `Basic ${btoa(`${email}:${key}`)}` } }
}

interface Asking {
  by?: Credentials
  /** The IP address that the request seems to come from; by default the one of the hostile accounts. */
  network?: string
  /** Milliseconds for which it is repeated while the server says so. */
  patience?: number
}

async function askOrFail(
  path: string,
  params: Record<string, string>,
  { by, network, patience = 0 }: Asking = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(base + path, {
    method: 'POST',
    body: new URLSearchParams(params),
    headers: { ...(by && addressOf(by).headers), ...(network !== undefined && { 'CF-Connecting-IP': network }) },
  })
  const answer = await response.json<Record<string, unknown>>()
  const wait = Number(answer['retry-after']) * 1000
  if (wait <= patience) {
    await pause(wait)
    return askOrFail(path, params, { ...(by && { by }), ...(network && { network }), patience: patience - wait })
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

async function credentialsOf(email: string): Promise<Credentials> {
  const { api_key } = await askOrFail('/dev_fetch_api_key', { username: email })
  return { email, key: api_key as string }
}

async function newPeople(amount: number, name: string): Promise<Credentials[]> {
  const owner = await credentialsOf('owner@demo.test')
  const made: Credentials[] = []
  while (made.length < amount) {
    const email = `${name}${made.length}@demo.test`
    await askOrFail(
      '/users',
      { email, full_name: `${name}${made.length}`, password: 'correct horse battery' },
      { by: owner },
    )
    made.push(await credentialsOf(email))
  }
  return made
}

/** Sends ordinary requests for a while, so that the server takes the memory that it needs. */
async function behaveWell(person: Credentials): Promise<void> {
  const { headers } = addressOf(person)
  const get = async (path: string) => (await fetch(base + path, { headers })).text()
  for (let round = 0; round < 15; round += 1) {
    await askOrFail('/register', {}, { by: person })
    await askOrFail('/messages/render', { content: `**${round}** `.repeat(1000) }, { by: person })
    await get('/messages?anchor=newest&num_before=100&num_after=0')
    await get('/users')
    await get('/openapi.json')
  }
}

/** A link by which the hostile accounts might become owners. */
async function linkForOwners(): Promise<void> {
  const owner = await credentialsOf('owner@demo.test')
  await askOrFail('/invites/multiuse', { invite_as: '100' }, { by: owner })
  await askOrFail('/invites/multiuse', { invite_as: '400' }, { by: owner })
}

function watchMemory(): { stop: () => number } {
  let highest = 0
  const measureMemory = () => (highest = Math.max(highest, memoryOf(server)))
  const timer = setInterval(measureMemory, 500)
  return {
    stop: () => {
      clearInterval(timer)
      measureMemory()
      return highest
    },
  }
}

/** Runs the hostile process and resolves with its counts. */
function runHostileProcess(assignment: Assignment): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'abuse-hostile.ts'))
    child.once('message', (tally) => resolve(tally as Tally))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The hostile accounts ended with ${code}`)))
    child.send(assignment)
  })
}

interface Growth {
  atMost: number
  inTheEnd: number
}

async function judge(
  chatting: Ordinary[],
  machine: Machine,
  tally: Tally,
  grown: Growth,
  databaseGrown: number,
): Promise<void> {
  const sent = chatting
    .flatMap((person) => person.sent)
    .map((message) => ({ ...message, slowdown: machine.slowdown(message.begun, message.begun + message.took) }))
  const slowest = Math.max(...sent.map(({ took }) => took))
  const slowdown = medianOf(sent.map((message) => message.slowdown))
  const late = sent.filter((message) => message.took > limits.sendMs * message.slowdown).length
  const { statuses, accepted, acceptedBytes, faults, gains } = tally
  process.stdout.write(
    [
      `hostile requests by status: ${JSON.stringify(statuses)}`,
      `accepted changes: ${accepted}, ${(acceptedBytes / mebibyte).toFixed(1)} MiB; the database grew by ${(databaseGrown / mebibyte).toFixed(1)} MiB`,
      `ordinary messages: ${sent.length}, median ${Math.round(medianOf(sent.map(({ took }) => took)))} ms, slowest ${Math.round(slowest)} ms, ${late} too late`,
      `the machine computed ${slowdown.toFixed(1)} times as slowly as an idle one`,
      `the server grew by ${Math.round(grown.inTheEnd / mebibyte)} MiB, and by ${Math.round(grown.atMost / mebibyte)} MiB at its largest`,
      '',
    ].join('\n'),
  )
  expect(
    late <= limits.lateShare * sent.length,
    `${late} of ${sent.length} sends took over ${limits.sendMs} ms on a machine ${slowdown.toFixed(1)} times as slow as an idle one`,
  )
  expect(
    !(grown.inTheEnd > limits.memoryGrowthBytes),
    `the server grew by ${Math.round(grown.inTheEnd / mebibyte)} MiB`,
  )
  const mayGrow = limits.growthAnywayBytes + limits.growthPerByte * acceptedBytes + limits.growthPerChange * accepted
  expect(databaseGrown < mayGrow, `the database grew by ${databaseGrown} bytes, ${mayGrow} were to be expected`)
  problems.push(...faults, ...gains, ...chatting.flatMap((person) => person.problems))
  const ids = sent.map(({ id }) => id)
  const missedBy = await Promise.all(chatting.map((person) => person.waitForMissing(ids)))
  for (const [index, missed] of missedBy.entries()) {
    expect(
      missed.length === 0,
      `person ${index} did not hear of ${missed.length} messages once: ${missed.slice(0, 5).join(', ')}`,
    )
  }
}

/** Checks that a person from another IP address can log in, send a message, find it, and get its event. */
async function checkThatAllWorks(person: Credentials): Promise<void> {
  const login = { username: person.email, password: 'correct horse battery' }
  const network = '192.0.2.7'
  const { api_key } = await askOrFail('/fetch_api_key', login, { network, patience: limits.loginWaitMs })
  const by = { email: person.email, key: api_key as string }
  const headers = { ...addressOf(by).headers, 'CF-Connecting-IP': network }
  const { queue_id, last_event_id } = await askOrFail('/register', { event_types: '["message"]' }, { by, network })
  const message = { type: 'stream', to: 'general', topic: 'after', content: 'still here' }
  await askOrFail('/messages', message, { by, network })
  const query = new URLSearchParams({ queue_id: String(queue_id), last_event_id: String(last_event_id) })
  const eventsText = await (await fetch(`${base}/events?${query.toString()}`, { headers })).text()
  expect(eventsText.includes('still here'), `an event was not told: ${eventsText.slice(0, 200)}`)
  const narrow = encodeURIComponent('[["topic","after"]]')
  const found = await (
    await fetch(`${base}/messages?anchor=newest&num_before=5&num_after=0&narrow=${narrow}`, { headers })
  ).text()
  expect(found.includes('still here'), `a message was not found: ${found.slice(0, 200)}`)
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
