import { refused } from '../core/base/errors'

/** Bytes of the shared secret (RFC 8291). */
const authBytes = 16

/** Whether the text is a shared secret. */
const isAuth = (text: string): boolean => Buffer.from(text, 'base64url').length === authBytes

/** Whether the text is a public key: an uncompressed point on the curve P-256. */
async function isPublicKey(text: string): Promise<boolean> {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes[0] !== 4) return false
  try {
    await crypto.subtle.importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    return true
  } catch {
    return false
  }
}

/** Refuses keys of a device with which nothing can be encrypted. */
export async function assertDeviceKeys({ p256dh, auth }: { p256dh: string; auth: string }): Promise<void> {
  if (!(await isPublicKey(p256dh))) throw refused('p256dh is no public key of the curve P-256 in base64url')
  if (!isAuth(auth)) throw refused('auth is no secret of 16 bytes in base64url')
}
