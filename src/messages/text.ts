import { refused } from '../core/base/errors'
import { characterCount, unprintable } from '../core/base/unicode'

/** In bytes (behaviour, Text). */
export const longestContent = 10_000

/** In characters (behaviour, Text). */
export const longestTopic = 60

/** Maximal length of a text before trimming. The limits above apply after trimming. */
export const longestRaw = 100_000

/** The topic of messages that were sent with an empty topic. */
export const noTopic = '(no topic)'

/**
 * Content as it is stored. Long content is refused, and never cut (behaviour, Sending, Text). Half a surrogate pair becomes
 * U+FFFD, because JSON can carry it and the database cannot.
 */
export function messageContent(raw: string): string {
  const content = raw.toWellFormed().replaceAll(/\r+\n/g, '\n').trimEnd().replace(/^\n+/, '')
  if (content === '') throw refused('Message must not be empty')
  if (content.includes('\0')) throw refused('Message must not contain null bytes')
  if (new TextEncoder().encode(content).length > longestContent)
    throw refused(`Message is too long (limit: ${longestContent} bytes)`)
  return content
}

/** A topic as it is stored. It may be empty, but must not be absent (endpoints, POST /messages). */
export function topicName(raw: string | undefined, { mandatory }: { mandatory: boolean }): string {
  if (raw === undefined) throw refused('Missing topic')
  const topic = raw.trim() || noTopic
  if (mandatory && topic === noTopic) throw refused('Topics are required in this organization')
  if (characterCount(topic) > longestTopic) throw refused(`Topic is too long (limit: ${longestTopic} characters)`)
  if (unprintable.test(topic)) throw refused('Invalid character in topic!')
  return topic
}
