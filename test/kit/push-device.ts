/** A browser or app that gets push messages. It reads them with another library than the one that the server encrypts with. */
import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose'
import { decrypt } from 'http_ece'
import type { Seen } from './outside'

const curve = 'prime256v1'

/** What a browser gives to the page that subscribes. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A request with a push, as its push service gets it. */
type PushRequest = Pick<Seen, 'headers' | 'base64'>

export class PushDevice {
  private readonly keys: ECDH = createECDH(curve)
  private readonly secret = randomBytes(16)

  constructor(readonly endpoint: string) {
    this.keys.generateKeys()
  }

  get subscription(): PushSubscription {
    return {
      endpoint: this.endpoint,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.secret.toString('base64url'),
    }
  }

  /** The JSON in a push. Throws if it is not encrypted for this device. */
  payloadOf({ base64 }: PushRequest): Record<string, unknown> {
    return JSON.parse(this.bytesOf(Buffer.from(base64, 'base64')).toString()) as Record<string, unknown>
  }

  /** What a body has when it is decrypted. Throws if it is not encrypted for this device. */
  bytesOf(body: Uint8Array): Buffer {
    return decrypt(Buffer.from(body), { version: 'aes128gcm', privateKey: this.keys, authSecret: this.secret })
  }
}

/** Who sent a push, by its `Authorization`. Throws unless the key signed it. */
export async function senderOf({ headers }: PushRequest, public_key: string, audience: string): Promise<JWTPayload> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  if (token === undefined || key !== public_key) throw new Error('No signature of this key')
  const point = Buffer.from(public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const keys = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', x: x!, y: y! }] })
  return (await jwtVerify(token, keys, { audience, algorithms: ['ES256'] })).payload
}

/** The subscription of a device whose pushes nobody reads. */
export const webPushSubscription = (name: string): Record<string, string> => ({
  ...new PushDevice(`https://push.example.com/${name}`).subscription,
})
