import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { WebPushDevice } from './queries'

/** Bytes of every encrypted payload, which is one record (RFC 8188): the length tells nothing of what is in it. */
const recordBytes = 4096

const saltBytes = 16
const authTagBytes = 16

/** Bytes of a public key: an uncompressed point of the curve P-256. */
const publicKeyBytes = 65

/** Bytes before what is encrypted: the salt, the length of the record, the length of the key, and the key. */
const headerBytes = saltBytes + 4 + 1 + publicKeyBytes

/** Bytes of a payload with its padding, between which a byte stands. */
const plainBytes = recordBytes - headerBytes - authTagBytes

/** Most bytes that a payload may have. */
export const maxPlaintextBytes = plainBytes - 1

/** Ends the payload of the last record, before the padding. */
const delimiter = 2

const bytesOf = (length: number, secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts a payload for a device (RFC 8291). By functions that wait for nothing: WebCrypto takes more than twice as long for it
 * ([decision 40](../../docs/decisions/0040-web-push.md)).
 */
export function encryptedFor(
  { p256dh, auth }: Pick<WebPushDevice, 'p256dh' | 'auth'>,
  payload: Uint8Array,
): Uint8Array {
  if (payload.length > maxPlaintextBytes) throw new RangeError('The payload is too long')
  const deviceKey = Buffer.from(p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  const ownKey = pair.generateKeys()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), deviceKey, ownKey])
  const secret = bytesOf(32, pair.computeSecret(deviceKey), Buffer.from(auth, 'base64url'), keyInfo)
  const salt = randomBytes(saltBytes)
  const key = bytesOf(16, secret, salt, 'Content-Encoding: aes128gcm\0')
  const nonce = bytesOf(12, secret, salt, 'Content-Encoding: nonce\0')
  const plain = Buffer.alloc(plainBytes)
  plain.set(payload)
  plain[payload.length] = delimiter
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(headerBytes)
  header.set(salt)
  header.writeUInt32BE(recordBytes, saltBytes)
  header[saltBytes + 4] = publicKeyBytes
  header.set(ownKey, saltBytes + 5)
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
