/**
 * `npm start`: the Worker on the embedded D1, R2 and Durable Objects of `wrangler dev`, with the demo organization.
 * Arguments of its own: `--port N` (8787) and `--persist-to DIR` (.wrangler/state); all go on to `wrangler dev`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { localConfig } from './local-config.ts'
import './viewer.ts'

// Nothing here calls anybody outside.
process.env['WRANGLER_SEND_METRICS'] = 'false'
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
// Recording every request and every word on a socket takes ten times as long as answering it.
process.env['X_LOCAL_OBSERVABILITY'] = 'false'
process.env['X_LOCAL_EXPLORER'] = 'false'
// An isolate has 128 MB where it is deployed. Without these limits V8 keeps the garbage of each request for hundreds of MB,
// once in the server and once in each part of the local database.
process.env['MINIFLARE_WORKERD_V8_FLAGS'] ??=
  '--max-old-space-size=128 --initial-old-space-size=8 --max-semi-space-size=2 --min-semi-space-size=1'

const given = process.argv.slice(2)
const { values } = parseArgs({
  args: given,
  options: { port: { type: 'string' }, 'persist-to': { type: 'string' } },
  strict: false,
  allowPositionals: true,
})
const port = String(values.port ?? 8787)
const state = String(values['persist-to'] ?? '.wrangler/state')
const config = localConfig()
const base = `http://localhost:${port}/api/v1`

createTables()
const server = spawn(
  'wrangler',
  [
    'dev',
    '--config',
    config,
    ...(values.port === undefined ? ['--port', port] : []),
    ...(values['persist-to'] === undefined ? ['--persist-to', state] : []),
    '--var',
    'DEVELOPMENT:true',
    '--log-level',
    'warn',
    '--show-interactive-dev-session=false',
    ...given,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
server.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill())

interface Demo {
  created: boolean
  accounts: string[]
  password: string
}

await untilReady()
const demo = await post<Demo>('/dev_found_demo_realm', {})
if (demo.created) await sayHello()
announce(demo)

/** The schema changes nothing where the tables exist already. */
function createTables(): void {
  const { status, stdout, stderr } = spawnSync(
    'wrangler',
    ['d1', 'execute', 'DB', '--local', '--file', 'schema.sql', '--persist-to', state, '--yes', '--config', config],
    { encoding: 'utf8' },
  )
  if (status === 0) return
  process.stderr.write(stdout + stderr)
  process.exit(status ?? 1)
}

async function untilReady(): Promise<void> {
  for (;;) {
    try {
      if ((await fetch(`${base}/server_settings`)).ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function to(stream: string, topic: string, content: string): Record<string, string> {
  return { type: 'stream', to: stream, topic, content }
}

async function sayHello(): Promise<void> {
  await sendAs('owner', to('general', 'welcome', 'Welcome to **Rivulet**. Every message has a stream and a topic.'))
  await sendAs('member', to('general', 'welcome', '@**Demo owner** hello! Where do I put things that belong nowhere?'))
  await sendAs('admin', to('random', 'lunch', 'In here. Soup today.'))
  await sendAs('owner', to('private', 'plans', 'Only owners and administrators read this.'))
}

async function sendAs(name: string, message: Record<string, string>): Promise<void> {
  const email = `${name}@demo.test`
  const { api_key } = await post<{ api_key: string }>('/dev_fetch_api_key', { username: email })
  await post('/messages', message, `Basic ${btoa(`${email}:${api_key}`)}`)
}

async function post<T>(path: string, params: Record<string, string>, authorization?: string): Promise<T> {
  const response = await fetch(base + path, {
    method: 'POST',
    body: new URLSearchParams(params),
    headers: authorization === undefined ? {} : { Authorization: authorization },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as T
}

function announce({ accounts, password }: Demo): void {
  const lines = [
    '',
    `Rivulet is listening on http://localhost:${port}`,
    '',
    `Demo accounts (password: ${password}):`,
    ...accounts.map((email) => `  ${email}`),
    '',
    'Get an API key, then send and read:',
    '',
    `  KEY=$(curl -s ${base}/dev_fetch_api_key -d username=member@demo.test | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${base}/messages -u member@demo.test:$KEY -d type=stream -d to=general -d topic=hello -d content='Hello!'`,
    `  curl -s "${base}/messages?num_before=10&num_after=0" -u member@demo.test:$KEY`,
    '',
  ]
  process.stdout.write(lines.join('\n') + '\n')
}
