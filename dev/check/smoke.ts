/**
 * A newcomer's first minute for real: `npm start`, the `curl` lines that it prints, the API page, a client library, a browser
 * session with its socket, and a restart that keeps the data. `.ci/run` runs it; locally use `npm run smoke`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDescription, checkDocsPage } from './docs-page.ts'
import { freePort, ServerProcess } from '../run/server-process.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
try {
  await whileRunning(async (printed) => {
    const lines = printed.split('\n').filter((line) => /^ {2}(KEY=|curl )/.test(line))
    const { stdout } = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
    expectText(stdout, '"result":"success","msg":"","id":')
    expectText(stdout, '<p>Hello!</p>')
    expectText(await (await fetch(origin)).text(), '<title>Rivulet</title>')
    await checkDescription(origin)
    await checkDocsPage(origin)
    const client = spawnSync(process.execPath, [join(import.meta.dirname, 'drive-zulip-js.ts'), origin], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expectText(client.stdout + client.stderr, 'zulip-js can ')
    await asBrowser()
  })
  await whileRunning(async () => {
    const base = `${origin}/api/v1`
    const login = new URLSearchParams({ username: 'member@demo.test', password: 'rivulet-demo' })
    const { api_key } = await (
      await fetch(`${base}/fetch_api_key`, { method: 'POST', body: login })
    ).json<{ api_key: string }>()
    const headers = { Authorization: `Basic ${btoa(`member@demo.test:${api_key}`)}` }
    const answer = await fetch(`${base}/messages?num_before=10&num_after=0`, { headers })
    expectText(await answer.text(), '<p>Hello!</p>')

    const body = new URLSearchParams({ content: ':zulip:' })
    const { rendered } = await (
      await fetch(`${base}/messages/render`, { method: 'POST', headers, body })
    ).json<{ rendered: string }>()
    const picture = await fetch(origin + /src="([^"]*)"/.exec(rendered)?.[1])
    expectText(`${picture.status} ${picture.headers.get('Content-Type')}`, '200 image/png')
  })
  process.stdout.write(
    'npm start serves, its curl lines, its page, zulip-js and the session of a browser work, and a restart keeps the data.\n',
  )
} finally {
  rmSync(state, { recursive: true })
}

/** Logs in like a page of the server's own site, sends a request over its socket, and logs out. */
async function asBrowser(): Promise<void> {
  const own = { Origin: origin, 'X-Requested-With': 'smoke' }
  const post = (path: string, params: Record<string, string>, headers: Record<string, string>, method = 'POST') =>
    fetch(`${origin}/api/v1${path}`, { method, headers, body: new URLSearchParams(params) })
  const login = await post('/dev_session', { username: 'member@demo.test' }, own)
  const headers = { ...own, Cookie: login.headers.getSetCookie()[0]!.split(';')[0]! }
  const { queue_id, last_event_id } = await (
    await post('/register', { event_types: '["message"]' }, headers)
  ).json<{ queue_id: string; last_event_id: number }>()

  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
  // Node's WebSocket accepts headers, which browsers set themselves.
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/events?${query.toString()}`, {
    headers,
  } as unknown as string[])
  const frames: string[] = []
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error(`The socket said only ${frames.join()}`)), 10_000).unref()
    socket.addEventListener('error', () => reject(new Error('The socket did not open')))
    socket.addEventListener('close', ({ code }) => reject(new Error(`The socket was closed with ${code}`)))
    socket.addEventListener('open', () => {
      const params = { type: 'stream', to: 'general', topic: 'hello', content: 'Over the socket' }
      socket.send(JSON.stringify({ id: 1, ask: 'POST /messages', params }))
    })
    socket.addEventListener('message', ({ data }) => {
      frames.push(String(data))
      if (frames.some((text) => text.includes('"id":1,"answer"')) && frames.some((text) => text.includes('"events"')))
        resolve()
    })
  })
  expectText(frames.join(), '"result":"success"')

  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await post('/session', {}, headers, 'DELETE')
  expectText(`closed with ${await closed}`, 'closed with 4401')
  expectText(String((await post('/register', {}, headers)).status), '401')
}

/** Starts the server, runs `work` with what it printed, and stops the server. */
async function whileRunning(work: (printed: string) => Promise<void> | void): Promise<void> {
  const server = await ServerProcess.start(port, state)
  try {
    await work(server.printed)
  } finally {
    await server.stop()
  }
}

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`Expected ${part} in:\n${text}`)
}
