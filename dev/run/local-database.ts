/**
 * The database of a server on this machine, opened by the runtime itself: wrangler would load for two seconds before each of its
 * commands.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { Database } from './upgrade.ts'

/** Opens the database that `wrangler dev --persist-to STATE` has by this configuration, and closes it after `use`. */
export async function withLocalDatabase(
  state: string,
  config: string,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: '',
      resourcePersistencePath: resolve(state, 'v3'),
      d1Databases: { DB: idIn(readFileSync(config, 'utf8')) },
      log: new Log(LogLevel.ERROR),
    }),
  )
  try {
    const database = await miniflare.getD1Database('DB')
    await use({
      rows: async (sql) => (await database.prepare(sql).all<Record<string, number>>()).results,
      // The local D1 runs all statements of a text in one transaction.
      run: async (file) => {
        await database.prepare(readFileSync(file, 'utf8')).run()
      },
    })
  } finally {
    await miniflare.dispose()
  }
}

/** What wrangler calls the database in the folder: by its id, if a deployment has given it one, or by its binding. */
function idIn(config: string): string {
  const [, id] = /^preview_database_id = "(.+)"/m.exec(config) ?? /^database_id = "(.+)"/m.exec(config) ?? []
  return id ?? 'DB'
}
