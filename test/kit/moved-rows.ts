import { runScript } from './script'
import { env } from 'cloudflare:workers'

/** Copies all rows of a database into an empty one. */
export async function copyDatabase(source: D1Database, target: D1Database): Promise<void> {
  await runScript(env.SCHEMA, target)
  const { results: tables } = await source
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'message_search%'
        and name not like 'sqlite@_%' escape '@' and name not like '@_cf@_%' escape '@'`,
    )
    .all<{ name: string }>()
  const inserts: D1PreparedStatement[] = [target.prepare('pragma defer_foreign_keys = on')]
  for (const { name } of tables) {
    const { results: rows } = await source.prepare(`select * from "${name}"`).all()
    for (const row of rows) {
      const columns = Object.keys(row)
      const places = columns.map(() => '?').join(', ')
      inserts.push(
        target
          .prepare(`insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${places})`)
          .bind(...Object.values(row)),
      )
    }
  }
  await target.batch([...inserts, target.prepare(`insert into message_search (message_search) values ('rebuild')`)])
}
