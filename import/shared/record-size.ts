import type { ConversionSink, NewMessage } from '../conversion.ts'

/** Bytes of the JSON of a message, so that it fits into a request of 1 MiB with everything around it. */
const maxMessageBytes = 800_000

const sizeOf = (message: NewMessage): number => Buffer.byteLength(JSON.stringify(message))

/** The message without its oldest edits, parts of polls and last reactions, as far as it would be too large with them. */
export function withinRecordSize(message: NewMessage, sink: Pick<ConversionSink, 'skip'>): NewMessage {
  const lists = ['edit_history', 'submessages', 'reactions'] as const
  if (lists.every((name) => message[name].length === 0) || sizeOf(message) <= maxMessageBytes) return message
  const fitted = { ...message }
  for (const name of lists) {
    while (fitted[name].length > 0 && sizeOf(fitted) > maxMessageBytes) {
      const length = Math.floor(fitted[name].length / 2)
      sink.skip('edits, parts of polls and reactions of messages over 800 kB', fitted[name].length - length)
      Object.assign(fitted, { [name]: fitted[name].slice(0, length) })
    }
  }
  return fitted
}
