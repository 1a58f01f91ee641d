import { assertHuman, shareOf } from '../accounts/account'
import { refused } from '../core/base/errors'
import { dayOf } from '../core/base/units'
import { tell, joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { everyone } from '../users/audience'
import { newVapidKeys, objectIdOf, usableKeys, type VapidKeys } from './keys'
import type { PushResult } from './outcomes'
import {
  expiredWebPushDevices,
  peopleWithDevices,
  webPushDevicesAt,
  webPushDevicesOf,
  webPushKeyRow,
  type WebPushDevice,
  type WebPushDeviceRow,
} from './queries'
import { recordPushes } from './recording'
import { deleteWebPushDevices, deleteWebPushDevicesOfRealm, insertDevice, renewDevice, storeWebPushKey } from './writes'

/** Maximal number of a person's devices. A further one replaces the one whose last success is longest ago. */
const maxDevices = 10

/** Test pushes of a person and the newcomers who use their share. */
const testLimit = { maxAttempts: 5, seconds: 60, inMemory: true } as const

const noSuchDevice = () => refused('No such device', { reason: 'not_found' })

/** The keys of the realm, which are made at their first use. */
async function keysFor(turn: Turn): Promise<{ keys: VapidKeys; step: Step | null }> {
  const { cached, env, realm_id } = turn
  const keys = usableKeys(env, realm_id, await cached(webPushKeyRow, realm_id))
  if (keys !== null) return { keys, step: null }
  const newKeys = newVapidKeys()
  return {
    keys: newKeys,
    step: {
      // Devices of other keys get no push with these.
      writes: [
        storeWebPushKey(realm_id, { ...newKeys, object_id: objectIdOf(env, realm_id) }),
        deleteWebPushDevicesOfRealm(realm_id),
      ],
      events: [
        tell(await everyone(turn), {
          type: 'realm',
          op: 'update',
          property: 'web_push_public_key',
          value: newKeys.public_key,
        }),
      ],
      invalidates: [invalidation(webPushKeyRow, realm_id), invalidation(peopleWithDevices, realm_id)],
    },
  }
}

/** Makes the keys of the realm, if it has none. */
export async function makeWebPushKey(turn: Turn): Promise<Change<{ public_key: string }>> {
  assertHuman(turn.actor)
  const { keys, step } = await keysFor(turn)
  return { ...joinSteps(step), result: { public_key: keys.public_key } }
}

type DeviceInput = Pick<WebPushDeviceRow, 'endpoint' | 'p256dh' | 'auth' | 'name'>

/**
 * Registers a device of the actor, until the session that asks ends. Registering it again renews it. If the browser got pushes
 * for another account before, it gets no more of these: the keys show that it is the same browser.
 */
export async function addWebPushDevice(
  turn: Turn,
  input: DeviceInput,
): Promise<Change<{ device_id: number; public_key: string }>> {
  const { actor, sql, realm_id, now } = turn
  assertHuman(actor)
  const session_hash = actor.session!.hash
  const { keys, step } = await keysFor(turn)
  const [own, expired, there] = await Promise.all([
    webPushDevicesOf(sql, actor.id, now),
    expiredWebPushDevices(sql, actor.id, now),
    webPushDevicesAt(sql, realm_id, input.endpoint),
  ])
  const hasSameKeys = ({ p256dh, auth }: WebPushDevice) => p256dh === input.p256dh && auth === input.auth
  const same = there.find((device) => device.user_id === actor.id && hasSameKeys(device))
  const former = there.filter((device) => device !== same && (device.user_id === actor.id || hasSameKeys(device)))
  const others = own.filter(({ id, endpoint }) => id !== same?.id && endpoint !== input.endpoint)
  const surplus = others
    .toSorted((one, other) => lastUse(one) - lastUse(other))
    .slice(0, Math.max(0, others.length + 1 - maxDevices))
  const removed = [...former, ...surplus, ...expired.filter(({ id }) => id !== same?.id)]
  const device: WebPushDeviceRow = {
    ...input,
    id: same === undefined || step !== null ? turn.next('web_push_device') : same.id,
    user_id: actor.id,
    created_at: now,
    last_success_on: null,
  }
  const row = device.id === same?.id ? renewDevice(device, session_hash) : insertDevice(device, session_hash)
  const registration: Step = {
    writes: [...(removed.length === 0 ? [] : [deleteWebPushDevices(removed)]), row],
    // The first device of somebody, and the last one of somebody else, change who has devices.
    ...((own.length === 0 || former.length > 0) && { invalidates: [invalidation(peopleWithDevices, realm_id)] }),
  }
  return { ...joinSteps(step, registration), result: { device_id: device.id, public_key: keys.public_key } }
}

/** Day of the last success of a device; of a new one, day of its registration. */
const lastUse = ({ last_success_on, created_at }: WebPushDeviceRow): number => last_success_on ?? dayOf(created_at)

interface DeviceChoice {
  readonly device_id: number
}

async function ownDevice({ actor, sql, now }: Turn, { device_id }: DeviceChoice): Promise<WebPushDeviceRow> {
  assertHuman(actor)
  const device = (await webPushDevicesOf(sql, actor.id, now)).find(({ id }) => id === device_id)
  if (device === undefined) throw noSuchDevice()
  return device
}

/** Removes a device of the actor. */
export async function removeWebPushDevice(turn: Turn, choice: DeviceChoice): Promise<Change> {
  const device = await ownDevice(turn, choice)
  return {
    writes: [deleteWebPushDevices([device])],
    invalidates: [invalidation(peopleWithDevices, turn.realm_id)],
    result: {},
  }
}

/** Counts a test push of the actor, and answers what is needed to send it. */
export async function beginTestPush(
  turn: Turn,
  choice: DeviceChoice,
): Promise<Change<{ device: WebPushDevice; keys: VapidKeys }>> {
  const { actor, attempts, cached, env, realm_id } = turn
  const { id, user_id, endpoint, p256dh, auth } = await ownDevice(turn, choice)
  const keys = usableKeys(env, realm_id, await cached(webPushKeyRow, realm_id))
  if (keys === null) throw noSuchDevice()
  if (env.RATE_LIMITS !== 'off') attempts.take(`test pushes of ${shareOf(actor)}`, testLimit)
  return { writes: [], result: { device: { id, user_id, endpoint, p256dh, auth }, keys } }
}

/** Records what became of a test push of the actor. */
export async function recordTestPush(turn: Turn, result: PushResult): Promise<Change> {
  const own = result.user_id === turn.actor.id ? [result] : []
  return { ...recordPushes(turn, own), result: {} }
}
