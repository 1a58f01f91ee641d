import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExportRow } from './queries'

/** The export that a link leads to, and the administrator whose link it is. */
interface Linked {
  export_id: number
  user_id: number
  signature: string
}

type Signed = Pick<ExportRow, 'id' | 'token'>

/** Where an administrator downloads the archive: a link of their own, which is good for as long as they are one. */
export const exportLink = (row: Signed, { user_id, origin }: { user_id: number; origin: string }): string =>
  `${origin}/exports/${row.id}-${user_id}-${signatureOf(row, user_id)}`

/** What the end of a link says; null when it is none. */
export function linkedIn(ending: string): Linked | null {
  const [, export_id, user_id, signature] = /^(\d{1,15})-(\d{1,15})-([\w-]{43})$/.exec(ending) ?? []
  return signature === undefined ? null : { export_id: Number(export_id), user_id: Number(user_id), signature }
}

export const isGoodLink = (row: Signed, { user_id, signature }: Linked): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(row, user_id)))

const signatureOf = ({ id, token }: Signed, user_id: number): string =>
  createHmac('sha256', token).update(`${id} ${user_id}`).digest('base64url')
