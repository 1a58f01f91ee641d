import { signal } from '@preact/signals'
import { route } from '../../../routes/routes'
import { keyOf, withoutReader, type ComposePlace } from './recipient'

/** A request to focus a compose box, optionally with text to insert or to prefill. */
export interface FocusRequest {
  /** The key of the box (`keyOf`). */
  readonly key: string
  /** Text to insert at the caret. */
  readonly text?: string | undefined
  /** Text for an empty box. */
  readonly given?: string
  /** Files to attach. */
  readonly files?: readonly File[]
}

/** Whether the box for a new message is open, in place of the box of the open conversation. */
export const isNewMessageOpen = signal(false)

export const focusRequest = signal<FocusRequest | null>(null)

let newMessages = 0

/** How many new messages were begun. Each has a box of its own. */
export const newMessageCount = (): number => newMessages

/** Focuses the compose box of a conversation or stream that is open, or is being opened, and inserts a text. */
export function focusComposer(to: Exclude<ComposePlace, null>, own_id: number, text?: string): void {
  isNewMessageOpen.value = false
  focusRequest.value = { key: keyOf(withoutReader(to, own_id)), text }
}

/** Focuses the compose box of the open place; where there is none, opens the box for a new message. */
export function focusOpenComposer(own_id: number): void {
  const here = route.peek()
  if (here === null || isNewMessageOpen.peek() || !('stream_id' in here || 'user_ids' in here)) openNewMessage()
  else focusComposer(here, own_id)
}

/** Closes the box for a new message. Returns whether it was open. */
export function closeNewMessage(): boolean {
  const wasOpen = isNewMessageOpen.peek()
  isNewMessageOpen.value = false
  return wasOpen
}

/** Opens the box for a new message, with its draft if there is one. */
export function openNewMessage(text?: string): void {
  newMessages += 1
  isNewMessageOpen.value = true
  if (text !== undefined) focusRequest.value = { key: keyOf(null), text }
}
