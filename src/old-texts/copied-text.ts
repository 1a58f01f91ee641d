import { createHash } from 'node:crypto'
import type { OldText, TextKey } from './schema'

/** A text that was copied to the object, and a hash of what was copied. */
export interface CopiedText extends TextKey {
  readonly hash: string
}

export const copiedText = (text: OldText): CopiedText => ({
  id: text.id,
  last_edit_at: text.last_edit_at,
  hash: hashOf(text),
})

/** Whether a row still has the text that was copied. */
export const isAsCopied = (row: OldText, copied: CopiedText): boolean =>
  row.last_edit_at === copied.last_edit_at && hashOf(row) === copied.hash

const hashOf = ({ content, rendered_content, topic, recipient_id, sender_id }: OldText): string =>
  createHash('sha256')
    .update(JSON.stringify([content, rendered_content, topic, recipient_id, sender_id]))
    .digest('base64')
