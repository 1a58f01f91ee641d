import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'

/** A push service on this machine to which a Firefox connects. */
export interface PushRelay extends AsyncDisposable {
  /** Preferences with which Firefox uses this service, and takes notifications for allowed. */
  readonly preferences: Readonly<Record<string, unknown>>
  /** What the browser said of each push that it got: 100 if its service worker has it, 101 if it could not be decrypted. */
  readAcknowledgements(): Promise<number[]>
  /** Sends the browser a push that it cannot decrypt. */
  sendUnreadable(): Promise<void>
}

export async function startPushRelay(): Promise<PushRelay> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../kit/push-relay-worker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['node:*', 'cloudflare:*'],
  })
  const relay = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate: /compatibility_date = "(.*)"/.exec(readFileSync('wrangler.toml', 'utf8'))![1]!,
      cf: false,
      host: 'localhost',
      port: 0,
      durableObjects: { RELAY: { className: 'Relay', useSQLite: true } },
    }),
  )
  const { port } = await relay.ready
  return {
    preferences: {
      'dom.push.enabled': true,
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': `ws://localhost:${port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.testing.ignorePermission': true,
      'permissions.default.desktop-notification': 1,
    },
    async readAcknowledgements() {
      return (await (await relay.dispatchFetch(`http://localhost:${port}/`)).json()) as number[]
    },
    async sendUnreadable() {
      await relay.dispatchFetch(`http://localhost:${port}/unreadable`)
    },
    [Symbol.asyncDispose]: () => relay.dispose(),
  }
}
