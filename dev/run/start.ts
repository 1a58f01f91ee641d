/**
 * `npm start`: the Worker on the embedded D1, R2 and Durable Objects of `wrangler dev`, with the demo organization.
 * Arguments of its own: `--empty` (without that organization, and with data of its own in .wrangler/empty), `--lan` (for phones
 * in the same network, too), `--port N` (8787), `--persist-to DIR` (.wrangler/state) and `--assets DIR` (a build of the web client
 * that is there already). Others go on to `wrangler dev`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeDeployment } from './deployment.ts'
import { post, sayHello } from './demo-talk.ts'
import { localConfig } from './local-config.ts'
import { withLocalDatabases } from './local-database.ts'
import { relayOutput } from './relay-output.ts'
import { isPortFree, portTaken } from './server-process.ts'
import { create, upgrade } from './upgrade.ts'
import './viewer.ts'
import { webBuild } from './web-build.ts'

// Nothing here connects to the outside.
process.env['WRANGLER_SEND_METRICS'] = 'false'
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
// Recording every request and socket message takes ten times as long as handling it.
process.env['X_LOCAL_OBSERVABILITY'] = 'false'
process.env['X_LOCAL_EXPLORER'] = 'false'

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    empty: { type: 'boolean' },
    lan: { type: 'boolean' },
    port: { type: 'string' },
    'persist-to': { type: 'string' },
    assets: { type: 'string' },
  },
  strict: false,
  allowPositionals: true,
})
const further = process.argv.slice(2).filter((argument) => argument !== '--empty' && argument !== '--lan')
const port = String(values.port ?? 8787)
const state = String(values['persist-to'] ?? (values.empty ? '.wrangler/empty' : '.wrangler/state'))
const config = localConfig()
const base = `http://localhost:${port}/api/v1`

// Otherwise `untilReady` below would find the other server, and describe it as this one.
if (!(await isPortFree(Number(port), values.lan ? '0.0.0.0' : 'localhost'))) {
  process.stderr.write(
    `${portTaken}: port ${port}. Stop what listens there, or choose another: npm start -- --port 8123\n`,
  )
  process.exit(1)
}

const assets = values.assets === undefined ? await webBuild() : null
const prepareDatabase = existsSync(join(state, 'v3', 'd1')) ? upgrade : create
await withLocalDatabases(state, config, prepareDatabase)

// A deployed isolate has 128 MB. Without these limits V8 keeps the garbage of requests up to hundreds of MB, in the server and
// again in each part of the local database.
process.env['MINIFLARE_WORKERD_V8_FLAGS'] ??=
  '--max-old-space-size=128 --initial-old-space-size=8 --max-semi-space-size=2 --min-semi-space-size=1'
const server = spawn(
  'wrangler',
  [
    'dev',
    '--config',
    config,
    ...(values.port === undefined ? ['--port', port] : []),
    ...(values['persist-to'] === undefined ? ['--persist-to', state] : []),
    ...(assets === null ? [] : ['--assets', assets]),
    ...(values.lan ? ['--ip', '0.0.0.0'] : []),
    '--var',
    'DEVELOPMENT:true',
    '--log-level',
    'warn',
    '--show-interactive-dev-session=false',
    ...further,
  ],
  { stdio: ['ignore', 'pipe', 'pipe'] },
)
relayOutput(server.stdout, process.stdout)
relayOutput(server.stderr, process.stderr)
server.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill())

interface Demo {
  created: boolean
  accounts: string[]
  password: string
}

await untilReady()
const next = values.empty ? [await describeDeployment(`http://localhost:${port}`)] : await demonstration()
const lines = [`Rivulet is listening on http://localhost:${port}`, ...(values.lan ? addressesInNetwork() : [])]
process.stdout.write(['', ...lines, '', ...next, '', ''].join('\n'))

async function untilReady(): Promise<void> {
  for (;;) {
    try {
      if ((await fetch(`${base}/server_settings`)).ok) return
    } catch {
      // The server is not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Addresses of the server for other devices in the network. */
function addressesInNetwork(): string[] {
  const outer = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return outer
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(
      ({ address }) =>
        `  and on http://${address}:${port} for everybody in your network: demo accounts need no password`,
    )
}

/** Creates the demo organization unless it exists, and says how to use it. */
async function demonstration(): Promise<string[]> {
  const { created, accounts, password } = await post<Demo>(base, '/dev_found_demo_realm', {})
  if (created) await sayHello(base)
  return [
    `Demo accounts (password: ${password}):`,
    ...accounts.map((email) => `  ${email}`),
    '',
    'Get an API key, then send and read:',
    '',
    `  KEY=$(curl -s ${base}/dev_fetch_api_key -d username=member@demo.test | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${base}/messages -u member@demo.test:$KEY -d type=stream -d to=general -d topic=hello -d content='Hello!'`,
    `  curl -s "${base}/messages?num_before=10&num_after=0" -u member@demo.test:$KEY`,
  ]
}
