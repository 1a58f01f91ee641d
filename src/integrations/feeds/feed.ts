/** What a feed says, in whatever format. */
export interface Feed {
  /** In one line; empty if it has none. */
  readonly title: string
  /** How often it wants to be read at the most, in seconds; null if it says nothing. */
  readonly minIntervalSeconds: number | null
  /** In the order of the document. */
  readonly entries: readonly FeedEntry[]
}

/** An entry of a feed. Texts are empty if it has none. */
export interface FeedEntry {
  /** What distinguishes it from other entries of its feed. */
  readonly id: string
  readonly title: string
  /** Its address, which may be relative to that of the feed, and may be no address at all. */
  readonly link: string
  readonly author: string
  /** Plain text. */
  readonly text: string
  /** When it was published or last changed, in UNIX milliseconds; null if unknown. */
  readonly dated_at: number | null
}

/** Entries of a document that are read. */
export const maxEntries = 1000

/** A date in whatever format, in UNIX milliseconds; null if it is none. */
export function timestampOf(text: string): number | null {
  const date = Date.parse(text.trim().slice(0, 100))
  return Number.isNaN(date) ? null : date
}
