import { fragment, type Sql } from '../core/sql/sql'
import type { DatabaseName } from '../core/sql/databases'
import type { RealmAddress } from './host'

export interface RealmRow {
  id: number
  string_id: string
  name: string
  description: string
  date_created: number
  deactivated: number
  /** JSON of the settings that differ from the defaults. */
  realm_settings: string
  /** Paths of uploaded pictures below `/user_avatars/`; null if there is none. */
  icon_path: string | null
  logo_path: string | null
  night_logo_path: string | null
  /** Whether it stores no HTML of messages without markup (`messages/stored-html.ts`). */
  uses_short_forms: number
}

const realmColumns = fragment`
  id, string_id, name, description, date_created, deactivated, settings as realm_settings,
  icon_path, logo_path, night_logo_path, uses_short_forms`

export async function realmById(sql: Sql, realm_id: number): Promise<RealmRow | null> {
  return sql`select ${realmColumns} from realm where id = ${realm_id}`.cachedFirst()
}

/** The realm at an address; null if there is none. */
export async function realmAt(sql: Sql, address: RealmAddress): Promise<RealmRow | null> {
  if (address.kind === 'root') return null
  // Two statements: with a bound condition, finding a name would read all realms.
  return address.kind === 'named'
    ? sql`select ${realmColumns} from realm where string_id = ${address.string_id}`.first()
    : sql`select ${realmColumns} from realm order by id limit 1`.first()
}

/** Whether a realm of the deployment has this name. `sql` reads the first database. */
export async function isNameTaken(sql: Sql, string_id: string): Promise<boolean> {
  const row = await sql`
    select 1 from realm where string_id = ${string_id}
    union all
    select 1 from realm_place where string_id = ${string_id}
    limit 1`.first()
  return row !== null
}

/** What the first database knows of all realms of the deployment, when one is to be founded with this name. */
export async function realmsBeside(
  sql: Sql,
  string_id: string,
): Promise<{ last_id: number; isTaken: boolean; place: RealmPlace | null }> {
  const row = await sql`
    select
      max(coalesce((select max(id) from realm), 0), coalesce((select max(realm_id) from realm_place), 0)) as last_id,
      exists (select 1 from realm where string_id = ${string_id}) as is_taken,
      (select json_object('realm_id', realm_id, 'database', database) from realm_place where string_id = ${string_id})
        || '' as place
  `.first<{ last_id: number; is_taken: number; place: string | null }>()
  const { last_id, is_taken, place } = row!
  return {
    last_id,
    isTaken: is_taken === 1 || place !== null,
    place: place === null ? null : (JSON.parse(place) as RealmPlace),
  }
}

/** An entry of the directory. */
export interface RealmPlace {
  readonly realm_id: number
  readonly database: DatabaseName
}

/** Whether the deployment has any realm. `sql` reads the first database. */
export async function isAnyFounded(sql: Sql): Promise<boolean> {
  const row = await sql`
    select exists (select 1 from realm) or exists (select 1 from realm_place) as is_any
  `.first<{ is_any: number }>()
  return row!.is_any === 1
}

/** Whether the realm has a web-public stream. */
export async function hasWebPublicStream(sql: Sql, realm_id: number): Promise<boolean> {
  const row = await sql`
    select 1 as one from stream
    where realm_id = ${realm_id} and is_web_public and not deactivated
    limit 1
  `.first()
  return row !== null
}
