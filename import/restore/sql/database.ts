import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Interruption } from '../../patience.ts'

/** Where a D1 database is. */
export interface DatabaseOptions {
  /** Name or binding, as in `wrangler.toml`. */
  readonly name: string
  readonly isRemote: boolean
  /** Folder of the local database; null: `.wrangler/state`. */
  readonly folder: string | null
}

/** The database could not be asked. The message is wrangler's. */
export class DatabaseError extends Error {}

export type Row = Readonly<Record<string, string | number | null>>

const maxOutputBytes = 1024 ** 3

/** A D1 database, which wrangler asks with the credentials of the operator. */
export class D1Database {
  readonly options: DatabaseOptions
  private readonly scratch: string

  constructor(options: DatabaseOptions, scratch: string) {
    this.options = options
    this.scratch = scratch
  }

  /** The rows of each statement. */
  query(...statements: string[]): Row[][] {
    const output = this.execute('--json', '--command', statements.join(';\n'))
    const parsed = JSON.parse(output.slice(output.indexOf('['))) as { results: Row[] }[]
    return parsed.map(({ results }) => results)
  }

  /** Runs a file: all of it, or nothing if one statement fails. */
  run(statements: Iterable<string>): void {
    const file = join(this.scratch, 'statements.sql')
    writeFileSync(file, [...statements].map((statement) => `${statement};\n`).join(''), { mode: 0o600 })
    this.execute('--file', file)
  }

  private execute(...args: string[]): string {
    const { name, isRemote, folder } = this.options
    const place = isRemote ? ['--remote'] : ['--local', ...(folder === null ? [] : ['--persist-to', folder])]
    return wrangler(['d1', 'execute', name, '--yes', ...place, ...args])
  }
}

/** Runs wrangler, and returns what it prints. */
export function wrangler(args: readonly string[]): string {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', FORCE_COLOR: '0' }
  const { error, status, stdout, stderr } = spawnSync('wrangler', args, {
    encoding: 'utf8',
    env,
    maxBuffer: maxOutputBytes,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error !== undefined)
    throw new DatabaseError(`wrangler could not be started (${error.message}). Run the command by npm.`)
  if (status === 0) return stdout
  const output = `${stdout}\n${stderr}`
  if (/daily row (write|read) limit|free tier/i.test(output))
    throw new Interruption(
      'The free plan allows no more rows today. The database has what was restored so far; go on after midnight UTC.',
    )
  throw new DatabaseError(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${reasonIn(output)}`)
}

/** What is wrong, without wrangler's own framing. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /error/i.test(line) && !/logs were written/i.test(line))
  return (errors.length > 0 ? errors : lines.filter(Boolean)).slice(0, 8).join('\n').slice(0, 2000)
}
