import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import { concurrently } from '../core/base/concurrently'
import { beginningOf, noUserAddress, responseOutside, withinSeconds } from '../core/base/fetch-outside'
import { daySeconds } from '../core/base/units'
import { pushAddress } from './addresses'
import type { VapidKeys } from './keys'
import { outcomeOf, retryTime, type PushResult } from './outcomes'
import { maxPayloadBytes } from './payload'
import type { WebPushDevice } from './queries'

/** A push for one device. */
export interface Push {
  readonly device: WebPushDevice
  /** JSON, as `pushPayload` makes it. */
  readonly payload: string
  /** Name of the conversation. A device that was off gets only the last push of each. */
  readonly topic: string
  /** `high` wakes a phone that saves energy. */
  readonly urgency: 'high' | 'normal'
}

/** Who sends pushes. */
export interface PushSender {
  readonly keys: VapidKeys
  /** Scheme and host of the realm, where a push service finds who runs the server. */
  readonly origin: string
}

/** The result of a push, and what the service answered. */
export interface AnsweredPush extends PushResult {
  /** The beginning of the answer's body. */
  readonly bytes: Uint8Array
}

/** Pushes that are under way at the same time. The platform lets one event have six connections open. */
const maxAtOnce = 5

/** Seconds to wait for a push service. */
const timeoutSeconds = 10

/** Seconds for which a service keeps a push for a device that is off. */
const timeToLive = daySeconds

/**
 * Sends pushes in this event, and answers what became of each, in their order. It throws nothing that a device or its service
 * causes. Jobs call `sendPushes`, which heeds the limits of an event.
 */
export async function sendInThisEvent(env: Env, sender: PushSender, pushes: readonly Push[]): Promise<PushResult[]> {
  const authorize = authorizer(sender)
  return concurrently(pushes, maxAtOnce, async (push) => {
    const { bytes: _, ...result } = await attempt(env, push, { sender, authorize, maxBytes: 0 })
    return result
  })
}

/** Sends one push, and reads at most so many bytes of the answer. */
export const sendPush = (env: Env, sender: PushSender, push: Push, maxBytes: number): Promise<AnsweredPush> =>
  attempt(env, push, { sender, authorize: authorizer(sender), maxBytes })

interface Way {
  readonly sender: PushSender
  readonly authorize: (service: URL) => Promise<string>
  readonly maxBytes: number
}

async function attempt(env: Env, push: Push, { sender, authorize, maxBytes }: Way): Promise<AnsweredPush> {
  const { device, payload } = push
  const result = resultOf(device)
  // The rules for addresses may be stricter than when the device was registered.
  const url = pushAddress(device.endpoint, sender.origin, env)
  if (url === null) return { ...result(null), outcome: 'gone', retry_at: null }
  const text = new TextEncoder().encode(payload)
  if (text.length > maxPayloadBytes) return { ...result(null), outcome: 'too_large', retry_at: null }
  const headers = { ...(await headersOf(push)), Authorization: await authorize(url) }
  const body = await encryptNotification({ ...device, expirationTime: null, keys: device }, text)
  try {
    return await withinSeconds(timeoutSeconds, async (signal) => {
      const request = { method: 'POST', headers, body } as const
      const { response } = await responseOutside(url.href, request, { signal, mayAsk: () => false })
      return result(response, await bodyOf(response, maxBytes))
    })
  } catch {
    return result(null)
  }
}

/** The beginning of an answer's body. It is empty if the body breaks off: the status has said what became of the push. */
async function bodyOf({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  try {
    if (maxBytes > 0) return (await beginningOf(body, maxBytes)).bytes
    await body?.cancel()
  } catch {
    // The service closed the connection, or took too long.
  }
  return new Uint8Array()
}

/** Makes the results of a device: from an answer, or from null if there was none. */
const resultOf =
  ({ id: device_id, user_id }: WebPushDevice) =>
  (answer: Pick<Response, 'status' | 'headers'> | null, bytes: Uint8Array = new Uint8Array()): AnsweredPush => {
    const status = answer?.status ?? null
    const outcome = outcomeOf(status)
    const retry_at = outcome === 'delayed' ? retryTime(answer?.headers ?? null, Date.now() / 1000) : null
    return { device_id, user_id, outcome, status, retry_at, bytes }
  }

async function headersOf({ device, topic, urgency }: Push): Promise<Record<string, string>> {
  return {
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(timeToLive),
    Urgency: urgency,
    Topic: await topicHeader(topic, device),
    'User-Agent': 'Rivulet (web push)',
    ...noUserAddress,
  }
}

/** Bytes of the digest that become the 32 characters which `Topic` may have. */
const topicBytes = 24

/**
 * The `Topic` of a conversation for a device. The secret of the device is in the digest, so that a service can neither guess the
 * conversation nor tell that two devices are in the same one.
 */
async function topicHeader(topic: string, { auth }: WebPushDevice): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${auth} ${topic}`))
  return Buffer.from(digest, 0, topicBytes).toString('base64url')
}

/** Makes the `Authorization` for a push service, one for all its devices: a signature takes as long as encrypting a push. */
function authorizer({
  keys: { public_key: publicKey, private_key: privateKey },
  origin,
}: PushSender): Way['authorize'] {
  const byHost = new Map<string, Promise<string>>()
  const subject = origin.replace(/^http:/, 'https:')
  const signed = async (host: string): Promise<string> => {
    // Services of a development server have no HTTPS, which the library demands.
    const service = { endpoint: `https://${host}/`, expirationTime: null, keys: { p256dh: '', auth: '' } }
    return (await vapidHeaders(service, { subject, publicKey, privateKey })).headers.authorization
  }
  return ({ host }) => {
    const authorization = byHost.get(host) ?? signed(host)
    byHost.set(host, authorization)
    return authorization
  }
}
