import type { Miniflare } from 'miniflare'
import { bundle, compatibilityDate, createTables, startWorkers } from '../server.ts'

/**
 * Rivulet with its Worker in one isolate and its objects in another, so that the time of each can be told apart, and the bare Worker
 * in a third.
 */
export interface SplitServer {
  /** Address of the API, at which workerd itself listens. */
  readonly api: string
  /** Address of the bare Worker. */
  readonly bare: string
  /** Addresses at which the isolates are inspected. */
  readonly inspected: { readonly worker: string; readonly objects: string; readonly bare: string }
  readonly database: Awaited<ReturnType<Miniflare['getD1Database']>>
  stop(): Promise<void>
}

const names = { worker: 'worker', objects: 'objects', bare: 'bare' }

const socket = { host: '127.0.0.1', port: 0 }

/** The classes of objects: those of this script, or of another one. */
const objects = (scriptName?: string) => ({
  REALM: { className: 'Realm', useSQLite: true, ...(scriptName && { scriptName }) },
  PASSWORDS: { className: 'Passwords', useSQLite: true, ...(scriptName && { scriptName }) },
})

/** Starts it, with variables beside those of all measurements. */
export async function startSplit(variables: Readonly<Record<string, string>> = {}): Promise<SplitServer> {
  const modules = { compatibilityDate, modules: true as const }
  const common = {
    ...modules,
    script: bundle('wrangler.toml'),
    bindings: {
      RATE_LIMITS: 'off',
      COMPATIBILITY_NAMES: 'on',
      SCRYPT_COST: '1',
      ROWS_READ_PER_DAY: '1000000000',
      ...variables,
    },
    d1Databases: { DB: 'rivulet' },
    r2Buckets: { UPLOADS: 'uploads' },
  }
  const miniflare = startWorkers(
    [
      {
        ...common,
        name: names.worker,
        unsafeDirectSockets: [socket],
        durableObjects: objects(names.objects),
      },
      { ...common, name: names.objects, durableObjects: objects() },
      {
        ...modules,
        name: names.bare,
        script: bundle('bench/wrangler.toml'),
        unsafeDirectSockets: [socket],
        durableObjects: { ROOM: { className: 'Room', useSQLite: true } },
      },
    ],
    { inspectorHost: '127.0.0.1', inspectorPort: 0 },
  )
  const database = await miniflare.getD1Database('DB', names.worker)
  await createTables(database)
  const inspector = (await miniflare.getInspectorURL()).href
  const inspectorOf = (name: string): string => `${inspector}core:user:${name}`
  return {
    api: `${(await miniflare.unsafeGetDirectURL(names.worker)).origin}/api/v1`,
    bare: (await miniflare.unsafeGetDirectURL(names.bare)).origin,
    inspected: {
      worker: inspectorOf(names.worker),
      objects: inspectorOf(names.objects),
      bare: inspectorOf(names.bare),
    },
    database,
    stop: () => miniflare.dispose(),
  }
}
