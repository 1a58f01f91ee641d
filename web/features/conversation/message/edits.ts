import { localDrafts } from '../../../session/local-drafts'
import { edits } from './edited-messages'
import { focusMessage } from './message-dialog'

const prefix = 'edit '

/** The text box that had the focus when the edit began; null if none had. */
let origin: HTMLElement | null = null

function set(message_id: number, reason: string | null): void {
  edits.value = new Map(edits.peek()).set(message_id, reason)
}

export function beginEdit(message_id: number): void {
  origin = document.activeElement?.closest('textarea') ?? null
  set(message_id, null)
}

/** Ends an edit, because it was saved or canceled. */
export function endEdit(message_id: number, user_id: number): void {
  localDrafts(user_id).drop(prefix + message_id)
  const rest = new Map(edits.peek())
  rest.delete(message_id)
  edits.value = rest
  if (origin?.isConnected === true) origin.focus()
  else focusMessage(message_id)
}

/** The unfinished edit of a message; null if there is none. */
export const keptEdit = (message_id: number, user_id: number): string | null =>
  localDrafts(user_id).read(prefix + message_id)?.content ?? null

export function keepEdit(message_id: number, user_id: number, content: string): void {
  localDrafts(user_id).write(prefix + message_id, { to: null, content, timestamp: Math.floor(Date.now() / 1000) })
}

/** Opens the editor again with an edit that the server refused. */
export function refuseEdit(message_id: number, user_id: number, content: string, reason: string): void {
  keepEdit(message_id, user_id, content)
  set(message_id, reason)
}

/** Opens the editors again that were open when the user left the page. */
export function resumeEdits(user_id: number): void {
  for (const key of localDrafts(user_id).keys()) if (key.startsWith(prefix)) set(Number(key.slice(prefix.length)), null)
}
