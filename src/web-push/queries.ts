import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'

/** What the server needs of a device to send it a push. */
export interface WebPushDevice {
  readonly id: number
  readonly user_id: number
  /** The address at the push service. */
  readonly endpoint: string
  /** Public key of the device, in Base64URL. */
  readonly p256dh: string
  /** Secret that the device shares with this server, in Base64URL. */
  readonly auth: string
}

/** A device as its user sees it in the list. */
export interface WebPushDeviceRow extends WebPushDevice {
  readonly name: string
  readonly created_at: number
  /** Day of the last push that the service took, in days since 1970; null if it took none. */
  readonly last_success_on: number | null
}

/** Devices of a user whose sessions have not expired, the oldest first. */
export async function webPushDevicesOf(sql: Sql, user_id: number, now: number): Promise<WebPushDeviceRow[]> {
  return sql`
    select device.id, device.user_id, endpoint, p256dh, auth, device.name, device.created_at, last_success_on
    from web_push_device as device join session on hash = session_hash
    where device.user_id = ${user_id} and (expires_at is null or expires_at > ${now})
    order by device.id
  `.all()
}

/** Devices of a user whose sessions have expired. */
export async function expiredWebPushDevices(
  sql: Sql,
  user_id: number,
  now: number,
): Promise<Pick<WebPushDevice, 'user_id' | 'id'>[]> {
  return sql`
    select device.user_id, device.id
    from web_push_device as device left join session on hash = session_hash
    where device.user_id = ${user_id} and (hash is null or expires_at <= ${now})
  `.all()
}

/** Devices of a realm at an address. It has several if users of one browser registered it one after the other. */
export async function webPushDevicesAt(sql: Sql, realm_id: number, endpoint: string): Promise<WebPushDevice[]> {
  return sql`
    select id, user_id, endpoint, p256dh, auth from web_push_device
    where endpoint = ${endpoint} and ${inRealm(fragment`user_id`, realm_id)}
  `.all()
}

/**
 * Devices of these users whose sessions have not expired. Those that the last push did not reach come last, so that waiting for
 * them delays no other.
 */
export async function webPushDevicesOfPeople(
  sql: Sql,
  user_ids: readonly number[],
  now: number,
): Promise<WebPushDevice[]> {
  return sql`
    select device.id, device.user_id, endpoint, p256dh, auth
    from json_each(${JSON.stringify(user_ids)}) as person
      cross join web_push_device as device on device.user_id = person.value
      cross join session on hash = session_hash
    where expires_at is null or expires_at > ${now}
    order by unreachable_since is not null, device.user_id, device.id
  `.all()
}

/** Ids of the people of a realm who have devices. To be cached: it reads a row for each device. */
export async function peopleWithDevices(sql: Sql, realm_id: number): Promise<number[]> {
  const rows = await sql`
    select distinct user_id from web_push_device where ${inRealm(fragment`user_id`, realm_id)}
  `.all<{ user_id: number }>()
  return rows.map((row) => row.user_id)
}

/** The keys of a realm as they are stored. */
export interface WebPushKeyRow {
  readonly private_key: string
  readonly public_key: string
  /** Id of the realm's object that made them. */
  readonly object_id: string
}

/** The stored keys of a realm; null before their first use. */
export async function webPushKeyRow(sql: Sql, realm_id: number): Promise<WebPushKeyRow | null> {
  return sql`select private_key, public_key, object_id from web_push_key where realm_id = ${realm_id}`.first()
}
