import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExportRow } from './queries'

/** The export or backup in a link, and the administrator whose link it is. */
interface Linked {
  id: number
  user_id: number
  signature: string
}

type Signed = Pick<ExportRow, 'id' | 'token'>

/** The address of an archive for one administrator. It works while they are one. */
export const exportLink = (
  folder: 'exports' | 'backups',
  row: Signed,
  { user_id, origin }: { user_id: number; origin: string },
): string => `${origin}/${folder}/${row.id}-${user_id}-${signatureOf(row, user_id)}`

/** The parts of the end of a link; null if it is malformed. */
export function linkedIn(ending: string): Linked | null {
  const [, id, user_id, signature] = /^(\d{1,15})-(\d{1,15})-([\w-]{43})$/.exec(ending) ?? []
  return signature === undefined ? null : { id: Number(id), user_id: Number(user_id), signature }
}

export const isGoodLink = (row: Signed, { user_id, signature }: Linked): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(row, user_id)))

const signatureOf = ({ id, token }: Signed, user_id: number): string =>
  createHmac('sha256', token).update(`${id} ${user_id}`).digest('base64url')
