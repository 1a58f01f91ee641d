import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import type { PushResult } from './outcomes'
import type { WebPushDevice, WebPushDeviceRow, WebPushKeyRow } from './queries'

export const insertDevice = (
  { id, user_id, endpoint, p256dh, auth, name, created_at }: WebPushDeviceRow,
  session_hash: string,
): Fragment => fragment`
  insert into web_push_device (user_id, id, session_hash, endpoint, p256dh, auth, name, created_at)
  values (${user_id}, ${id}, ${session_hash}, ${endpoint}, ${p256dh}, ${auth}, ${name}, ${created_at})`

/** A device is registered again: by another session, or under another name. */
export const renewDevice = (
  { user_id, id, name }: Pick<WebPushDeviceRow, 'user_id' | 'id' | 'name'>,
  session_hash: string,
): Fragment => fragment`
  update web_push_device set session_hash = ${session_hash}, name = ${name}, refusals = 0, unreachable_since = null
  where user_id = ${user_id} and id = ${id}`

/** A list of devices, as the value of a parameter. */
const isListedDevice = (devices: readonly (readonly [user_id: number, id: number])[]): Fragment => fragment`
  (user_id, id) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(devices)}))`

export const deleteWebPushDevices = (devices: readonly Pick<WebPushDevice, 'user_id' | 'id'>[]): Fragment =>
  fragment`delete from web_push_device where ${isListedDevice(devices.map(({ user_id, id }) => [user_id, id]))}`

export const deleteWebPushDevicesOfUsers = (user_ids: readonly number[]): Fragment =>
  fragment`delete from web_push_device where user_id in (select value from json_each(${JSON.stringify(user_ids)}))`

export const deleteWebPushDevicesOfRealm = (realm_id: number): Fragment =>
  fragment`delete from web_push_device where ${inRealm(fragment`user_id`, realm_id)}`

/** Deletes the devices that these sessions registered. The sessions must still be there: they tell whose devices to look at. */
export const deleteWebPushDevicesOfSessions = (hashes: readonly string[]): Fragment => {
  const list = fragment`(select value from json_each(${JSON.stringify(hashes)}))`
  return fragment`
    delete from web_push_device
    where user_id in (select user_id from session where hash in ${list}) and session_hash in ${list}`
}

export const storeWebPushKey = (realm_id: number, { private_key, public_key, object_id }: WebPushKeyRow): Fragment =>
  fragment`
    insert into web_push_key (realm_id, private_key, public_key, object_id)
    values (${realm_id}, ${private_key}, ${public_key}, ${object_id})
    on conflict (realm_id) do update
    set private_key = excluded.private_key, public_key = excluded.public_key, object_id = excluded.object_id`

/** A device is deleted after so many refusals, one after the other. */
const maxRefusals = 3

/** A device is deleted when its service has not answered for this many days. */
const maxUnreachableDays = 14

/** Whether the service was not there at all. One that asks to be left alone for a while is there. */
const isUnreachable = ({ outcome, status }: PushResult): boolean => outcome === 'delayed' && status !== 429

/** Records results, in one statement for each kind of them. Devices that will get no push again are deleted. */
export function recordResults(results: readonly PushResult[], today: number): Fragment[] {
  const devicesWith = (has: (result: PushResult) => boolean) =>
    results.filter(has).map(({ user_id, device_id }): [number, number] => [user_id, device_id])
  const sent = devicesWith(({ outcome }) => outcome === 'sent')
  const goneDevices = devicesWith(({ outcome }) => outcome === 'gone')
  const refusing = devicesWith(({ outcome }) => outcome === 'refused')
  const unreachable = devicesWith(isUnreachable)
  return [
    ...(sent.length === 0
      ? []
      : [
          // Most devices have had a push today, and get no row.
          fragment`
            update web_push_device set last_success_on = ${today}, refusals = 0, unreachable_since = null
            where ${isListedDevice(sent)}
              and (last_success_on is not ${today} or refusals > 0 or unreachable_since is not null)`,
        ]),
    ...(goneDevices.length === 0 ? [] : [fragment`delete from web_push_device where ${isListedDevice(goneDevices)}`]),
    ...(refusing.length === 0
      ? []
      : [
          fragment`delete from web_push_device where ${isListedDevice(refusing)} and refusals >= ${maxRefusals - 1}`,
          fragment`
            update web_push_device set refusals = refusals + 1, unreachable_since = null where ${isListedDevice(refusing)}`,
        ]),
    ...(unreachable.length === 0
      ? []
      : [
          fragment`
            delete from web_push_device
            where ${isListedDevice(unreachable)} and unreachable_since <= ${today - maxUnreachableDays}`,
          fragment`
            update web_push_device set unreachable_since = ${today}
            where ${isListedDevice(unreachable)} and unreachable_since is null`,
        ]),
  ]
}
