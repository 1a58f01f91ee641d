import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare'

type MiniflareOptions = Extract<Parameters<typeof convertV4MiniflareOptions>[0], { readonly workers: unknown }>

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** Rivulet and the bare Worker in one workerd, each with a database of its own that has the tables of Rivulet. */
export interface Server {
  /** Addresses at which workerd itself listens: no proxy, and no entry Worker of Miniflare in front. */
  readonly ours: string
  readonly bare: string
  readonly databases: { readonly ours: Database; readonly bare: Database }
  /** Processor time that workerd has used up, in milliseconds; NaN where there is no /proc. */
  processorTime(): number
  stop(): Promise<void>
}

export const compatibilityDate = /compatibility_date = "(.*)"/.exec(readFileSync('wrangler.toml', 'utf8'))![1]!

/** Starts workerd on this machine with some Workers. */
export const startWorkers = (
  workers: MiniflareOptions['workers'],
  options: Partial<Omit<MiniflareOptions, 'workers'>> = {},
): Miniflare =>
  new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      log: new Log(LogLevel.ERROR),
      ...options,
      workers,
    }),
  )

/** `settings` are further variables of the deployment. */
export async function start(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const common = {
    compatibilityDate,
    modules: true as const,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const miniflare = startWorkers([
    {
      ...common,
      name: 'rivulet',
      script: bundle('wrangler.toml'),
      bindings: { RATE_LIMITS: 'off', COMPATIBILITY_NAMES: 'on', SCRYPT_COST: '1', ...settings },
      d1Databases: { DB: 'rivulet' },
      durableObjects: {
        REALM: { className: 'Realm', useSQLite: true },
        PASSWORDS: { className: 'Passwords', useSQLite: true },
      },
    },
    {
      ...common,
      name: 'bare',
      script: bundle('bench/wrangler.toml'),
      d1Databases: { DB: 'bare' },
      durableObjects: { ROOM: { className: 'Room', useSQLite: true } },
    },
  ])
  const databases = {
    ours: await miniflare.getD1Database('DB', 'rivulet'),
    bare: await miniflare.getD1Database('DB', 'bare'),
  }
  for (const database of Object.values(databases)) await createTables(database)
  const workerd = childNamed('workerd')
  return {
    ours: `${(await miniflare.unsafeGetDirectURL('rivulet')).origin}/api/v1`,
    bare: (await miniflare.unsafeGetDirectURL('bare')).origin,
    databases,
    processorTime: () => (workerd === null ? NaN : processorTimeOf(workerd)),
    stop: () => miniflare.dispose(),
  }
}

/** The script as it would be deployed. */
export function bundle(config: string): string {
  const out = mkdtempSync(join(tmpdir(), 'rivulet-'))
  try {
    const { status, stdout, stderr } = spawnSync(
      'wrangler',
      ['deploy', '--config', config, '--dry-run', '--outdir', out],
      // With the banner goes its look-up of the newest version.
      { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' } },
    )
    if (status !== 0) throw new Error(stdout + stderr)
    return readFileSync(
      join(
        out,
        readdirSync(out).find((name) => name.endsWith('.js'))!,
      ),
      'utf8',
    )
  } finally {
    rmSync(out, { recursive: true })
  }
}

export async function createTables(database: Database): Promise<void> {
  const statements = readFileSync('schema.sql', 'utf8')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.trim() !== '')
  await database.batch(statements.map((statement) => database.prepare(statement)))
}

/** The fields of /proc/PID/stat that follow the name in parentheses. */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

/** Linux counts processor time in hundredths of a second here, whatever its clock. */
function processorTimeOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[11]) + Number(stat[12])) * 10
}

function childNamed(name: string): number | null {
  try {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
    const child = pids.find((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name && Number(statOf(Number(pid))[1]) === process.pid
        )
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
    return child === undefined ? null : Number(child)
  } catch {
    return null
  }
}
