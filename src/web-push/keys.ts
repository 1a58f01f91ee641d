import { createECDH } from 'node:crypto'
import { refused } from '../core/base/errors'
import type { WebPushKeyRow } from './queries'

/** The keys that prove to push services which server sends (VAPID, RFC 8292), in Base64URL. */
export interface VapidKeys {
  readonly public_key: string
  readonly private_key: string
}

const curve = 'prime256v1'

/** Bytes of a private key. */
const privateKeyBytes = 32

/** New keys. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH(curve)
  pair.generateKeys()
  return inText(pair.getPrivateKey(), pair.getPublicKey())
}

/** The keys of a private key; null if the text is none. */
export function vapidKeysOf(private_key: string): VapidKeys | null {
  const bytes = Buffer.from(private_key, 'base64url')
  if (bytes.length !== privateKeyBytes) return null
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(bytes)
    return inText(bytes, pair.getPublicKey())
  } catch {
    // Not every number of 32 bytes is a key.
    return null
  }
}

/** A private key whose first bytes are zero comes without them. */
const inText = (private_key: Buffer, public_key: Buffer): VapidKeys => ({
  private_key: Buffer.concat([Buffer.alloc(privateKeyBytes - private_key.length), private_key]).toString('base64url'),
  public_key: public_key.toString('base64url'),
})

/** Id of a realm's object. It differs between deployments, whatever their databases contain. */
export const objectIdOf = ({ REALM }: Pick<Env, 'REALM'>, realm_id: number): string =>
  REALM.idFromName(String(realm_id)).toString()

/** The keys of the last secret that was asked for: it only changes with a deployment. */
let ofSecret: { readonly secret: string; readonly keys: VapidKeys | null } | null = null

/**
 * The keys of a realm: those of the secret `VAPID_PRIVATE_KEY`, or else the stored ones. Null if there are none yet. Stored keys
 * that another deployment made are none, because its devices must not get pushes from a copy of its database. Refuses a secret
 * that is no key.
 */
export function usableKeys(
  env: Pick<Env, 'REALM' | 'VAPID_PRIVATE_KEY'>,
  realm_id: number,
  row: WebPushKeyRow | null,
): VapidKeys | null {
  const secret = env.VAPID_PRIVATE_KEY
  if (!secret) return row !== null && row.object_id === objectIdOf(env, realm_id) ? row : null
  if (ofSecret?.secret !== secret) ofSecret = { secret, keys: vapidKeysOf(secret) }
  if (ofSecret.keys === null)
    throw refused('The secret VAPID_PRIVATE_KEY of this server is no private key of 32 bytes in Base64URL')
  return ofSecret.keys
}
