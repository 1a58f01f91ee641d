import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { MailHeader } from './acceptance'
import type { MailBody, MailFile } from './content'

/** A mail, as far as it matters. */
export interface ReadMail extends MailBody {
  readonly headers: readonly MailHeader[]
  /** Value of `Message-ID`; empty if there is none. */
  readonly messageId: string
  /** A digest of what tells the mail from others: the same for each attempt to deliver it. */
  readonly id: string
  readonly subject: string
  readonly sender: { readonly name: string; readonly address: string }
  readonly files: readonly MailFile[]
}

/** A mail with deeper parts or longer headers is refused. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** Reads a mail. Null if it is none that can be read. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  // Only who gets a mail needs the parser: loading it would make every start slower.
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(raw, limits).catch(() => null)
  if (email === null || email.headers.length === 0) return null
  const messageId = email.messageId?.trim() ?? ''
  const { headers, subject = '', text = '', html = '' } = email
  return {
    headers,
    messageId,
    id: createHash('sha256')
      .update(messageId === '' ? raw : messageId)
      .digest('base64url')
      .slice(0, 32),
    subject,
    sender: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    text,
    html,
    files: email.attachments.map(fileOf),
  }
}

const fileOf = ({ filename, mimeType, content, contentId }: Email['attachments'][number]): MailFile => ({
  name: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : ''),
  type: mimeType,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  contentId: contentId?.replace(/^<|>$/g, '') ?? '',
})
