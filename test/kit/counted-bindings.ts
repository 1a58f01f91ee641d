import { env } from 'cloudflare:workers'

/** The namespace of Durable Objects, with each use counted. */
const counted = (objects: Pick<Env['REALM'], 'getByName'>, count: () => void) => ({
  getByName(name: string) {
    count()
    return objects.getByName(name)
  },
})

/** Bindings that count round trips to the database, the rows that they read and write, and uses of realm objects and password objects. */
export function countedBindings() {
  const asked = { database: 0, objects: 0 }
  const cost = { rows_read: 0, rows_written: 0, passwords: 0 }
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      asked.database += 1
      const results = await env.DB.batch(statements)
      for (const { meta } of results) {
        cost.rows_read += meta.rows_read
        cost.rows_written += meta.rows_written
      }
      return results
    },
  }
  const REALM = counted(env.REALM, () => (asked.objects += 1))
  const PASSWORDS = counted(env.PASSWORDS, () => (cost.passwords += 1))
  return {
    asked,
    cost,
    bindings: {
      DB: DB as unknown as D1Database,
      REALM: REALM as unknown as Env['REALM'],
      PASSWORDS: PASSWORDS as unknown as Env['PASSWORDS'],
    },
  }
}
