import { refused } from '../core/base/errors'
import { RecentAnswers } from '../core/base/recent-answers'
import { megabyte } from '../core/base/units'
import {
  databaseNamed,
  databaseNames,
  firstDatabase,
  hasSeveralDatabases,
  type DatabaseName,
} from '../core/sql/databases'
import { Database } from '../core/sql/database'
import { fragment, literal, type Sql } from '../core/sql/sql'
import { databaseQuota } from '../core/usage/quotas'

/** A database gets no further organization once so much of its largest size is used. The rest is for those that it has. */
const filledShare = 0.8

/** The platform's own limit for a database, which counts where the plan has none. */
const platformMaxBytes = 10_000 * megabyte

/**
 * New organizations are small, and all would go to one database, where they grow. So one that has this many gets no more while
 * another has fewer. The variable `ORGANIZATIONS_PER_DATABASE` says another number.
 */
const usualMaxOrganizations = 500

/** Databases that were filled, or had that many organizations, by their names, for an hour. */
const filled = new RecentAnswers<true>({ seconds: 3600, maxBytes: 64 * 1024 })
const crowded = new RecentAnswers<true>({ seconds: 3600, maxBytes: 64 * 1024 })

/**
 * The database for a new organization: the first one with room and fewer than this many organizations, or else the last one with
 * room. Refuses if there is none. `sql` reads the directory.
 */
export async function databaseForNew(sql: Sql, env: Env): Promise<DatabaseName> {
  const maxBytes = (databaseQuota(env) ?? platformMaxBytes) * filledShare
  const maxOrganizations = Math.ceil(Number(env.ORGANIZATIONS_PER_DATABASE)) || usualMaxOrganizations
  let last: DatabaseName | null = null
  for (const name of databaseNames(env)) {
    const database = databaseNamed(env, name)
    if (
      await filled.of(database, `${name} ${maxBytes}`, async () => ((await sizeOf(database)) < maxBytes ? null : true))
    )
      continue
    last = name
    if (!hasSeveralDatabases(env)) break
    const isCrowded = await crowded.of(env.DB, `${name} ${maxOrganizations}`, async () =>
      (await hasOrganizations(sql, name, maxOrganizations)) ? true : null,
    )
    if (isCrowded === null) return name
  }
  if (last !== null) return last
  throw refused('This deployment has no room for further organizations. Its operator can add a database.', {
    code: 'DATABASES_FULL',
  })
}

/**
 * The highest id of a realm in all databases but the first, which knows its own. The directory has it, unless it was restored from an
 * older copy. Then an id that is given out again would lead the object of that realm to the rows of another one.
 */
export async function lastIdElsewhere(env: Env): Promise<number> {
  const further = databaseNames(env).filter((name) => name !== firstDatabase)
  const last_ids = await Promise.all(
    further.map(async (name) => {
      const [answer] = await new Database(databaseNamed(env, name)).send([
        fragment`select coalesce(max(id), 0) as last_id from realm`,
      ])
      return Number(answer!.rows[0]!['last_id'])
    }),
  )
  return Math.max(0, ...last_ids)
}

/** Bytes of a database. D1 says them with every answer. */
async function sizeOf(d1: D1Database): Promise<number> {
  let bytes = 0
  await new Database(d1, ({ size }) => (bytes = size ?? 0)).send([fragment`select 1`])
  return bytes
}

/** Whether a database has at least this many organizations. */
async function hasOrganizations(sql: Sql, name: DatabaseName, amount: number): Promise<boolean> {
  const all =
    name === firstDatabase
      ? // A realm that has left the database has another name there.
        fragment`select 1 from realm where string_id not like '/%'`
      : fragment`select 1 from realm_place where database = ${name}`
  return (await sql`${all} limit 1 offset ${literal(amount - 1)}`.first()) !== null
}
