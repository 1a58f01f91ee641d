/**
 * Bits of `message_flag.flags`, which holds the rare flags: a user and a message have a row if any is set. The flag
 * `read` is not among them (`read-marks.ts`), but its opposite is: a message marked unread again. The partial indexes of
 * `schema.sql` repeat these numbers.
 */
export const bit = {
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  has_alert_word: 32,
  historical: 64,
  markedUnread: 128,
  /** Set in addition to `historical`, and hides that flag from clients: no span contains the message, but it was delivered. */
  delivered: 256,
} as const
