import { signal } from '@preact/signals'
import { keyOf, withoutReader, type Where } from './recipient'

/** A compose box that is to take the focus as soon as it is shown. */
export interface FocusRequest {
  /** The key of the box's text (`keyOf`). */
  readonly key: string
  /** Is inserted beside what stands in the box. */
  readonly text?: string | undefined
  /** Is put into the box if it is empty. */
  readonly given?: string
  /** Are attached. */
  readonly files?: readonly File[]
}

/** Whether the box for a new message to anybody is open, in place of the one of the conversation on the page. */
export const isNewMessageOpen = signal(false)

export const focusRequest = signal<FocusRequest | null>(null)

let newMessages = 0

/** How often a new message was begun. Each has a box of its own. */
export const newMessageCount = (): number => newMessages

/** Begins to write in a conversation or stream that is open, or is opened now; perhaps with a text of its own lines. */
export function writeTo(to: Exclude<Where, null>, own_id: number, text?: string): void {
  isNewMessageOpen.value = false
  focusRequest.value = { key: keyOf(withoutReader(to, own_id)), text }
}

/** Begins a new message to anybody, with the draft that there is of one. */
export function writeElsewhere(text?: string): void {
  newMessages += 1
  isNewMessageOpen.value = true
  if (text !== undefined) focusRequest.value = { key: keyOf(null), text }
}
