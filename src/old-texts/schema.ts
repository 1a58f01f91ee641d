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
