import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link to an archive says: numbers that name the archive and the person whose link it is, and a signature. */
export interface ArchiveLink {
  readonly numbers: readonly number[]
  readonly signature: string
}

/** What a link is signed with: a secret, and a text that names everything which must not change. */
export interface Seal {
  readonly token: string
  readonly text: string
}

/** The address of an archive below a path such as `https://chat.example.com/exports`. */
export const archiveLink = (path: string, numbers: readonly number[], seal: Seal): string =>
  `${path}/${numbers.join('-')}-${signatureOf(seal)}`

/** What the end of a link says, if it has so many numbers; null if it is malformed. */
export function linkOf(ending: string, amount: number): ArchiveLink | null {
  const [, list, signature] = /^(\d{1,15}(?:-\d{1,15}){0,2})-([\w-]{43})$/.exec(ending) ?? []
  const numbers = list?.split('-').map(Number) ?? []
  return signature === undefined || numbers.length !== amount ? null : { numbers, signature }
}

export const isSealed = (seal: Seal, { signature }: ArchiveLink): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(seal)))

const signatureOf = ({ token, text }: Seal): string => createHmac('sha256', token).update(text).digest('base64url')
