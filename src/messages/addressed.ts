/** A message, and where it was sent: a stream, or a conversation. */
export interface Addressed {
  readonly id: number
  readonly recipient_id: number
  readonly is_private: number
}
