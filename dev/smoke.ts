/**
 * A newcomer's first minute, for real: `npm start`, the `curl` lines that it prints, a restart that keeps the data.
 * Run by `.ci/run`; `npm run smoke` does it by hand.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const patienceMs = 90_000

const port = await freePort()
const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
try {
  await whileRunning((printed) => {
    const lines = printed.split('\n').filter((line) => /^ {2}(KEY=|curl )/.test(line))
    const { stdout } = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
    expectText(stdout, '"result":"success","msg":"","id":')
    expectText(stdout, '<p>Hello!</p>')
  })
  await whileRunning(async () => {
    const base = `http://localhost:${port}/api/v1`
    const login = new URLSearchParams({ username: 'member@demo.test', password: 'rivulet-demo' })
    const { api_key } = await (
      await fetch(`${base}/fetch_api_key`, { method: 'POST', body: login })
    ).json<{ api_key: string }>()
    const answer = await fetch(`${base}/messages?num_before=10&num_after=0`, {
      headers: { Authorization: `Basic ${btoa(`member@demo.test:${api_key}`)}` },
    })
    expectText(await answer.text(), '<p>Hello!</p>')
  })
  process.stdout.write('npm start serves, its curl lines work, and a restart keeps the data.\n')
} finally {
  rmSync(state, { recursive: true })
}

/** Starts the server, does the work with what it printed, and stops it. */
async function whileRunning(work: (printed: string) => Promise<void> | void): Promise<void> {
  const server = spawn('npm', ['start', '--', '--port', String(port), '--persist-to', state], { detached: true })
  const stopped = new Promise((resolve) => server.on('exit', resolve))
  try {
    await work(await announcement(server))
  } finally {
    process.kill(-server.pid!, 'SIGTERM')
    await stopped
  }
}

/** What the server prints until it is ready. */
function announcement(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`${why}:\n${printed}`))
    const timer = setTimeout(() => fail('npm start was not ready in time'), patienceMs)
    server.on('exit', () => fail('npm start ended'))
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (!printed.includes('num_before=10')) return
        clearTimeout(timer)
        resolve(printed)
      })
  })
}

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`Expected ${part} in:\n${text}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
}
