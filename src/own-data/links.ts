import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OwnDataRow } from './queries'

type Signed = Pick<OwnDataRow, 'user_id' | 'serial' | 'token'>

/** The address of an archive. It works until the archive is deleted or the account is deactivated. */
export const ownDataLink = (row: OwnDataRow): string => `${row.origin}/own_data/${row.user_id}-${signatureOf(row)}`

/** The person and the signature in the end of a link; null if it is malformed. */
export function linkedIn(ending: string): { user_id: number; signature: string } | null {
  const [, user_id, signature] = /^(\d{1,15})-([\w-]{43})$/.exec(ending) ?? []
  return signature === undefined ? null : { user_id: Number(user_id), signature }
}

export const isGoodLink = (row: Signed, signature: string): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(row)))

const signatureOf = ({ user_id, serial, token }: Signed): string =>
  createHmac('sha256', token).update(`own data ${user_id} ${serial}`).digest('base64url')
