import { refused } from '../core/base/errors'
import { longestContent } from '../messages/text'

/** A message from a JSON payload. Its stream and topic count if the URL of the webhook has none. */
interface JsonMessage {
  content: string
  topic: string | undefined
  stream: string | undefined
}

/** The message of a payload: the text `content` of an object, otherwise the payload itself as a code block. */
export function jsonMessage(payload: unknown): JsonMessage {
  const { content, topic, stream } = (isObject(payload) ? payload : {}) as Record<string, unknown>
  if (typeof content === 'string') return { content, topic: textOr(topic), stream: textOr(stream) }
  if (!isShallow(payload, deepest)) throw refused(`The payload is nested more than ${deepest} levels deep`)
  // A payload that is too long without indentation is not indented, which would cost memory.
  const code = JSON.stringify(payload)
  const shown = code.length > longestContent ? code : JSON.stringify(payload, null, 2)
  return { content: `\`\`\`json\n${shown}\n\`\`\``, topic: 'JSON', stream: undefined }
}

/** Maximal number of nested lists and objects, because each level indents everything in it. */
const deepest = 50

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isShallow = (value: unknown, levels: number): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)))
