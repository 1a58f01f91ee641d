/** Maximal bytes of a payload. Every push service takes 4,096 bytes, which are 3,993 before encryption; some add to them. */
export const maxPayloadBytes = 3900

/** Fields of a payload, as the service worker gets them. */
export type PayloadFields = Readonly<Record<string, unknown>> & {
  /** Heading of the notification. */
  readonly title: string
  /** Text of the notification, which is shortened first. */
  readonly body: string
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The payload as JSON of at most this many bytes. The body is shortened first, then the title. Throws if other fields are too long. */
export function pushPayload(fields: PayloadFields, maxBytes = maxPayloadBytes): string {
  const whole = JSON.stringify(fields)
  if (bytesOf(whole) <= maxBytes) return whole
  for (const name of ['body', 'title'] as const) {
    const others = { ...fields, ...(name === 'title' && { body: '' }) }
    const room = maxBytes - bytesOf(JSON.stringify({ ...others, [name]: '' }))
    const text = room < 0 ? null : beginning(fields[name], room)
    if (text !== null) return JSON.stringify({ ...others, [name]: text })
  }
  throw new Error('The fields of a push are too long')
}

const ellipsis = '…'

/** The longest beginning of a text, with an ellipsis, that takes so many bytes within JSON; null if not even that fits. */
function beginning(text: string, maxBytes: number): string | null {
  let room = maxBytes - bytesOf(ellipsis)
  if (room < 0) return null
  let end = 0
  // By code points, so that no character is cut in two.
  for (const character of text) {
    // JSON escapes quotes, control characters and halves of characters. The quotes around it are no part of the text.
    room -= bytesOf(JSON.stringify(character)) - 2
    if (room < 0) break
    end += character.length
  }
  return text.slice(0, end) + ellipsis
}
