/** A note of an action with an open connection. It lasts as long as the connection, also while the object sleeps. */
export interface ConnectionNote {
  /** Opaque for `core/`; null: none. */
  readonly note: unknown
  /** Replaces the note at once, also when the change fails. Null takes it away. */
  readonly keep: (note: unknown) => void
}

/** An open connection that has a note. */
export interface NotedConnection extends ConnectionNote {
  /** When its client was last heard of, in UNIX seconds. */
  readonly alive_at: number
}
