/** Who registers. */
export interface UnreadReader {
  id: number
  realm_id: number
}

/** An unread message in the form of the state. */
export interface UnreadRow {
  id: number
  recipient_id: number
  topic: string
  /** Members of the conversation; null for streams. */
  member_key: string | null
  is_muted: number
  is_mentioned: number
  is_wildcard: number
}
