import { recordLimits } from '../../src/archive/records.ts'
import type { ConversionSink } from '../conversion.ts'

/** The text without what no text of an archive may contain: NUL, and halves of surrogate pairs. */
export const wellFormed = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** At most so many UTF-16 units, by which the limits of records count. An ellipsis stands for the rest. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${withoutHalf(text.slice(0, maxLength - 1)).trimEnd()}…`
}

/** Without half a character at the end. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/** Stands at the end of a text that was too long. */
const cutMark = '\n\n[…]'

/** The text of a message: well-formed, and cut if it is longer than the format allows, which is counted. */
export function contentOf(text: string, sink: Pick<ConversionSink, 'skip'>): string {
  const content = wellFormed(text)
  if (content.length * 3 <= recordLimits.contentBytes) return content
  const bytes = new TextEncoder().encode(content)
  if (bytes.length <= recordLimits.contentBytes) return content
  sink.skip('texts cut at 64 KiB')
  // A character that the cut goes through is left out.
  const start = new TextDecoder().decode(bytes.subarray(0, recordLimits.contentBytes - cutMark.length - 2), {
    stream: true,
  })
  return start + cutMark
}

/** In one line. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
