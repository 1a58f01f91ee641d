import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AttachmentRow } from './queries'

/** Seconds for which a temporary link opens a file (endpoints, Attachments and uploads). */
const linkSeconds = 60

type LinkedFile = Pick<AttachmentRow, 'path_id' | 'link_key'>

/** A path that opens the file without credentials, for a minute. */
export function temporaryLink(file: LinkedFile, now: number): string {
  const expires = Math.ceil(now) + linkSeconds
  return `/user_uploads/${file.path_id}?expires=${expires}&signature=${signatureOf(file, expires)}`
}

/** Whether a link was signed for this file and has not expired. */
export function isGoodLink(
  file: LinkedFile,
  { expires, signature }: { expires?: number | undefined; signature?: string | undefined },
  now: number,
): boolean {
  if (expires === undefined || signature === undefined || expires < now) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(file, expires))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Each file has its own key, so the link of one file opens no other. */
const signatureOf = ({ path_id, link_key }: LinkedFile, expires: number): string =>
  createHmac('sha256', link_key).update(`${path_id} ${expires}`).digest('base64url')
