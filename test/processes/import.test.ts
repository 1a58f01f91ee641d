/**
 * `npm run import` into a server that runs, and is killed with it: archives of our own, and of Slack. `POWER_CUTS=20` kills them
 * more often.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { found, password, setupToken, type Organization } from '../../dev/run/organization.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { lines, manifest, message, stream, subscription, user } from '../kit/import-records.ts'
import { zipOf } from '../kit/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-import-test-'))
const rivuletArchive = join(folder, 'archive')
const slackArchive = join(folder, 'slack.zip')
const messages = 9_000
const powerCuts = Number(process.env['POWER_CUTS'] ?? 6)
let port: number
let server: ServerProcess

const startServer = (): Promise<ServerProcess> =>
  ServerProcess.start(
    port,
    join(folder, 'state'),
    '--empty',
    ...[
      'RATE_LIMITS:off',
      'SCRYPT_COST:1',
      `SETUP_TOKEN:${setupToken}`,
      'IMPORT_DAILY_ROWS:off',
      'QUOTA_ROWS_WRITTEN:100000000',
    ].flatMap((one) => ['--var', one]),
  )

beforeAll(async () => {
  writeRivuletArchive()
  writeSlackArchive()
  port = await freePort()
  server = await startServer()
}, 120_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function writeRivuletArchive(): void {
  const conversation = { id: 3, members: [1, 2], unread_from: {} }
  const file = { id: 1, user_id: 1, name: 'tides.txt', content_type: 'text/plain', size: 12, created_at: 1 }
  const talk = Array.from({ length: messages }, (_, index) => ({
    id: index * 2 + 1,
    ...message({
      sender_id: (index % 3) + 1,
      ...(index % 10 === 0 ? { stream_id: null, conversation_id: 3, topic: '' } : { stream_id: (index % 2) + 1 }),
      ...(index % 10 === 0 ? { sender_id: (index % 20) / 10 + 1 } : {}),
      content: index % 100 === 7 ? `[tides](/user_uploads/1) of day ${index}` : `The tide of day **${index}**`,
      files: index % 100 === 7 ? [1] : [],
      sent_at: 1_600_000_000 + index,
      reactions:
        index % 7 === 0
          ? [{ user_id: 2, emoji_name: 'ocean', emoji_code: '1f30a', reaction_type: 'unicode_emoji' }]
          : [],
    }),
  }))
  const half = messages / 2
  const contents = {
    'users/000001.ndjson': lines(user(1), user(2), user(3)),
    'streams/000001.ndjson': lines(stream(1), stream(2)),
    'subscriptions/000001.ndjson': lines(...[1, 2, 3].flatMap((id) => [subscription(id, 1), subscription(id, 2)])),
    'conversations/000001.ndjson': lines(conversation),
    'files/000001.ndjson': lines({ ...file, file: 'files/uploads/1/tides.txt' }),
    'files/uploads/1/tides.txt': 'high at noon',
    'messages/000001.ndjson': lines(...talk.slice(0, half)),
    'messages/000002.ndjson': lines(...talk.slice(half)),
    'manifest.json': JSON.stringify({
      ...manifest({ users: 3, streams: 2, subscriptions: 6, conversations: 1, files: 1, messages }),
      last_ids: { ...manifest({}).last_ids, user: 3, recipient: 3, attachment: 1, message: messages * 2 },
    }),
  }
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(rivuletArchive, name)), { recursive: true })
    writeFileSync(join(rivuletArchive, name), content)
  }
}

/** The messages of a day in a Slack export. */
const slackDay = (number: number) =>
  Array.from({ length: 1_000 }, (_, index) => ({
    type: 'message',
    user: `U${index % 3}`,
    text: `tide *${number}* <@U1> ${index}`,
    ts: `${1_600_000_000 + number * 86_400 + index}.000100`,
    ...(index % 50 === 3 ? { thread_ts: `${1_600_000_000 + number * 86_400}.000100` } : {}),
  }))

const dateOf = (number: number): string => new Date((1_600_000_000 + number * 86_400) * 1000).toISOString().slice(0, 10)

function writeSlackArchive(): void {
  const people = ['ada', 'bo', 'cy'].map((name, index) => ({
    id: `U${index}`,
    name,
    real_name: name,
    profile: { email: `${name}@example.com`, real_name: name },
  }))
  const channel = { id: 'C1', name: 'harbour', created: 1_600_000_000, creator: 'U0', members: ['U0', 'U1', 'U2'] }
  const days = [0, 1, 2, 3, 4].map((number) => ({
    name: `harbour/${dateOf(number)}.json`,
    content: JSON.stringify(slackDay(number)),
  }))
  const list = [
    { name: 'users.json', content: JSON.stringify(people) },
    { name: 'channels.json', content: JSON.stringify([channel]) },
  ]
  writeFileSync(slackArchive, zipOf([...list, ...days]))
}

interface Result {
  code: number | null
  summary: Record<string, unknown> | null
  stderr: string
}

/** How far an import is, by the server. */
interface Progress {
  done: Record<string, [number, number][]>
  counts: Record<string, { imported: number }>
}

interface Place {
  readonly organization: Organization
  readonly key: string
}

async function foundOrganization(string_id: string): Promise<Place> {
  const organization = await found(port, { name: string_id, string_id, owner: 'Olga Owner' })
  const body = new URLSearchParams({ username: organization.owner.email, password })
  const response = await fetchLocally(`${organization.origin}/api/v1/fetch_api_key`, { method: 'POST', body })
  return { organization, key: (await response.json<{ api_key: string }>()).api_key }
}

/** A power cut, at the command, at the server or at both, as soon as the import is far enough. */
interface PowerCut {
  readonly at: 'command' | 'server' | 'both'
  readonly isFar: (progress: Progress) => boolean
}

/**
 * The first one comes when the plan is there, the second one when people are, and the others come at all times of the messages.
 * The last one hits the server alone, so that the command goes on by itself.
 */
const cutsOf = (archived: number): PowerCut[] =>
  Array.from({ length: powerCuts }, (_, index) => ({
    at: index === powerCuts - 1 ? 'server' : index % 3 === 2 ? 'both' : 'command',
    isFar: ({ done, counts }) =>
      index === 0 ||
      (done['users'] !== undefined && counts['messages']!.imported >= ((index - 1) * archived) / powerCuts),
  }))

/** Runs the command, and lets a power cut come. */
async function importInto(place: Place, archive: string, cut?: PowerCut): Promise<Result> {
  const { organization, key } = place
  const args = [
    'import/import.ts',
    archive,
    '--site',
    organization.origin,
    '--user',
    organization.owner.email,
    '--json',
  ]
  const child = spawn('node', args, { env: { ...process.env, RIVULET_API_KEY: key, TMPDIR: folder } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  if (cut !== undefined) await cutPower(place, child, cut)
  const code = await ended
  return { code, summary: stdout === '' ? null : (JSON.parse(stdout) as Record<string, unknown>), stderr }
}

async function cutPower(place: Place, child: ChildProcess, { at, isFar }: PowerCut): Promise<void> {
  for (;;) {
    const { imports } = await (await ask(place, '/api/v1/import')).json<{ imports: Progress[] }>()
    if (imports[0] !== undefined && isFar(imports[0])) break
    if (child.exitCode !== null) throw new Error(`The command ended with ${child.exitCode} before the power cut`)
    await setTimeout(5)
  }
  if (at !== 'server') child.kill('SIGKILL')
  if (at === 'command') return
  await server.stop('SIGKILL')
  server = await startServer()
}

interface ShownMessage {
  id: number
  sender_full_name: string
  display_recipient: string
  subject: string
  content: string
  timestamp: number
  reactions: { emoji_code: string }[]
}

async function ask(place: Place, path: string): Promise<Response> {
  const credentials = btoa(`${place.organization.owner.email}:${place.key}`)
  return fetchLocally(`${place.organization.origin}${path}`, { headers: { Authorization: `Basic ${credentials}` } })
}

/** Everything that the owner sees, without what differs between organizations. */
async function contentOf(place: Place): Promise<unknown> {
  const all: ShownMessage[] = []
  for (let anchor = '0'; ; anchor = String(all.at(-1)!.id + 1)) {
    const narrow = encodeURIComponent('[{"operator":"streams","operand":"public"}]')
    const query = `anchor=${anchor}&num_before=0&num_after=5000&apply_markdown=false&narrow=${narrow}`
    const response = await ask(place, `/api/v1/messages?${query}`)
    const { messages: page, found_newest } = await response.json<{ messages: ShownMessage[]; found_newest: boolean }>()
    all.push(...page)
    if (found_newest) break
  }
  const first = all[0]!.id
  const { members } = await (
    await ask(place, '/api/v1/users')
  ).json<{ members: { full_name: string; role: number }[] }>()
  const path = all.map(({ content }) => /\/user_uploads\/[^)]*/.exec(content)?.[0]).find((one) => one !== undefined)
  return {
    file: path === undefined ? null : await (await ask(place, path)).text(),
    people: members.map(({ full_name, role }) => `${full_name} ${role}`).toSorted((a, b) => a.localeCompare(b)),
    messages: all
      .filter(({ sender_full_name }) => sender_full_name !== 'Notification Bot')
      .map(({ id, sender_full_name, display_recipient, subject, content, timestamp, reactions }) => ({
        id: id - first,
        sender_full_name,
        display_recipient,
        subject,
        // Paths of files have a part that is random, and mentions the ids of people.
        content: content.replaceAll(/user_uploads\/[^)]*|\|\d+\*\*/g, '…'),
        timestamp,
        reactions: reactions.map(({ emoji_code }) => emoji_code),
      })),
  }
}

test.each([
  ['rivulet', rivuletArchive, { people: 3, streams: 2, messages, private_messages: messages / 10, files: 1 }],
  ['slack', slackArchive, { people: 3, streams: 1, messages: 5_005, private_messages: 0, files: 0 }],
] as const)(
  `an archive of %s that is imported in spite of ${powerCuts} power cuts is as one that is imported undisturbed`,
  async (name, archive, counts) => {
    const undisturbed = await foundOrganization(`${name}-once`)
    const once = await importInto(undisturbed, archive)
    expect(once.stderr).toBe('')
    expect(once).toMatchObject({ code: 0, summary: { ...counts, done: true } })

    const disturbed = await foundOrganization(`${name}-killed`)
    const cuts = cutsOf(counts.messages)
    for (const [index, cut] of cuts.slice(0, -1).entries())
      expect((await importInto(disturbed, archive, cut)).code, `run ${index + 1}`).toBeNull()
    expect(await importInto(disturbed, archive, cuts.at(-1))).toMatchObject({
      code: 0,
      summary: { ...counts, done: true },
      stderr: '',
    })
    const content = await contentOf(disturbed)
    expect(content).toEqual(await contentOf(undisturbed))
    const { file, messages: shown } = content as { file: string | null; messages: unknown[] }
    expect(shown).toHaveLength(counts.messages - counts.private_messages)
    expect(file).toBe(counts.files === 0 ? null : 'high at noon')

    // Once more changes nothing.
    expect(await importInto(disturbed, archive)).toMatchObject({ code: 0 })
    expect(await contentOf(disturbed)).toEqual(content)
  },
  200_000 + 60_000 * powerCuts,
)
