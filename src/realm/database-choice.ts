import { refused } from '../core/base/errors'
import { Remembered } from '../core/base/remembered'
import { mebibyte } from '../core/base/units'
import { databaseNamed, databaseNames, type DatabaseName } from '../core/sql/databases'
import { Database, fragment } from '../core/sql/sql'
import { databaseQuota } from '../core/usage/quotas'

/** A database gets no further organization once so much of its largest size is used. The rest is for those that it has. */
const filledShare = 0.8

/** The platform's own limit for a database, which counts where the plan has none. */
const platformMaxBytes = 10 * 1024 * mebibyte

/** Names of databases that were filled so far, for an hour. */
const filled = new Remembered<true>({ seconds: 3600, maxBytes: 16 * 1024 })

/** The database for a new organization: the first one with room. Refuses if there is none. */
export async function databaseForNew(env: Env): Promise<DatabaseName> {
  const maxBytes = (databaseQuota(env) ?? platformMaxBytes) * filledShare
  for (const name of databaseNames(env)) {
    const database = databaseNamed(env, name)
    const isFilled = await filled.of(database, String(maxBytes), async () =>
      (await sizeOf(database)) < maxBytes ? null : true,
    )
    if (isFilled === null) return name
  }
  throw refused('This deployment has no room for further organizations. Its operator can add a database.', {
    code: 'DATABASES_FULL',
  })
}

/** Bytes of a database. D1 says them with every answer. */
async function sizeOf(d1: D1Database): Promise<number> {
  let bytes = 0
  await new Database(d1, ({ size }) => (bytes = size ?? 0)).send([fragment`select 1`])
  return bytes
}
