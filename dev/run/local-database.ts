/**
 * The databases of a server on this machine, opened by the runtime itself: wrangler would load for two seconds before each of its
 * commands.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { databasesIn } from './d1-databases.ts'
import type { Database } from './upgrade.ts'

/** Opens the databases that `wrangler dev --persist-to STATE` has by this configuration, and closes them after `use`, which gets one by one. */
export async function withLocalDatabases(
  state: string,
  config: string,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const databases = databasesIn(readFileSync(config, 'utf8'))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: '',
      resourcePersistencePath: resolve(state, 'v3'),
      d1Databases: Object.fromEntries(databases.map(({ binding, localId }) => [binding, localId])),
      log: new Log(LogLevel.ERROR),
    }),
  )
  try {
    for (const { binding } of databases) {
      const database = await miniflare.getD1Database(binding)
      await use({
        rows: async (sql) => (await database.prepare(sql).all<Record<string, number>>()).results,
        // The local D1 runs all statements of a text in one transaction.
        run: async (file) => {
          await database.prepare(readFileSync(file, 'utf8')).run()
        },
      })
    }
  } finally {
    await miniflare.dispose()
  }
}
