import { env } from 'cloudflare:workers'
import { runScript } from './script'

/** Gives the deployment a second database, `DB_2`, with all tables, from now on. */
export async function addSecondDatabase(): Promise<D1Database> {
  env.DB_2 = env.REPLICA_A
  await runScript(env.SCHEMA, env.DB_2)
  return env.DB_2
}

/** Until the end of `use`, the first database counts as full, and others have room. */
export async function withFullDatabase<T>(use: () => Promise<T>): Promise<T> {
  const before = env.QUOTA_DATABASE_MB
  await env.DB.batch([
    env.DB.prepare('create table if not exists filling (bytes blob)'),
    env.DB.prepare('insert into filling values (zeroblob(1500000)), (zeroblob(1500000))'),
  ])
  env.QUOTA_DATABASE_MB = '3'
  try {
    return await use()
  } finally {
    if (before === undefined) delete env.QUOTA_DATABASE_MB
    else env.QUOTA_DATABASE_MB = before
  }
}

/** Whether a table of a database has rows of a realm, by the block of ids. */
export async function amountOfRows(
  database: D1Database,
  table: string,
  realm_id: number,
  column = 'id',
): Promise<number> {
  const block = 2 ** 32
  const row = await database
    .prepare(`select count(*) as amount from ${table} where ${column} > ? and ${column} < ?`)
    .bind((realm_id - 1) * block, realm_id * block)
    .first<{ amount: number }>()
  return row!.amount
}
