import type { AddressOption } from './address'
import { markdownOfHtml } from './html'
import { withoutFooter, withoutQuotes } from './quotes'

/** The bodies of a mail. */
export interface MailBody {
  readonly text: string
  readonly html: string
}

/** A file of a mail. */
export interface MailFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  /** By this name the HTML shows the file as a picture; empty if it has none. */
  readonly contentId: string
}

/** A text in which files have their places. */
export interface MailContent {
  readonly text: string
  /** The files that stand in the text, by their index, and those that belong to what was cut away. */
  readonly placed: ReadonlySet<number>
  readonly dropped: ReadonlySet<number>
}

/** Characters of a text that are read. */
const maxTextCharacters = 50_000

/** Marks the place of a file in a text: two characters for private use around its index. */
const placeOf = (index: number): string => `\uE000${index}\uE001`

const places = /\uE000(\d+)\uE001/g

/** Fills the places of files. */
export const withFiles = (text: string, fileAt: (index: number) => string): string =>
  text.replaceAll(places, (_, index: string) => fileAt(Number(index)))

/** The text of a mail as a message: Markdown, without what it quotes and without a signature unless the address asks for them. */
export async function contentOf(
  { text, html }: MailBody,
  files: readonly MailFile[],
  options: readonly AddressOption[],
): Promise<MailContent> {
  const usesHtml = html !== '' && (options.includes('prefer-html') || text.trim() === '')
  const full = usesHtml
    ? await markdownOfHtml(html, (address) => placeOfAddress(address, files))
    : plainText(text, files)
  const body = withoutQuotes(full)
  const quoted = options.includes('include-quotes') ? full.slice(body.length) : ''
  const shown = (options.includes('include-footer') ? body : withoutFooter(body)) + quoted
  const placed = placesIn(shown)
  return { text: shown.trim(), placed, dropped: placesIn(full).difference(placed) }
}

const placesIn = (text: string): Set<number> => new Set([...text.matchAll(places)].map(([, index]) => Number(index)))

/** Text as it came. Gmail and Outlook name pictures in it. */
function plainText(text: string, files: readonly MailFile[]): string {
  return text
    .slice(0, maxTextCharacters)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\uE000\uE001\0]/g, '')
    .replaceAll(/\[(?:image|cid): ?([^\]\n]{1,200})\]/gi, (written, name: string) => {
      const index = files.findIndex(({ name: fileName, contentId }) => name === fileName || name === contentId)
      return index === -1 ? written : placeOf(index)
    })
}

function placeOfAddress(address: string, files: readonly MailFile[]): string {
  const contentId = /^cid:(.+)$/i.exec(address)?.[1]
  const index = contentId === undefined ? -1 : files.findIndex((file) => file.contentId === decoded(contentId))
  return index === -1 ? '' : placeOf(index)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
