import type { Message } from '../../../../client'
import { recentlyUsed } from '../../../lib/recently-used'

/** What was sent last from this browser, each after the id of its message: it can be edited without the network. */
const sent = recentlyUsed('sent', 50)

/** Notes it, unless its files had no addresses yet when it was written. */
export function noteSent(user_id: number, id: number, content: string): void {
  if (!content.includes('upload:')) sent.note(user_id, `${id} ${content}`)
}

/** What the reader wrote, if it was sent from here and never edited; else null. */
export function sentText(user_id: number, { id, last_edit_timestamp }: Message): string | null {
  const prefix = `${id} `
  const text = last_edit_timestamp === undefined && sent.all(user_id).find((one) => one.startsWith(prefix))
  return text ? text.slice(prefix.length) : null
}
