import { fragment, type Sql } from '../core/sql/sql'
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
  const { string_id, only } =
    address.kind === 'named' ? { string_id: address.string_id, only: false } : { string_id: '', only: true }
  return sql`
    select ${realmColumns}
    from realm
    where ${only} or string_id = ${string_id}
    order by id
    limit 1
  `.first()
}

/** All realms of the deployment. */
export async function realmNames(sql: Sql): Promise<Pick<RealmRow, 'id' | 'string_id'>[]> {
  return sql`select id, string_id from realm order by id`.all()
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
