import type { Emoji } from '../../../emoji'

/** Something that the typed text may mean. */
export interface Suggestion {
  readonly key: string
  readonly label: string
  /** Shown beside the label. */
  readonly hint?: string
  /** Replaces the typed text. */
  readonly text: string
  /** Where the caret goes then, from the beginning of `text`; by default to its end. */
  readonly caret?: number
  readonly sign?:
    | { readonly user_id: number; readonly picture: string | null }
    | { readonly color: string | undefined }
    | { readonly emoji: Emoji }
}

/** Most suggestions at once. */
export const maxSuggestions = 8
