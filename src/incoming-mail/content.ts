import type { AddressOption } from './address'
import { markdownOfHtml } from './html'
import { withoutFooter, withoutQuotes } from './quotes'

/** A part of a mail that people read: its text, its HTML, or the same in both. Empty if there is none. */
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
  /** Files that stand in the text, by their index. */
  readonly inlineFiles: ReadonlySet<number>
  /** Files of what was cut away. */
  readonly omittedFiles: ReadonlySet<number>
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
export function contentOf(
  bodies: readonly MailBody[],
  files: readonly MailFile[],
  options: readonly AddressOption[],
): MailContent {
  const wantsHtml = options.includes('prefer-html')
  const full = bodies
    .map(({ text, html }) =>
      html !== '' && (wantsHtml || text.trim() === '') ? htmlText(html, files) : plainText(text, files),
    )
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n\n')
    .slice(0, maxTextCharacters)
  const body = withoutQuotes(full)
  const quotes = options.includes('include-quotes') ? full.slice(body.length) : ''
  const messageText = (options.includes('include-footer') ? body : withoutFooter(body)) + quotes
  const inlineFiles = placesIn(messageText)
  return { text: messageText.trim(), inlineFiles, omittedFiles: placesIn(full).difference(inlineFiles) }
}

const placesIn = (text: string): Set<number> => new Set([...text.matchAll(places)].map(([, index]) => Number(index)))

/** Text as it came. Gmail and Outlook name pictures in it. */
function plainText(text: string, files: readonly MailFile[]): string {
  const [byName, byContentId] = [indexBy(files, 'name'), indexBy(files, 'contentId')]
  return text
    .slice(0, maxTextCharacters)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\uE000\uE001\0]/g, '')
    .replaceAll(/\[(?:image|cid): ?([^\]\n]{1,200})\]/gi, (written, name: string) => {
      const index = byName.get(name) ?? byContentId.get(name)
      return index === undefined ? written : placeOf(index)
    })
}

/** The Markdown of HTML, with places for its attached pictures. */
function htmlText(html: string, files: readonly MailFile[]): string {
  const byContentId = indexBy(files, 'contentId')
  return markdownOfHtml(html.replaceAll(/[\uE000\uE001\0]/g, ''), (address) => {
    const contentId = /^cid:(.{1,200})$/i.exec(address)?.[1]
    const index = contentId === undefined ? undefined : byContentId.get(decodeOrKeep(contentId))
    return index === undefined ? '' : placeOf(index)
  })
}

/** The index of the first file with each name. */
function indexBy(files: readonly MailFile[], key: 'name' | 'contentId'): ReadonlyMap<string, number> {
  const named = files.map((file, index) => [file[key], index] as const).filter(([name]) => name !== '')
  return new Map(named.toReversed())
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
