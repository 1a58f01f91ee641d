import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { MailHeader } from './acceptance'
import type { MailBody, MailFile } from './content'

/** A mail, as far as it matters. */
export interface ReadMail {
  readonly headers: readonly MailHeader[]
  /** Value of `Message-ID`; empty if there is none. */
  readonly messageId: string
  /** A digest of what tells the mail from others: the same for each attempt to deliver it. */
  readonly id: string
  readonly subject: string
  readonly sender: { readonly name: string; readonly address: string }
  readonly bodies: readonly MailBody[]
  readonly files: readonly MailFile[]
}

/** A mail with deeper parts or longer headers is refused. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** Lines of a mail, and lines that may begin a part. The parser takes seconds for more. A mail of 10 MiB has 140,000 lines usually. */
const maxLines = { all: 200_000, ofParts: 2000 }

const [lineFeed, hyphen] = [10, 45]

/** Whether a mail has so few lines that the parser can read it in time. */
function isReadable(raw: Uint8Array): boolean {
  let lines = 0
  let lineOfParts = 0
  for (let place = raw.indexOf(lineFeed); place !== -1; place = raw.indexOf(lineFeed, place + 1)) {
    lines += 1
    if (raw[place + 1] === hyphen && raw[place + 2] === hyphen) lineOfParts += 1
    if (lines > maxLines.all || lineOfParts > maxLines.ofParts) return false
  }
  return true
}

/** The texts of a part of a mail, by their kind. */
type Texts = Partial<Record<'plain' | 'html', { readonly value: string }[]>>

/** Reads a mail. Null if it is none that can be read. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  if (!isReadable(raw)) return null
  // The parser is loaded with the first mail, because it would make every start of the Worker slower.
  const { default: PostalMime } = await import('postal-mime')
  class Parser extends PostalMime {
    declare readonly textMap: ReadonlyMap<unknown, Texts>
    bodies: readonly MailBody[] = []

    /** Takes the place of a method that turns HTML into text and text into HTML, which takes minutes for some mails. */
    renderTextContent(): void {
      this.bodies = [...this.textMap.values()].map(({ plain, html }) => ({
        text: joinedTexts(plain),
        html: joinedTexts(html),
      }))
    }
  }
  const parser = new Parser(limits)
  const email = await parser.parse(raw).catch(() => null)
  if (email === null || email.headers.length === 0) return null
  const messageId = email.messageId?.trim() ?? ''
  const { headers, subject = '' } = email
  return {
    headers,
    messageId,
    id: createHash('sha256')
      .update(messageId === '' ? raw : messageId)
      .digest('base64url')
      .slice(0, 32),
    subject,
    sender: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    bodies: parser.bodies,
    files: email.attachments.map(fileOf),
  }
}

const joinedTexts = (texts: readonly { readonly value: string }[] = []): string =>
  texts.map(({ value }) => value).join('\n')

const fileOf = ({ filename, mimeType, content, contentId }: Email['attachments'][number]): MailFile => ({
  name: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : ''),
  type: mimeType,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  contentId: contentId?.replace(/^<|>$/g, '') ?? '',
})
