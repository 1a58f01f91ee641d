import { env } from 'cloudflare:workers'

/** Bindings that count round trips to the database and uses of realm objects. */
export function countedBindings() {
  const asked = { database: 0, objects: 0 }
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch(statements: D1PreparedStatement[]) {
      asked.database += 1
      return env.DB.batch(statements)
    },
  }
  const REALM = {
    getByName(name: string) {
      asked.objects += 1
      return env.REALM.getByName(name)
    },
  }
  return { asked, bindings: { DB: DB as unknown as D1Database, REALM: REALM as unknown as Env['REALM'] } }
}
