import { signal } from '@preact/signals'

/** What can be opened over the page about a message. */
type Subject = 'delete' | 'history' | 'move' | 'reactions' | 'readers' | 'remind' | 'source' | 'topic'

/** What is open about which message; null if nothing is. */
export const messageDialog = signal<{ readonly subject: Subject; readonly message_id: number } | null>(null)

export const openMessageDialog = (subject: Subject, message_id: number): void => {
  messageDialog.value = { subject, message_id }
}

/** Gives the focus to a message, if it is drawn. */
export const focusMessage = (message_id: number): void =>
  document.querySelector<HTMLElement>(`article[data-id="${message_id}"]`)?.focus({ preventScroll: true })

/** Closes it. Where the button is gone that opened it, the message has the focus. */
export function close(): void {
  const { message_id } = messageDialog.peek()!
  messageDialog.value = null
  if (document.activeElement === document.body || document.activeElement?.closest('dialog')) focusMessage(message_id)
}
