declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts a message of RFC 8188 and 8291. */
  export function decrypt(
    bytes: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer },
  ): Buffer
}
