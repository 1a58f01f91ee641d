/** A deployment of the bench's Worker on this machine, with a database in a folder of its own. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { compatibilityDate, createTables } from '../server.ts'
import type { RequestUse } from './worker.ts'

export interface Deployment {
  /** Calls a method of the Worker (`worker.ts`). */
  call(method: string, options?: unknown): Promise<RequestUse>
  objectBytes(): Promise<number>
  databaseBytes(): DatabaseBytes
  stop(): Promise<void>
}

/** Bytes of the pages of all messages. */
export interface DatabaseBytes {
  rows: number
  indexes: number
  search: number
  /** Pages that SQLite uses again for whatever is written next. */
  free: number
}

export async function deploy(script: string): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: folder,
      workers: [
        {
          name: 'old-texts',
          script,
          modules: true,
          compatibilityDate,
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
          d1Databases: { DB: 'old-texts' },
          durableObjects: { OLD_TEXTS: { className: 'OldTexts', useSQLite: true } },
        },
      ],
    }),
  )
  await createTables(await miniflare.getD1Database('DB', 'old-texts'))
  const { origin } = await miniflare.unsafeGetDirectURL('old-texts')
  const post = async (method: string, options: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}/${method}`, { method: 'POST', body: JSON.stringify(options) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  return {
    call: (method, options = {}) => post(method, options) as Promise<RequestUse>,
    objectBytes: () => post('objectBytes', {}) as Promise<number>,
    databaseBytes: () => bytesOf(fileIn(folder)),
    async stop() {
      await miniflare.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The file of the database, which is the only one with a table of messages. */
const fileIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name))
    .find((file) => reading(file, hasMessages))!

function reading<T>(file: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

const hasMessages = (database: DatabaseSync): boolean =>
  database.prepare(`select 1 from sqlite_schema where name = 'message'`).get() !== undefined

const bytesOf = (file: string): DatabaseBytes =>
  reading(file, (database) => {
    const sizes = database.prepare(`
      select ifnull(sum(pgsize) filter (where name = 'message'), 0) as rows,
        ifnull(sum(pgsize) filter (where name glob 'message_by*' or name glob 'message_with*' or name glob 'message_of*'), 0) as indexes,
        ifnull(sum(pgsize) filter (where name glob 'message_search*'), 0) as search
      from dbstat where aggregate = true`)
    const numberOf = (pragma: string) => Number(Object.values(database.prepare(`pragma ${pragma}`).get()!)[0])
    return {
      ...(sizes.get() as unknown as Omit<DatabaseBytes, 'free'>),
      free: numberOf('freelist_count') * numberOf('page_size'),
    }
  })
