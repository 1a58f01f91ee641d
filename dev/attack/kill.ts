/**
 * `npm run kill -- ROUNDS`: kills a real server under load, its whole process group by SIGKILL, at random moments, and restarts
 * it on the same data. In the end, everything that was acknowledged must exist once, and every listener must have got it once, in
 * order. Senders repeat unanswered messages with the same `local_id`, over HTTP or a socket; listeners continue where they were.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AskingEditor, AskingMarker, AskingReader, AskingSender } from './kill-askers.ts'
import { Editor, PollingListener, Sender, SocketListener, type Account, type Listener } from './kill-clients.ts'
import { freePort, ServerProcess } from '../run/server-process.ts'

const rounds = Number(process.argv[2] ?? 20)
const port = await freePort()
const base = `http://localhost:${port}/api/v1`
const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const start = () => ServerProcess.start(port, state, '--var', 'RATE_LIMITS:off', '--var', 'MARKS_WAIT_SECONDS:1')

let server = await start()
try {
  const [owner, admin, member] = await Promise.all(['owner', 'admin', 'member'].map(account))
  const listeners: Listener[] = [
    await PollingListener.register(owner!),
    await PollingListener.register(member!),
    await SocketListener.register(admin!),
    await SocketListener.register(member!),
  ]
  const asking = new AskingSender(member!, 'd')
  const senders = [new Sender(owner!, 'a'), new Sender(admin!, 'b'), new Sender(member!, 'c'), asking]
  const editors = [new Editor(owner!), new AskingEditor(admin!)]
  const reader = new AskingReader(owner!, asking)
  const marker = new AskingMarker(admin!, asking)
  const running = [...listeners, ...senders, ...editors, reader, marker].map((client) => client.run())
  for (let round = 1; round <= rounds; round += 1) {
    const lived = 300 + Math.random() * 2200
    await pause(lived)
    await server.stop('SIGKILL')
    server = await start()
    const sent = senders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    process.stdout.write(`round ${round}: killed after ${Math.round(lived)} ms, ${sent} messages so far\n`)
  }
  await pause(1000)
  for (const client of [...senders, ...editors, reader, marker]) client.stop()
  await Promise.all(running.slice(listeners.length))

  const acknowledged = senders.flatMap((sender) => sender.acknowledged)
  const edits = editors.flatMap((editor) => editor.acknowledged)
  const problems = await findings(owner!, acknowledged, edits, listeners)
  problems.push(...(await reader.lostStars()).map((id) => `the star of message ${id} is lost`))
  problems.push(...(await marker.lostMarks()).map((id) => `the mark of message ${id} as read is lost`))
  problems.push(
    ...asking.outOfOrder.map(({ id, content }) => `message ${id} (${content}) came too early on its socket`),
  )
  for (const listener of listeners) listener.stop()
  process.stdout.write(
    `${rounds} kills, ${acknowledged.length} messages, ${edits.length} edits, ${reader.starred.length} stars, ` +
      `${marker.read.length} marks, ${listeners.length} listeners: ${problems.length} problems\n${problems.slice(0, 20).join('\n')}`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await server.stop('SIGKILL')
  rmSync(state, { recursive: true, force: true })
  process.exit()
}

async function account(name: string): Promise<Account> {
  const email = `${name}@demo.test`
  const login = new URLSearchParams({ username: email, password: 'rivulet-demo' })
  const { api_key } = await (
    await fetch(`${base}/fetch_api_key`, { method: 'POST', body: login })
  ).json<{
    api_key: string
  }>()
  return { base, headers: { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` } }
}

interface SentMessage {
  id: number
  content: string
}

/** Lost and duplicate messages and events, as texts. */
async function findings(reader: Account, acknowledged: SentMessage[], edits: string[], listeners: Listener[]) {
  const problems: string[] = []
  const stored = await storedMessages(reader)
  const times = countsOf(stored.map(({ content }) => content))
  for (const { id, content } of acknowledged) {
    if (!stored.some((message) => message.id === id)) problems.push(`message ${id} (${content}) is lost`)
    if (times.get(content)! > 1) problems.push(`message ${id} (${content}) is there ${times.get(content)} times`)
  }
  for (const [index, listener] of listeners.entries()) {
    await listener.until((log) => acknowledged.every(({ id }) => log.messages.includes(id)))
    const { messages, edited, ids } = listener.log
    for (const [kind, expected, actual] of [
      ['message', acknowledged.map(({ id }) => id), messages],
      ['edit', edits, edited],
    ] as [string, (number | string)[], (number | string)[]][]) {
      const counts = countsOf(actual)
      for (const one of expected)
        if (counts.get(one) !== 1) problems.push(`listener ${index}: ${kind} ${one} told ${counts.get(one) ?? 0} times`)
      for (const [one, count] of counts)
        if (count > 1 && !expected.includes(one)) problems.push(`listener ${index}: ${kind} ${one} told ${count} times`)
    }
    if (ids.some((id, place) => place > 0 && id <= ids[place - 1]!)) problems.push(`listener ${index}: ids do not grow`)
  }
  return problems
}

function countsOf<T>(values: T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

async function storedMessages({ headers }: Account): Promise<SentMessage[]> {
  const stored: SentMessage[] = []
  for (let anchor = 0; ; anchor = stored.at(-1)!.id + 1) {
    const query = `anchor=${anchor}&num_before=0&num_after=5000&apply_markdown=false`
    const answer = await fetch(`${base}/messages?${query}`, { headers })
    const { messages, found_newest } = await answer.json<{ messages: SentMessage[]; found_newest: boolean }>()
    stored.push(...messages)
    if (found_newest) return stored
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
