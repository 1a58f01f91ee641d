import { createHash } from 'node:crypto'
import { mapConcurrently } from '../core/base/concurrently'
import { beginningOf, noUserAddress, responseOutside, withinSeconds } from '../core/base/fetch-outside'
import { daySeconds } from '../core/base/units'
import { pushAddresses } from './addresses'
import { authorizationFor, type PushSender } from './authorization'
import { encryptedFor } from './encryption'
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
  const way: Way = { sender, addressOf: pushAddresses(sender.origin, env), maxBytes: 0 }
  return mapConcurrently(pushes, maxAtOnce, async (push) => {
    const { bytes: _, ...result } = await attempt(push, way)
    return result
  })
}

/** Sends one push, and reads at most this many bytes of the answer. */
export const sendPush = (env: Env, sender: PushSender, push: Push, maxBytes: number): Promise<AnsweredPush> =>
  attempt(push, { sender, addressOf: pushAddresses(sender.origin, env), maxBytes })

interface Way {
  readonly sender: PushSender
  readonly addressOf: ReturnType<typeof pushAddresses>
  readonly maxBytes: number
}

async function attempt(push: Push, { sender, addressOf, maxBytes }: Way): Promise<AnsweredPush> {
  const { device, payload } = push
  const result = resultOf(device)
  // The rules for addresses may be stricter than when the device was registered.
  const url = addressOf(device.endpoint)
  if (url === null) return { ...result(null), outcome: 'gone', retry_at: null }
  const text = new TextEncoder().encode(payload)
  if (text.length > maxPayloadBytes) return { ...result(null), outcome: 'too_large', retry_at: null }
  const headers = { ...headersOf(push), Authorization: await authorizationFor(sender, url) }
  const body = encryptedFor(device, text)
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
async function bodyOf({ body, headers }: Response, maxBytes: number): Promise<Uint8Array> {
  // Most services send no body. To cancel it would take as long as to encrypt a push.
  if (headers.get('Content-Length') === '0') return new Uint8Array()
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

function headersOf({ device, topic, urgency }: Push): Record<string, string> {
  return {
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(timeToLive),
    Urgency: urgency,
    Topic: topicHeader(topic, device),
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
const topicHeader = (topic: string, { auth }: WebPushDevice): string =>
  createHash('sha256').update(`${auth} ${topic}`).digest().subarray(0, topicBytes).toString('base64url')
