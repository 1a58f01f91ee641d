import { env } from 'cloudflare:workers'

/** Runs the statements of an SQL file and returns how many rows they wrote. No statement may contain a semicolon. */
export async function runScript(sql: string, database = env.DB): Promise<number> {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  const answers = await database.batch(statements.map((statement) => database.prepare(statement)))
  return answers.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}
