import type { Message } from '../../../../client'
import { recentlyUsed } from '../../../lib/recently-used'

/** Texts of the last messages from this browser, each after the id of its message, so that they can be edited offline. */
const sent = recentlyUsed('sent', 50)

/** Remembers a text, unless it has placeholders of uploads. */
export function noteSent(user_id: number, id: number, content: string): void {
  if (!content.includes('upload:')) sent.note(user_id, `${id} ${content}`)
}

/** The text of a message, if it was sent from this browser and never edited; null otherwise. */
export function sentText(user_id: number, { id, last_edit_timestamp }: Message): string | null {
  const prefix = `${id} `
  const text = last_edit_timestamp === undefined && sent.all(user_id).find((one) => one.startsWith(prefix))
  return text ? text.slice(prefix.length) : null
}
