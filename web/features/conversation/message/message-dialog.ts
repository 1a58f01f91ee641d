import { signal } from '@preact/signals'
import { focusIn, isFocusLost } from '../../../ui/focus'

/** The dialogs about a message. */
export type Subject = 'delete' | 'history' | 'move' | 'reactions' | 'readers' | 'remind' | 'source' | 'topic'

/** The open dialog and its message; null if none is open. */
export const messageDialog = signal<{ readonly subject: Subject; readonly message_id: number } | null>(null)

export const openMessageDialog = (subject: Subject, message_id: number): void => {
  messageDialog.value = { subject, message_id }
}

/** Focuses a message, if it is drawn. */
export const focusMessage = (message_id: number): void =>
  focusIn(document.body, `article[data-id="${message_id}"]`, { preventScroll: true })

/** Closes the dialog. If the button that opened it is gone, the message gets the focus. */
export function close(): void {
  const { message_id } = messageDialog.peek()!
  messageDialog.value = null
  if (isFocusLost() || document.activeElement?.closest('dialog')) focusMessage(message_id)
}
