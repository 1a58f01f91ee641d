/**
 * A newcomer's first minute, for real: `npm start`, the `curl` lines that it prints, the page of the API, a client library,
 * a restart that keeps the data.
 * Run by `.ci/run`; `npm run smoke` does it by hand.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDescription, checkDocsPage } from './docs-page.ts'
import { freePort, ServerProcess } from './server-process.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
try {
  await whileRunning(async (printed) => {
    const lines = printed.split('\n').filter((line) => /^ {2}(KEY=|curl )/.test(line))
    const { stdout } = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
    expectText(stdout, '"result":"success","msg":"","id":')
    expectText(stdout, '<p>Hello!</p>')
    await checkDescription(origin)
    await checkDocsPage(origin)
    const client = spawnSync(process.execPath, [join(import.meta.dirname, 'drive-zulip-js.ts'), origin], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expectText(client.stdout + client.stderr, 'zulip-js can ')
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
  process.stdout.write('npm start serves, its curl lines, its page and zulip-js work, and a restart keeps the data.\n')
} finally {
  rmSync(state, { recursive: true })
}

/** Starts the server, does the work with what it printed, and stops it. */
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
