import { env } from 'cloudflare:workers'

/** Statements of the schema. None of them has a semicolon inside. */
const statements = env.SCHEMA.replaceAll(/--.*$/gm, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter(Boolean)

await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
