import type { Message } from '../../../../client'

/** Seconds within which messages of the same sender are grouped below one name. */
const together = 600

/** A row of a message list: a recipient header (`bar`), a date, the unread line, or a message. */
export type Row =
  | { readonly kind: 'bar'; readonly key: string; readonly of: Message }
  | { readonly kind: 'date'; readonly key: string; readonly date: Date }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly id: number; readonly isFirst: boolean }

const recipientOf = ({ stream_id, subject, recipient_id }: Message): string =>
  stream_id === undefined ? `with ${recipient_id}` : `${stream_id} ${subject.toLowerCase()}`

const dayOf = ({ timestamp }: Message): string => new Date(timestamp * 1000).toDateString()

interface RowsOptions {
  /** Whether all messages belong to one conversation. Then there are no recipient headers. */
  readonly isConversation: boolean
  /** Id of the message below the unread line; null if there is no line. */
  readonly firstUnread: number | null
  /** The message before the first one; undefined if it is not held. */
  readonly before: Message | undefined
}

/** Turns messages into rows, with recipient headers, dates and the unread line between them. */
export function rowsOf(messages: readonly Message[], { isConversation, firstUnread, before }: RowsOptions): Row[] {
  const rows: Row[] = []
  let last = before
  for (const message of messages) {
    const { id } = message
    const isNewDay = last === undefined || dayOf(last) !== dayOf(message)
    const isNewPlace =
      !isConversation && (last === undefined || last === before || recipientOf(last) !== recipientOf(message))
    const isLine = id === firstUnread
    if (isNewPlace) rows.push({ kind: 'bar', key: `bar ${id}`, of: message })
    if (isNewDay) rows.push({ kind: 'date', key: `date ${id}`, date: new Date(message.timestamp * 1000) })
    if (isLine) rows.push({ kind: 'unread', key: 'unread' })
    const isFirst =
      isNewDay ||
      isNewPlace ||
      isLine ||
      last!.sender_id !== message.sender_id ||
      message.timestamp - last!.timestamp > together ||
      last!.is_me_message ||
      message.is_me_message
    rows.push({ kind: 'message', key: String(id), id, isFirst })
    last = message
  }
  return rows
}
