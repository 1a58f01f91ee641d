import { signal } from '@preact/signals'
import { localDrafts } from '../compose'
import { focusMessage } from './message-dialog'

const prefix = 'edit '

/** Messages that are being edited, each with why its last edit was refused, if it was. */
export const edits = signal<ReadonlyMap<number, string | null>>(new Map())

/** Where somebody was when they began. */
let origin: HTMLElement | null = null

function set(message_id: number, reason: string | null): void {
  edits.value = new Map(edits.peek()).set(message_id, reason)
}

export function beginEdit(message_id: number): void {
  origin = document.activeElement?.closest('textarea') ?? null
  set(message_id, null)
}

/** Ends an edit: it was saved, or is not wanted. */
export function endEdit(message_id: number, user_id: number): void {
  localDrafts(user_id).drop(prefix + message_id)
  const rest = new Map(edits.peek())
  rest.delete(message_id)
  edits.value = rest
  if (origin?.isConnected === true) origin.focus()
  else focusMessage(message_id)
}

/** What somebody was writing in place of a message; null if nothing. */
export const keptEdit = (message_id: number, user_id: number): string | null =>
  localDrafts(user_id).read(prefix + message_id)?.content ?? null

export function keepEdit(message_id: number, user_id: number, content: string): void {
  localDrafts(user_id).write(prefix + message_id, { to: null, content, timestamp: Math.floor(Date.now() / 1000) })
}

/** Goes on with an edit that the server refused. */
export function refuseEdit(message_id: number, user_id: number, content: string, reason: string): void {
  keepEdit(message_id, user_id, content)
  set(message_id, reason)
}

/** Goes on with what was being edited when the page was left. */
export function resumeEdits(user_id: number): void {
  for (const key of localDrafts(user_id).keys()) if (key.startsWith(prefix)) set(Number(key.slice(prefix.length)), null)
}
