import { refused } from '../core/base/errors'
import { longestContent } from '../messages/text'

/** What a JSON payload says is to be sent, and where if the address of the webhook does not tell. */
export interface JsonMessage {
  content: string
  topic: string | undefined
  stream: string | undefined
}

/** An object with a text `content` is a message; anything else is shown as it is. */
export function jsonMessage(payload: unknown): JsonMessage {
  const { content, topic, stream } = (isObject(payload) ? payload : {}) as Record<string, unknown>
  if (typeof content === 'string') return { content, topic: textOr(topic), stream: textOr(stream) }
  if (!isShallow(payload, deepest)) throw refused(`The payload is nested more than ${deepest} levels deep`)
  // What is too long without line breaks is too long with them.
  const code = JSON.stringify(payload)
  const shown = code.length > longestContent ? code : JSON.stringify(payload, null, 2)
  return { content: `\`\`\`json\n${shown}\n\`\`\``, topic: 'JSON', stream: undefined }
}

/** Levels of lists and objects; each one indents all that is in it. */
const deepest = 50

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isShallow = (value: unknown, levels: number): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)))
