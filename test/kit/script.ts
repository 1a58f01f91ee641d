import { env } from 'cloudflare:workers'

/** Runs the statements of an SQL file and returns how many rows they wrote. No statement may contain a semicolon. */
export async function runScript(sql: string): Promise<number> {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  const answers = await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
  return answers.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}
