/**
 * Bits of `message_flag.flags`: the rare flags, one row for a reader and message that has any. Being read is not among
 * them (`read_word`), except for its opposite: a message marked unread again. The partial indexes of `schema.sql`
 * repeat these numbers.
 */
export const bit = {
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  has_alert_word: 32,
  historical: 64,
  markedUnread: 128,
  /** Beside `historical`: no span holds the message, but it was delivered, so that clients are not told it was not. */
  delivered: 256,
} as const
