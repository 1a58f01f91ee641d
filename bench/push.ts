/**
 * `npm run bench:push`: how soon a push is at its push service, and how long ten thousand pushes of one message take (or the number given), beside
 * as many bare requests of an object to the same service. Meanwhile somebody types, whom no turn of the pushes should hold up.
 *
 * It ends with 1 when a figure misses its goal.
 */
import { setTimeout } from 'node:timers/promises'
import { median } from './delivery.ts'
import { form, send } from './load.ts'
import { deviceKeys, PushService } from './push-service.ts'
import { start } from './server.ts'

const pushes = Number(process.argv[2] ?? 10_000)
const devicesOfPerson = 10
const directMessages = 50

/** Milliseconds between two requests of somebody who types. */
const pauseMs = 50

const goals = { allSeconds: 10, typingMs: 250, doorMs: 1000 }

const service = new PushService()
const endpoint = await service.start()
const server = await start({ DEVELOPMENT: 'true', WEB_PUSH_TO_LOCALHOST: 'on' })
const { ours, bare, databases } = server

type Headers = Record<string, string>

const post = async <T = unknown>(path: string, params: Headers, headers: Headers = {}): Promise<T> =>
  JSON.parse(await send(form(ours + path, params, headers))) as T

const keyOf = ({ email, api_key }: Headers): Headers => ({ Authorization: `Basic ${btoa(`${email}:${api_key}`)}` })

/** Founds an organization with two people. One of them has a device, by which the organization has its keys. */
async function foundOrganization() {
  const password = 'seven grey herons'
  const owner = await post<Headers>('/realm', {
    realm_name: 'Bench',
    string_id: 'bench',
    owner_full_name: 'Olga Owner',
    owner_email: 'olga@example.com',
    owner_password: password,
  })
  const own = keyOf(owner)
  const bo = { email: 'bo@example.com', password, full_name: 'Bo Lindqvist' }
  await post('/users', bo, own)
  const granted = await post<Headers>('/fetch_api_key', { username: bo.email, password })
  await post('/users/me/web_push', { endpoint: `${endpoint}/bo`, ...deviceKeys() }, keyOf(granted))
  return { own, owner_id: owner['user_id']!, bo_id: granted['user_id']! }
}

/** Adds people with devices who are subscribed to a stream, past the realm's object. */
async function addCrowd(stream_id: number): Promise<void> {
  const people = Math.ceil(pushes / devicesOfPerson)
  // All devices have the same keys, which costs the sender as much as different ones.
  const { p256dh, auth } = deviceKeys()
  const first = 1_000_000
  const numbers = `with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)`
  const statements: readonly [string, ...(string | number)[]][] = [
    [
      `${numbers} insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
      select ${first} + n, 1, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd ' || n, 'crowd ' || n, 400, 0
      from number`,
      people,
    ],
    [
      `insert into session (hash, id, user_id, kind, name, created_at, used_on)
      select 'crowd' || id, 1, id, 'key', 'bench', 0, 0 from user where id > ?1`,
      first,
    ],
    [
      `insert into subscription (user_id, stream_id, active, color)
      select id, ?2, 1, '#76ce90' from user where id > ?1`,
      first,
      stream_id,
    ],
    [
      `insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select id, ?2, 0, ${Number.MAX_SAFE_INTEGER}, 0 from user where id > ?1`,
      first,
      stream_id,
    ],
    [
      `${numbers} insert into web_push_device (user_id, id, session_hash, endpoint, p256dh, auth, name, created_at)
      select user.id, ${first} + n, 'crowd' || user.id, ?5 || '/' || user.id || '/' || n, ?3, ?4, 'bench', 0
      from number join user on user.id > ?2`,
      devicesOfPerson,
      first,
      p256dh,
      auth,
      endpoint,
    ],
  ]
  for (const [statement, ...values] of statements)
    await databases.ours
      .prepare(statement)
      .bind(...values)
      .run()
}

/** Median milliseconds from the sender's answer, which follows the commit, until the push is at its service; and from sending. */
async function toTheDoor(own: Headers, bo_id: string): Promise<{ afterCommit: number; inAll: number }> {
  const times: { afterCommit: number; inAll: number }[] = []
  for (let number = 0; number < directMessages; number += 1) {
    const arrival = service.after(1)
    const begun = performance.now()
    await post('/messages', { type: 'private', to: `[${bo_id}]`, content: `Number ${number}` }, own)
    const committed = performance.now()
    const arrived = await arrival
    times.push({ afterCommit: arrived - committed, inAll: arrived - begun })
  }
  return {
    afterCommit: median(times.map(({ afterCommit }) => afterCommit)),
    inAll: median(times.map(({ inAll }) => inAll)),
  }
}

/** Somebody types until `end` resolves; the longest time of a request, in milliseconds. */
async function typing(own: Headers, bo_id: string, end: Promise<unknown>): Promise<number> {
  const state = { isOver: false }
  void end.then(() => (state.isOver = true))
  let longest = 0
  while (!state.isOver) {
    const begun = performance.now()
    await post('/typing', { to: `[${bo_id}]`, op: 'start' }, own)
    longest = Math.max(longest, performance.now() - begun)
    await setTimeout(pauseMs)
  }
  return longest
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

try {
  const { own, bo_id } = await foundOrganization()
  await post('/users/me/subscriptions', { subscriptions: '[{"name":"crowd"}]' }, own)
  const { stream_id } = JSON.parse(
    await send({ method: 'GET', url: `${ours}/get_stream_id?stream=crowd`, headers: own }),
  ) as { stream_id: number }
  await addCrowd(stream_id)
  // The first device of somebody makes the object look anew who has devices.
  await post('/users/me/web_push', { endpoint: `${endpoint}/olga`, ...deviceKeys() }, own)

  await toTheDoor(own, bo_id)
  const single = await toTheDoor(own, bo_id)

  const idle = await typing(own, bo_id, setTimeout(2000))
  const all = service.after(pushes)
  const [before, begun] = [server.processorTime(), performance.now()]
  const content = '@**all** High water at noon'
  await post('/messages', { type: 'stream', to: 'crowd', topic: 'tides', content }, own)
  const longest = await typing(own, bo_id, all)
  const ourMs = (await all) - begun
  const ourProcessorMs = server.processorTime() - before

  const [bareBefore, bareBegun] = [server.processorTime(), performance.now()]
  await send(form(`${bare}/pushes`, { endpoint, amount: pushes }))
  const bareMs = performance.now() - bareBegun
  const bareProcessorMs = server.processorTime() - bareBefore

  const rows: readonly [string, string, boolean?][] = [
    [
      'from the commit to the push service, ms at the median',
      single.afterCommit.toFixed(1),
      single.afterCommit <= goals.doorMs,
    ],
    ['from sending to the push service, ms at the median', single.inAll.toFixed(1)],
    [`${pushes} pushes of one message, seconds`, seconds(ourMs), ourMs <= goals.allSeconds * 1000],
    [`${pushes} bare requests, seconds`, seconds(bareMs)],
    ['ratio', (ourMs / bareMs).toFixed(2)],
    ['processor time of a push, ms', (ourProcessorMs / pushes).toFixed(2)],
    ['processor time of a bare request, ms', (bareProcessorMs / pushes).toFixed(2)],
    ['longest request of somebody who types meanwhile, ms', longest.toFixed(0), longest <= goals.typingMs],
    ['longest request of somebody who types before, ms', idle.toFixed(0)],
  ]
  for (const [name, value, isMet] of rows)
    process.stdout.write(
      `${name.padEnd(60)} ${value.padStart(8)}  ${isMet === undefined ? '' : isMet ? 'met' : 'MISSED'}\n`,
    )
  process.exitCode = rows.some(([, , isMet]) => isMet === false) ? 1 : 0
} finally {
  service.stop()
  await server.stop()
}
