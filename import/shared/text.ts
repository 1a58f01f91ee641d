import { recordLimits } from '../../src/archive/records.ts'
import type { ConversionSink } from '../conversion.ts'

/** The text without what no text of an archive may contain: NUL, and halves of surrogate pairs. */
export const wellFormed = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** At most so many UTF-16 units, by which the limits of records count. An ellipsis stands for the rest. */
export function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${withoutHalf(text.slice(0, maxLength - 1)).trimEnd()}…`
}

/** Without half a character at the end. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/** Stands at the end of a text that was too long. */
const cutMark = '[…]'

const encoder = new TextEncoder()

const fits = (text: string): boolean =>
  text.length * 3 <= recordLimits.contentBytes || encoder.encode(text).length <= recordLimits.contentBytes

export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

/**
 * The text of a message: well-formed, and cut if it is longer than the format allows, which is counted. The end, such as links to
 * files, follows the text and stays whole.
 */
export function contentOf(text: string, sink: Pick<ConversionSink, 'skip'>, end = ''): string {
  const [body, tail] = [wellFormed(text), wellFormed(end)]
  const content = paragraphs(body, tail)
  if (fits(content)) return content
  const ending = paragraphs(cutMark, tail)
  const endingBytes = encoder.encode(ending).length + 2
  if (endingBytes > recordLimits.contentBytes) return contentOf(content, sink)
  sink.skip('texts cut at 64 KiB')
  const { read } = encoder.encodeInto(body, new Uint8Array(recordLimits.contentBytes - endingBytes))
  return paragraphs(body.slice(0, read), ending)
}

/** A text of people that has no link to a file of the archive: such a link would let all its readers open that file. */
export const withoutFileLinks = (text: string): string => text.replaceAll('/user_uploads/', '/user-uploads/')

/** In one line. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
