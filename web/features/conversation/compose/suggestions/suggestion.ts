import type { Emoji } from '../../../emoji'

/** Something that what was typed may mean. */
export interface Suggestion {
  readonly key: string
  readonly label: string
  /** What is said beside it. */
  readonly hint?: string
  /** What takes the place of what was typed. */
  readonly text: string
  /** Where the caret stands then, from the beginning of the text; at its end unless given. */
  readonly caret?: number
  readonly sign?:
    | { readonly user_id: number; readonly picture: string | null }
    | { readonly color: string | undefined }
    | { readonly emoji: Emoji }
}

/** More are not shown at once. */
export const mostShown = 8
