import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'
import { deviceName } from '../sessions/device-name'
import { longestEndpoint, pushAddresses } from './addresses'
import { assertDeviceKeys } from './device-keys'
import { usableKeys } from './keys'
import { pushPayload } from './payload'
import { webPushDevicesOf, webPushKeyRow } from './queries'
import { webPushDeviceSchema, webPushPublicKey } from './schema'
import { sendPush } from './sending'

/** Id of the device, as the list names it. */
const device_id = pathId()

/** A key in base64url, with or without padding. */
const key = (maxCharacters: number) =>
  text(
    z
      .string()
      .max(maxCharacters)
      .regex(/^[\w-]+={0,2}$/),
  )

/** Base64URL without padding, so that equal keys are equal texts. */
const unpadded = (text: string): string => text.replace(/=+$/, '')

/**
 * Registers a browser, or an app with UnifiedPush, for push messages, which reach it when it is closed. The three fields are those
 * of its push subscription. What is sent is encrypted for the device: its push service cannot read it. The device gets no more
 * when the session that registered it ends. Registering it again is no error, and moves a browser to the account that asks. Of more
 * than 10 devices of yours, the one that got a push longest ago is dropped.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST `endpoint` is no public address with https, or has a port up to 1024 that is not 443.
 * @error BAD_REQUEST `p256dh` or `auth` is no such key.
 */
export const addWebPushDeviceEndpoint = endpoint('POST /users/me/web_push', {
  summary: 'Register a device for push messages',
  params: {
    /** Address of the device at its push service, at most 1,000 characters. */
    endpoint: text(z.string().max(longestEndpoint)),
    /** Public key of the device: 65 bytes in base64url. */
    p256dh: key(100),
    /** Secret of the device: 16 bytes in base64url. */
    auth: key(40),
    /** Name of the device, at most 100 characters. Default: the program and the system of its `User-Agent`. */
    name: text(z.string().trim().min(1).max(100)).optional(),
  },
  returns: {
    /** Id of the device. */
    device_id: z.int(),
    public_key: webPushPublicKey,
  },
  async run({ params: { endpoint, name, ...keys }, facts, env, headers, realm, viewer }) {
    assertHuman(await viewer())
    const url = pushAddresses(facts.origin, env)(endpoint)
    if (url === null) throw refused('endpoint must be a public address with https, at port 443 or above 1024')
    const [p256dh, auth] = [unpadded(keys.p256dh), unpadded(keys.auth)]
    await assertDeviceKeys({ p256dh, auth })
    return realm.perform('addWebPushDevice', { endpoint: url.href, p256dh, auth, name: name ?? deviceName(headers) })
  },
})

/**
 * Lists your devices, and has the public key with which browsers subscribe. Only you can see your devices.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const webPushDevicesEndpoint = endpoint('GET /users/me/web_push', {
  summary: 'Your devices for push messages',
  returns: {
    public_key: webPushPublicKey,
    /** The oldest first; at most 10. */
    devices: z.array(webPushDeviceSchema),
  },
  async run({ viewer, sql, env, realm }) {
    const { id, realm_id, bot_type } = await viewer()
    assertHuman({ bot_type })
    const [devices, row] = await Promise.all([
      webPushDevicesOf(sql, id, Date.now() / 1000),
      webPushKeyRow(sql, realm_id),
    ])
    const { public_key } = usableKeys(env, realm_id, row) ?? (await realm.perform('makeWebPushKey', {}))
    return {
      public_key,
      devices: devices.map((device) => ({
        id: device.id,
        name: device.name,
        host: new URL(device.endpoint).host,
        created_at: Math.floor(device.created_at),
        last_success: device.last_success_on === null ? null : device.last_success_on * daySeconds,
      })),
    }
  },
})

/**
 * Removes one of your devices. It gets no more push messages.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST You have no such device.
 */
export const removeWebPushDeviceEndpoint = endpoint('DELETE /users/me/web_push/{device_id}', {
  summary: 'Remove a device for push messages',
  overSocket: true,
  params: { device_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeWebPushDevice', params)
  },
})

/** Bytes of a push service's answer that are shown. */
const maxAnswerBytes = 500

/** The beginning of an answer as text, without what could confuse a terminal or a page. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/**
 * Sends a push to one of your devices at once, and answers what its push service said, so that you see why nothing arrives. The
 * payload is JSON with `type` `test`. A device that its service no longer knows is removed.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST You have no such device.
 * @error 429 RATE_LIMIT_HIT You sent 5 test pushes within a minute.
 */
export const testWebPushEndpoint = endpoint('POST /users/me/web_push/{device_id}/test', {
  summary: 'Send a test push',
  params: { device_id },
  returns: {
    /**
     * `sent`: the push service took the push. `gone`: it does not know the device any more. `refused`: it takes no push of this
     * server, mostly because its key changed. `delayed`: it cannot be reached, or asks to come later. `too_large`: it takes no push
     * of this size.
     */
    outcome: z.enum(['sent', 'gone', 'delayed', 'refused', 'too_large']),
    /** Status that the push service answered with; null if it did not answer within 10 seconds. */
    service_status: z.int().nullable(),
    /** The beginning of its answer: at most 500 characters, control characters are spaces. */
    service_answer: z.string(),
  },
  async run({ params, facts: { origin }, env, realm }) {
    const { device, keys } = await realm.perform('beginTestPush', params)
    const fields = { v: 1, type: 'test', realm: origin, user_id: device.user_id, title: '', body: '' }
    const push = { device, payload: pushPayload(fields), topic: 'test', urgency: 'high' } as const
    const { bytes, ...result } = await sendPush(env, { keys, origin }, push, maxAnswerBytes)
    await realm.perform('recordTestPush', result)
    return { outcome: result.outcome, service_status: result.status, service_answer: textOf(bytes) }
  },
})
