import { createHash } from 'node:crypto'
import { clipText, directions, unprintable } from '../core/base/unicode'
import { longestContent, longestTopic } from '../messages/text'
import type { WebhookMessage } from './integration'

const unprintables = new RegExp(unprintable.source, 'gu')

/** Bytes that are left for the end of a message that is cut. */
const endBytes = 100

/** Characters of names and keys that are stored: of an event, a request, and what a message is the state of. */
const maxNameCharacters = 100

/** A name that can be stored, whatever a service sent. */
export const fittingName = (name: string): string =>
  name.replaceAll('\0', '').slice(0, maxNameCharacters).toWellFormed()

/** Hexadecimal digits that tell long keys apart. */
const hashCharacters = 32

/** A key that can be stored, whatever a service sent. Long ones that begin alike stay different. */
export function fittingKey(key: string): string {
  if (key.length <= maxNameCharacters) return fittingName(key)
  const hash = createHash('sha256').update(key).digest('hex').slice(0, hashCharacters)
  return `${fittingName(key).slice(0, maxNameCharacters - hashCharacters)}${hash}`.toWellFormed()
}

/** A message that fits: texts of services may be of any length. */
export const fittingMessage = ({ topic, content, subject, ...rest }: WebhookMessage): WebhookMessage => ({
  ...rest,
  ...(subject !== undefined && { subject: fittingKey(subject) }),
  topic: fittingTopic(topic),
  content: fittingContent(content),
})

/** A topic in one line, cut to the length of topics. */
function fittingTopic(topic: string): string {
  const line = topic
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(unprintables, '')
    .replaceAll(directions, '')
    .trim()
  const characters = Array.from(line)
  return characters.length <= longestTopic
    ? line
    : `${characters
        .slice(0, longestTopic - 1)
        .join('')
        .trimEnd()}…`
}

/** Cut at the end of a line, because half a link is none. */
function fittingContent(content: string): string {
  const text = content.toWellFormed().replaceAll('\0', '')
  if (bytesOf(text) <= longestContent) return text
  const lines: string[] = []
  let bytes = endBytes
  for (const line of text.split('\n')) {
    bytes += bytesOf(line) + 1
    if (bytes > longestContent) break
    lines.push(line)
  }
  return lines.length === 0 ? clipText(text, (longestContent - endBytes) / 4) : `${lines.join('\n')}\n…`
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
