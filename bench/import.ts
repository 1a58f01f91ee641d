/**
 * `npm run bench:import`: an archive of Slack with 50,000 messages (or the number given) and files. It measures how long a look
 * takes that sends nothing (`--dry-run`) and how much memory, how fast the archive goes into a server on this machine and how many
 * rows that writes, and how soon a member's messages are answered meanwhile, beside the same when nothing is imported. The member
 * may get no event and no unread message of the history.
 *
 * It ends with 1 when a goal is missed. Wall time is that of this machine with whatever else it does; so the processor time of
 * the command is printed beside it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Meter } from './day/usage.ts'
import { runImport } from './import/command.ts'
import { Member, unreadOf } from './import/member.ts'
import { addressOf, linkShare, slackArchive } from './import/slack-archive.ts'
import { fetchLocally } from '../dev/run/fetch-locally.ts'
import { found, password, personAt, setupToken, type Organization, type Person } from '../dev/run/organization.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'

const messages = Number(process.argv[2] ?? 50_000)

/** A message with a link takes one row more. */
const goals = { drySeconds: 10, dryMebibytes: 300, messagesPerSecond: 1000, rowsPerMessage: 4 + linkShare, sendMs: 250 }

/** Messages that a member sends when nothing is imported. */
const quietSends = 150

/** Somebody of the archive who comes while it arrives. */
const claimer = 7

const folder = mkdtempSync(join(tmpdir(), 'rivulet-bench-import-'))
const archive = join(folder, 'slack.zip')
const port = await freePort()
const settings = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`, 'IMPORT_DAILY_ROWS:off']
const quotas = ['QUOTA_ROWS_WRITTEN:1000000000', 'QUOTA_ROWS_READ:1000000000000']
const server = await ServerProcess.start(
  port,
  join(folder, 'state'),
  '--empty',
  ...[...settings, ...quotas].flatMap((one) => ['--var', one]),
)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function judge(name: string, value: number, isMet: boolean, goal: string): void {
  say(
    `${name}: ${value.toLocaleString('en', { maximumFractionDigits: 2 })} (goal ${goal}: ${isMet ? 'met' : 'MISSED'})`,
  )
  if (!isMet) process.exitCode = 1
}

const atMost = (name: string, value: number, goal: number): void => judge(name, value, value <= goal, `at most ${goal}`)

const foundOrganization = (string_id: string): Promise<Organization> =>
  found(port, { name: string_id, string_id, owner: 'Olga Owner' })

async function importInto({ origin, owner }: Organization) {
  const { api_key } = await owner.wire.ask('POST /fetch_api_key', { username: owner.email, password })
  return runImport([archive, '--site', origin, '--user', owner.email], { RIVULET_API_KEY: api_key })
}

/** Messages that the import has brought so far. */
async function countImported({ owner }: Organization): Promise<number> {
  const { imports } = await owner.wire.ask('GET /import')
  return imports[0]?.counts.messages?.imported ?? 0
}

async function importQuietly(total: number): Promise<void> {
  const organization = await foundOrganization('quiet')
  const meter = await Meter.of(() => organization.owner.wire.ask('GET /realm/usage'))
  let rate = 0
  let perMessage = { written: 0, read: 0 }
  const everything = await meter.during(async () => {
    const running = importInto(organization)
    await arrival(organization, 1)
    let arrivals: [number, number][] = []
    const used = await meter.during(async () => {
      arrivals = [await arrival(organization, 1), await arrival(organization, total)]
    })
    const [[first, start], [last, end]] = arrivals as [[number, number], [number, number]]
    rate = ((last - first) * 1000) / (end - start)
    perMessage = { written: used.rows_written / (last - first), read: used.rows_read / (last - first) }
    const { seconds, processorSeconds, maxMebibytes } = await running
    say(
      `import of everything: ${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of the processor and ` +
        `${maxMebibytes.toFixed(0)} MiB of memory of the command`,
    )
  })
  judge('messages in a second', rate, rate >= goals.messagesPerSecond, `at least ${goals.messagesPerSecond}`)
  atMost('rows written for a message', perMessage.written, goals.rowsPerMessage)
  say(`rows read for a message: ${perMessage.read.toFixed(1)}`)
  say(`rows written for everything: ${everything.rows_written.toLocaleString('en')}`)
}

/** Waits until at least this many messages have arrived. Returns their number and the time. */
async function arrival(organization: Organization, amount: number): Promise<[number, number]> {
  for (;;) {
    const count = await countImported(organization)
    if (count >= amount) return [count, performance.now()]
    await setTimeout(100)
  }
}

async function importBesideMember(): Promise<void> {
  const organization = await foundOrganization('busy')
  let isImporting = true
  const running = importInto(organization).finally(() => (isImporting = false))
  await arrival(organization, 1)
  const member = await Member.open(await claimPerson(organization))
  const before = member.unread
  const times = await member.talk('harbour-0', () => isImporting)
  await running
  let rest = quietSends
  const quietTimes = await member.talk('harbour-0', () => (rest -= 1) >= 0)
  await member.leave()
  const after = await unreadOf(await personAt(organization.origin, addressOf(claimer)))
  say(`messages of a member meanwhile: ${times.length}; afterwards: ${quietTimes.length}`)
  for (const share of [0.5, 0.95]) {
    say(`afterwards, ms until the answer, ${share * 100} of 100: ${percentile(quietTimes, share).toFixed(0)}`)
    atMost(`meanwhile, ms until the answer, ${share * 100} of 100`, percentile(times, share), goals.sendMs)
  }
  say(`meanwhile, ms until the slowest answer: ${percentile(times, 1).toFixed(0)}`)
  atMost('unread messages more than before', after - before, 0)
  const foreign = [...member.foreign].map(([type, count]) => `${count} ${type}`).join(', ')
  atMost(`events that history caused (${foreign || 'none'})`, member.foreign.get('message') ?? 0, 0)
}

/** Somebody of the archive who has got a link and set a password. */
async function claimPerson({ owner, origin }: Organization): Promise<Person> {
  const email = addressOf(claimer)
  const { people } = await owner.wire.ask('GET /import/claims')
  const { user_id } = people.find((person) => person.email === email)!
  const { links } = await owner.wire.ask('POST /import/claims', { user_ids: [user_id] })
  const body = new URLSearchParams({ key: links[0]!.url.split('/').at(-1)!, new_password: password })
  await fetchLocally(`${origin}/api/v1/password_reset/confirm`, { method: 'POST', body })
  return personAt(origin, email)
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!

try {
  say(`load of the machine: ${loadavg()[0]!.toFixed(1)}`)
  writeFileSync(archive, slackArchive(messages))
  const dry = await runImport([archive, '--dry-run'])
  say(`dry run: ${JSON.stringify(dry.summary)}`)
  atMost('dry run, seconds', dry.seconds, goals.drySeconds)
  say(`dry run, seconds of the processor: ${dry.processorSeconds.toFixed(1)}`)
  atMost('dry run, MiB of memory', dry.maxMebibytes, goals.dryMebibytes)
  await importQuietly(dry.summary['messages'] as number)
  await importBesideMember()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
