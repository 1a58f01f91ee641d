/** What travels between the realm's object or the Worker and the object with the old texts. */

/** A text, by the id and the `last_edit_at` of its row: for another `last_edit_at` it does not count. */
export interface TextKey {
  readonly id: number
  readonly last_edit_at: number | null
}

/** The two texts of a message, as they are stored: the HTML is `=` if it is the content as a paragraph. */
export interface StoredTexts {
  readonly content: string
  readonly rendered_content: string
}

/** What the object has of a message: all that a search looks at. */
export interface OldText extends TextKey, StoredTexts {
  readonly recipient_id: number
  readonly sender_id: number
  readonly topic: string
}

/** The part of a message's row that the object stores. */
export const oldTextOf = (row: OldText): OldText => {
  const { id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content } = row
  return { id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content }
}

/** An answer of the object, as JSON text, because an RPC result that is no primitive would have to be disposed of. */
export interface OldTextsAnswer<T> {
  readonly result: T
  /** Rows of the object's storage. */
  readonly rows_read: number
  readonly rows_written: number
}

/** The columns of texts that a reader may want: as they are stored, and the HTML itself, never `=`. */
export type TextColumn = keyof StoredTexts | 'html'

/** A text that was found. Columns that nobody wanted are missing. */
export type FoundText = TextKey & Partial<Record<TextColumn, string>>

/** What a search looks for in texts. */
export interface WordSearch {
  /** A query of the search index. */
  readonly match: string
  /** Each must be in the content or in the topic, in folded case. */
  readonly phrases: readonly string[]
}

/** A search in all texts of a range of ids, read from one end. */
export interface OldSearch extends WordSearch {
  /** Streams and conversations; null: any. */
  readonly recipient_ids: readonly number[] | null
  /** Null: any. */
  readonly topic_key: string | null
  /** Ids from `low` up to, but not including, `high`. */
  readonly low: number
  readonly high: number
  readonly descending: boolean
  readonly maxFound: number
}

/** What a search found. */
export interface FoundKeys {
  /**
   * JSON text: pairs of an id and `last_edit_at`, in the order of the search. The Worker passes it on to the database, because taking
   * thousands of pairs apart would take more processor time than it has.
   */
  readonly keys: string
  /** Number of these pairs. */
  readonly amount: number
  /** The id that was looked at last; null: the whole range was looked at. */
  readonly lastId: number | null
}

/** What a comparison of texts with searches found. */
export interface OldMatches {
  /** The texts that are there. */
  readonly texts: readonly TextKey[]
  /** Ids that match each search, in the order of the searches. Those of the last searches are missing if they took too long. */
  readonly matches: readonly (readonly number[])[]
}
