/** A note that an action keeps with an open connection. It lasts as long as the connection, even while the object sleeps. */
export interface ConnectionNote {
  /** The note, which means nothing to `core/`; null: none. */
  readonly note: unknown
  /** Replaces the note at once, even if the change fails. Null removes it. */
  readonly keep: (note: unknown) => void
}

/** An open connection that has a note. */
export interface NotedConnection extends ConnectionNote {
  /** When its client was last heard of, in UNIX seconds. */
  readonly alive_at: number
}
