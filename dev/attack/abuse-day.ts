/**
 * A whole day of one hostile person, for `abuse.ts`. The server's plan is so small that seconds use up its day. A member with
 * bots and twenty accounts that they invited takes all they can get, while ten people whom the owner invited chat. The hostile
 * person must leave half of each quota to the others, no ordinary person may be refused anything, no lost right may come back,
 * and after the deactivation every account of the hostile person must be refused.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account, emptyTally, type Answer } from './abuse-account.ts'
import { freePort, ServerProcess } from '../run/server-process.ts'

/** Daily quotas, so small that some seconds use them up. */
const plan = {
  QUOTA_ROWS_WRITTEN: 12_000,
  QUOTA_ROWS_READ: 1_000_000,
  QUOTA_OBJECT_REQUESTS: 5000,
  QUOTA_OBJECT_ROWS_WRITTEN: 12_000,
  QUOTA_R2_READS: 500,
  QUOTA_R2_WRITES: 500,
  ROWS_WRITTEN_PER_DAY: 1600,
  ROWS_READ_PER_DAY: 200_000,
  UPLOAD_QUOTA_MIB: 8,
  // A day passes within seconds, so limits by the minute must not come first.
  REQUESTS_PER_MINUTE: 1_000_000,
  MESSAGES_PER_MINUTE: 1_000_000,
  FILES_PER_MINUTE: 1_000_000,
}

/** Seconds for which the hostile accounts try to use up a resource. */
const drainSeconds = 6

const puppetCount = 20
const botCount = 5

const password = 'correct horse battery'
const tally = emptyTally()
const problems: string[] = []

function expect(holds: boolean, otherwise: string): void {
  if (!holds) problems.push(otherwise)
}

/** Sends a request that must succeed. */
async function askOrFail(by: Account, method: string, path: string, params = {}, sent = {}): Promise<Answer> {
  const answer = await by.ask(method, path, params, sent)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${String(answer.msg)}`)
  return answer
}

interface Member {
  readonly account: Account
  readonly user_id: number
}

/** An organization with its owner. */
interface Scene {
  readonly base: string
  readonly owner: Account
  readonly stream_id: number
}

let networks = 0

/** A new IP address, because only few people may join from the same one in an hour. */
const network = () => `198.51.100.${(networks += 1)}`

async function developer(base: string, email: string): Promise<Account> {
  const { api_key } = await askOrFail(new Account(base, null, tally), 'POST', '/dev_fetch_api_key', { username: email })
  return new Account(base, { email, key: api_key as string }, tally)
}

async function joinByLink({ base }: Scene, link: string, name: string): Promise<Member> {
  const email = `${name}@example.org`
  const details = { invitation_key: link.split('/').at(-1)!, email, full_name: name, password }
  const anybody = new Account(base, null, tally)
  const { api_key, user_id } = await askOrFail(anybody, 'POST', '/join', details, { network: network() })
  return { account: new Account(base, { email, key: api_key as string }, tally), user_id: user_id as number }
}

/** The link of an invitation for one email address. */
async function invitation(by: Account, { stream_id }: Scene, name: string): Promise<string> {
  const invitee = { invitee_emails: `${name}@example.org`, stream_ids: [stream_id] }
  const { invitations } = await askOrFail(by, 'POST', '/invites', invitee)
  return (invitations as { link_url: string }[])[0]!.link_url
}

async function newBot(owner: Account, name: string): Promise<Member> {
  const created = await askOrFail(owner, 'POST', '/bots', { full_name: name, short_name: name })
  const { user } = await askOrFail(owner, 'GET', `/users/${Number(created['user_id'])}`)
  const { email } = user as { email: string }
  return {
    account: new Account(owner.base, { email, key: created['api_key'] as string }, tally),
    user_id: created['user_id'] as number,
  }
}

/** Repeats a request with each account in turn, until all are refused or the time is over. */
async function drain(accounts: readonly Account[], use: (by: Account, turn: number) => Promise<Answer>): Promise<void> {
  const end = Date.now() + drainSeconds * 1000
  await Promise.all(
    accounts.map(async (by) => {
      for (let turn = 0, refused = 0; refused < 3 && Date.now() < end; turn += 1)
        refused = (await use(by, turn)).status === 200 ? 0 : refused + 1
    }),
  )
}

function upload(by: Account, bytes: number): Promise<Answer> {
  const form = new FormData()
  form.set('file', new File(['f'.repeat(bytes)], 'tide.bin'))
  return by.ask('POST', '/user_uploads', {}, { body: form })
}

/** Sends meaningless messages on a socket at the highest allowed rate, until it is closed or the time is over. */
async function chatter(by: Account): Promise<Answer> {
  const { queue_id, last_event_id, status } = await by.ask('POST', '/register', { event_types: '["message"]' })
  const { ticket } = await by.ask('POST', '/events/ticket')
  if (typeof queue_id !== 'string' || typeof ticket !== 'string') return { status }
  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id), ticket })
  const socket = new WebSocket(`${by.base.replace('http', 'ws')}/events?${query.toString()}`)
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ last_event_id: -1 }))
    }, 60)
    const end = () => {
      clearInterval(timer)
      clearTimeout(deadline)
      resolve()
    }
    const deadline = setTimeout(() => {
      socket.close()
      end()
    }, drainSeconds * 1000)
    socket.addEventListener('close', end)
    socket.addEventListener('error', end)
  })
  return { status: 200 }
}

/** The use of each daily quota. */
async function usage({ owner }: Scene): Promise<Map<string, { value: number; quota: number | null }>> {
  const { resources } = await askOrFail(owner, 'GET', '/realm/usage')
  const all = resources as { name: string; quota: number | null; today: { value: number } }[]
  return new Map(all.map(({ name, quota, today }) => [name, { value: today.value, quota }]))
}

/** Ten people who chat all the time. */
class Crew {
  private isStopped = false
  private readonly people: readonly Member[]

  constructor(people: readonly Member[]) {
    this.people = people
  }

  async run(): Promise<void> {
    for (let round = 0; !this.isStopped; round += 1) {
      const message = { type: 'stream', to: 'general', topic: 'tea', content: `ordinary ${round}` }
      for (const { account } of this.people) {
        const { status, msg } = await account.ask('POST', '/messages', message)
        expect(status === 200, `somebody ordinary was refused: ${status} ${String(msg)}`)
        await new Promise((resolve) => setTimeout(resolve, 400))
      }
    }
  }

  stop(): void {
    this.isStopped = true
  }
}

/** The hostile person with their bots, and the accounts that they invited. */
interface Hostile {
  readonly self: Member
  readonly bots: readonly Member[]
  readonly puppets: readonly Member[]
}

async function arrive(scene: Scene): Promise<Hostile> {
  const self = await joinByLink(scene, await invitation(scene.owner, scene, 'mallory'), 'mallory')
  const bots: Member[] = []
  for (let index = 0; index < botCount; index += 1) bots.push(await newBot(self.account, `malbot${index}`))
  const puppets: Member[] = []
  for (let index = 0; index < puppetCount; index += 1) {
    const name = `puppet${index}`
    puppets.push(await joinByLink(scene, await invitation(self.account, scene, name), name))
  }
  return { self, bots, puppets }
}

const accountsOf = ({ self, bots, puppets }: Hostile): Account[] =>
  [self, ...bots, ...puppets].map(({ account }) => account)

/** Takes as much of every resource as the server allows. */
async function takeAll(scene: Scene, hostile: Hostile): Promise<void> {
  const all = accountsOf(hostile)
  const some = all.filter((_, index) => index % 4 === 0)
  const file = await upload(hostile.self.account, 1000)
  const site = scene.base.replace('/api/v1', '')
  // In this order: an account that has used up its reads or object requests is refused everything else.
  await Promise.all([
    drain(some, (by) => upload(by, 200_000)),
    drain(some, (by, turn) => by.ask('PUT', '/bot_storage', { storage: { [`k${turn}`]: 's'.repeat(200_000) } })),
    drain(all, (by, turn) =>
      by.ask('POST', '/user_groups/create', { name: nameFor(by, turn), description: '', members: [] }),
    ),
  ])
  await drain(all, (by, turn) =>
    by.ask('POST', '/messages', { type: 'stream', to: 'general', topic: 'noise', content: `noise ${turn}` }),
  )
  await drain(some, async (by) => {
    const response = await fetch(site + String(file['uri']), { headers: by.authorization })
    await response.arrayBuffer()
    return { status: response.status }
  })
  await Promise.all([
    drain(some, (by) => chatter(by)),
    drain(all, (by) => by.ask('POST', '/typing', { op: 'start', to: [hostile.self.user_id] })),
  ])
  await drain(all, (by) => by.ask('GET', '/messages', { anchor: 'newest', num_before: 200, num_after: 0 }))
}

const nameFor = ({ credentials }: Account, turn: number): string => `${turn} of ${credentials!.email}`.slice(0, 50)

/** Checks what is left for the others. */
async function expectShares(
  scene: Scene,
  before: Awaited<ReturnType<typeof usage>>,
  crew: readonly Member[],
): Promise<void> {
  const after = await usage(scene)
  const lines: string[] = []
  for (const [name, { value, quota }] of after) {
    if (quota === null || name === 'worker_requests' || name === 'object_gb_seconds' || name === 'database_bytes')
      continue
    const used = value - before.get(name)!.value
    lines.push(`${name} ${Math.round((100 * used) / quota)} %`)
    expect(used <= quota / 2, `one person took ${Math.round(used)} of ${quota} ${name}`)
  }
  process.stdout.write(
    `one person with ${botCount} bots and ${puppetCount} puppets, and ten others, took: ${lines.join(', ')}\n`,
  )
  const { owner } = scene
  expect((await upload(owner, 100_000)).status === 200, 'the owner has no room for files')
  expect((await upload(crew[0]!.account, 50_000)).status === 200, 'somebody ordinary has no room for files')
  await askOrFail(owner, 'POST', '/invites', { invitee_emails: 'late@example.org', stream_ids: [scene.stream_id] })
  await askOrFail(owner, 'PUT', '/bot_storage', { storage: { tide: 's'.repeat(100_000) } })
  await askOrFail(crew[1]!.account, 'POST', '/user_groups/create', { name: 'sailors', description: '', members: [] })
  await newBot(crew[2]!.account, 'tern')
}

/** Checks that neither a demoted administrator nor their bot gets rights back. */
async function expectNoRightsBack({ base, owner }: Scene): Promise<void> {
  const admin = await developer(base, 'admin@demo.test')
  const { user_id } = await askOrFail(admin, 'GET', '/users/me')
  const bot = await newBot(admin, 'usurper')
  await askOrFail(admin, 'PATCH', `/users/${bot.user_id}`, { role: 200 })
  await askOrFail(owner, 'PATCH', `/users/${Number(user_id)}`, { role: 400 })
  const { api_key } = await admin.ask('POST', `/bots/${bot.user_id}/api_key/regenerate`)
  const keys = [bot.account.credentials!.key, ...(typeof api_key === 'string' ? [api_key] : [])]
  for (const key of keys) {
    const by = new Account(base, { ...bot.account.credentials!, key }, tally)
    const { status } = await by.ask('PATCH', `/users/${Number(user_id)}`, { role: 200 })
    expect(status !== 200, 'somebody took the role of an administrator back by a bot')
  }
}

/** Checks that a person who was removed from a private stream cannot read on through their bot. */
async function expectNoReadingOn({ owner }: Scene, { self, bots }: Hostile): Promise<void> {
  const [bot] = bots
  const principals = [self.user_id, bot!.user_id]
  const { user_id: owner_id } = await askOrFail(owner, 'GET', '/users/me')
  const stream = { subscriptions: [{ name: 'cellar' }], invite_only: true, principals: [owner_id, ...principals] }
  await askOrFail(owner, 'POST', '/users/me/subscriptions', stream)
  const place = { type: 'stream', to: 'cellar', topic: 'casks' }
  const { id: first } = await askOrFail(owner, 'POST', '/messages', { ...place, content: 'as it was' })
  await askOrFail(owner, 'DELETE', '/users/me/subscriptions', { subscriptions: ['cellar'], principals: [self.user_id] })
  const { id: second } = await askOrFail(owner, 'POST', '/messages', { ...place, content: 'a secret' })
  await askOrFail(owner, 'PATCH', `/messages/${Number(first)}`, { content: 'a secret' })

  for (const { account: by } of [self, bot!]) {
    const name = by.credentials!.email
    const seen = await Promise.all([first, second].map((id) => by.ask('GET', `/messages/${Number(id)}`)))
    const found = await by.ask('GET', '/messages', { anchor: 'newest', num_before: 50, num_after: 0 })
    expect(!JSON.stringify([seen, found]).includes('a secret'), `${name} was removed from a stream and reads on`)
    const change = { topic: 'taken', propagate_mode: 'change_all' }
    const changes = [
      await by.ask('PATCH', `/messages/${Number(first)}`, change),
      await by.ask('POST', `/messages/${Number(first)}/reactions`, { emoji_name: 'heart' }),
    ]
    expect(
      changes.every(({ status }) => status !== 200),
      `${name} was removed from a stream and changes it`,
    )
  }
}

/** Checks that nobody becomes the owner of a bot with files without accepting it. */
async function expectNothingPassedOn({ owner }: Scene, { self, bots }: Hostile): Promise<void> {
  const { user_id: owner_id } = await askOrFail(owner, 'GET', '/users/me')
  for (const { account, user_id } of bots) {
    await upload(account, 200_000)
    await self.account.ask('PATCH', `/bots/${user_id}`, { bot_owner_id: owner_id })
    const { user } = await askOrFail(owner, 'GET', `/users/${user_id}`)
    const { bot_owner_id } = user as { bot_owner_id: number }
    expect(bot_owner_id === self.user_id, 'somebody was given a bot that they did not accept')
  }
}

/** Deactivates the hostile person with everybody they invited, and checks that all are refused. */
async function expectGone({ base, owner }: Scene, hostile: Hostile): Promise<void> {
  await askOrFail(owner, 'DELETE', `/users/${hostile.self.user_id}`, { deactivate_newcomers: true })
  for (const { account, user_id } of [hostile.self, ...hostile.bots, ...hostile.puppets]) {
    const { user } = await askOrFail(owner, 'GET', `/users/${user_id}`)
    const { status } = await new Account(base, account.credentials, tally).ask('GET', '/users/me')
    const isOut = !(user as { is_active: boolean }).is_active
    // 429 is fine, too: the server looks nothing up for an account that has read too much.
    expect(
      isOut && [401, 429].includes(status),
      `${account.credentials!.email} was put out, and answered with ${status}`,
    )
  }
}

/** Plays the day. Returns the failed expectations. */
export async function abuseDay(): Promise<string[]> {
  const port = await freePort()
  const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const variables = Object.entries(plan).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const server = await ServerProcess.start(port, state, ...variables)
  try {
    const base = `http://localhost:${port}/api/v1`
    const owner = await developer(base, 'owner@demo.test')
    const { stream_id } = await askOrFail(owner, 'GET', '/get_stream_id', { stream: 'general' })
    const scene: Scene = { base, owner, stream_id: stream_id as number }
    const { invite_link } = await askOrFail(owner, 'POST', '/invites/multiuse', { stream_ids: [stream_id] })
    const people: Member[] = []
    for (let index = 0; index < 10; index += 1) {
      const name = `crew${index}`
      const link = index % 2 === 0 ? String(invite_link) : await invitation(owner, scene, name)
      people.push(await joinByLink(scene, link, name))
    }
    const hostile = await arrive(scene)
    await expectNoReadingOn(scene, hostile)
    await expectNothingPassedOn(scene, hostile)
    const before = await usage(scene)
    const crew = new Crew(people)
    const running = crew.run()
    await takeAll(scene, hostile)
    crew.stop()
    await running
    await expectShares(scene, before, people)
    await expectNoRightsBack(scene)
    await expectGone(scene, hostile)
    problems.push(...tally.faults)
  } catch (error) {
    problems.push(`the day: ${String(error)}`)
  } finally {
    await server.stop('SIGKILL')
    rmSync(state, { recursive: true, force: true })
  }
  return problems
}

if (import.meta.main) {
  const found = await abuseDay()
  process.stdout.write(`${found.length} problems\n${found.slice(0, 20).join('\n')}\n`)
  process.exit(found.length === 0 ? 0 : 1)
}
