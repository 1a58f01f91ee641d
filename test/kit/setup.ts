import { env } from 'cloudflare:workers'
import { configureGlobal } from 'fast-check'

// In CI the same cases each time: a change must not fail for what another one got wrong. By hand, new ones each time.
if (env.PROPERTY_SEED !== '') configureGlobal({ seed: Number(env.PROPERTY_SEED) })

/** Statements of the schema. None of them has a semicolon inside. */
const statements = env.SCHEMA.replaceAll(/--.*$/gm, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter(Boolean)

await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
