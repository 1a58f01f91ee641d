/**
 * `npm run bench:large`: what the largest reads cost in an organization of 10,000 people, 1,000 streams and 20 subscriptions of
 * each person (or the numbers of people and streams that are given), beside a bare Worker that answers with the same rows of
 * people. Rows are those that D1 counts and bills. `ms` is processor time of the whole workerd process, the local stand-in for
 * D1 included, so what else the machine does hardly counts; `ratio` is the median of the ratios of neighbouring rounds. `answered in`
 * is the time until the whole answer was there, in milliseconds: the fastest, because whatever else the machine does adds to it.
 */
import { median } from './delivery.ts'
import { form, send, type Sending } from './load.ts'
import { start, type Server } from './server.ts'
import { largeOrganization } from '../test/kit/large-organization.ts'

const [people, streams] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1000)]
const rounds = 5
/** Processor time is counted in hundredths of a second, so each round sends some requests. */
const requestsOfRound = 5

const subscribing = [
  ['subscription', 'stream_id, active, color'],
  ['subscription_span', 'stream_id, from_id, to_id, unread_from'],
] as const

/** With what the client library says when it registers. */
const modern = {
  client_gravatar: 'false',
  slim_presence: 'true',
  client_capabilities: JSON.stringify({
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    user_settings_object: true,
  }),
}

/** Milliseconds of processor time for each request, and the fewest until an answer. */
async function timesOf(server: Server, sending: Sending): Promise<{ processorMs: number; answerMs: number }> {
  const before = server.processorTime()
  let answerMs = Infinity
  for (let count = 0; count < requestsOfRound; count += 1) {
    const sentAt = performance.now()
    await send(sending)
    answerMs = Math.min(answerMs, performance.now() - sentAt)
  }
  return { processorMs: (server.processorTime() - before) / requestsOfRound, answerMs }
}

/** Rows that a request read, which the server tells in development. */
async function rowsRead({ method, url, headers, body }: Sending): Promise<number> {
  const answer = await fetch(url, { method, headers: headers as Record<string, string>, ...(body && { body }) })
  const rows = /rows_read;desc=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1]
  await answer.body?.cancel()
  return Number(rows)
}

const print = (...cells: (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`)

const server = await start({ DEVELOPMENT: 'true' })
try {
  const { ours, bare, databases } = server
  const password = 'seven grey herons'
  const founding = {
    realm_name: 'Bench',
    string_id: 'bench',
    owner_full_name: 'Olga Owner',
    owner_email: 'olga@example.com',
    owner_password: password,
  }
  const { email, api_key } = JSON.parse(await send(form(`${ours}/realm`, founding))) as Record<string, string>
  const owner = { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  const member = { full_name: 'Max Member', email: 'max@example.com', password }
  const { user_id } = JSON.parse(await send(form(`${ours}/users`, member, owner))) as { user_id: number }
  const login = form(`${ours}/fetch_api_key`, { username: member.email, password })
  const { api_key: key } = JSON.parse(await send(login)) as { api_key: string }
  const headers = { Authorization: `Basic ${btoa(`${member.email}:${key}`)}` }

  const idsAfter = 1_000_000
  const statements = largeOrganization({ realm_id: 1, idsAfter, people, streams })
  for (const statement of statements) await databases.ours.prepare(statement).run()
  // The member is subscribed as one of the others is.
  for (const [table, columns] of subscribing)
    await databases.ours
      .prepare(
        `insert into ${table} (user_id, ${columns}) select ${user_id}, ${columns} from ${table} where user_id = ${idsAfter + 1}`,
      )
      .run()
  // As if the realm's object had given these ids out: it looks for messages that came after its last note.
  await databases.ours
    .prepare(`update commit_state set counters = json_set(counters, '$.message', ${idsAfter + streams})`)
    .run()
  await databases.bare
    .prepare(`insert into realm (id, string_id, name, date_created) values (1, 'bench', 'Bench', 0)`)
    .run()
  for (const statement of statements)
    if (statement.includes('insert into user (')) await databases.bare.prepare(statement).run()

  const register = (params: Record<string, string>): Sending => form(`${ours}/register`, params, headers)
  const get = (path: string): Sending => ({ method: 'GET', url: `${ours}${path}`, headers })
  const barePeople: Sending = { method: 'GET', url: `${bare}/people`, headers: {} }
  const requests: [string, Sending][] = [
    ['POST /register, as the client library', register(modern)],
    ['POST /register, parameters of old clients', register({})],
    ['POST /register, include_subscribers', register({ ...modern, include_subscribers: 'true' })],
    ['GET /users', get('/users')],
    ['GET /users, client_gravatar=false', get('/users?client_gravatar=false')],
    ['GET /streams', get('/streams')],
    ['GET /users/me/subscriptions', get('/users/me/subscriptions')],
    ['GET /realm/presence', get('/realm/presence')],
    ['GET /user_groups', get('/user_groups')],
  ]
  print('request', 'rows', 'KB', 'ms', 'bare ms', 'ratio', 'answered in')
  print('---', '---', '---', '---', '---', '---', '---')
  for (const [name, sending] of requests) {
    const bytes = Buffer.byteLength(await send(sending))
    await send(barePeople)
    const rows = await rowsRead(sending)
    const pairs: [number, number][] = []
    const answersMs: number[] = []
    while (pairs.length < rounds) {
      const { processorMs, answerMs } = await timesOf(server, sending)
      answersMs.push(answerMs)
      pairs.push([processorMs, (await timesOf(server, barePeople)).processorMs])
    }
    print(
      name,
      rows,
      Math.round(bytes / 1000),
      median(pairs.map(([time]) => time)).toFixed(0),
      median(pairs.map(([, bareTime]) => bareTime)).toFixed(0),
      median(pairs.map(([time, bareTime]) => time / bareTime)).toFixed(2),
      Math.min(...answersMs).toFixed(0),
    )
  }
} finally {
  await server.stop()
}
