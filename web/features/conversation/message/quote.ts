import type { Message, Store } from '../../../../client'
import type { Session } from '../../../session/open'
import { messageHref } from '../../../routes/routes'
import { markdownOf } from './markdown'

/** A fence that is longer than all fences in a text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ *(`{3,})/gm)].map(([, fence]) => fence!.length))
  return '`'.repeat(longest + 1)
}

/** The Markdown that quotes a text from a message. */
function quoteOf(text: string, message: Message, store: Store): string {
  const { sender_id, sender_full_name, id } = message
  const name = store.users.name(sender_id) ?? sender_full_name
  const address = new URL(messageHref(message, store, id), location.origin).href
  const fence = fenceFor(text)
  return `@_**${name}|${sender_id}** [said](${address}):\n${fence}quote\n${text.trim()}\n${fence}`
}

/** The selected text of a message; empty if nothing in it is selected. */
export function selectedOf(message_id: number): string {
  const selection = getSelection()
  const content = document.querySelector(`article[data-id="${message_id}"] > .content`)
  if (selection === null || selection.isCollapsed || content === null) return ''
  const isWithin = content.contains(selection.anchorNode) && content.contains(selection.focusNode)
  return isWithin ? selection.toString().trim() : ''
}

/** The Markdown that quotes a message, or its selected part. */
export async function quotation(session: Session, message: Message, selected: string): Promise<string> {
  return quoteOf(selected === '' ? await markdownOf(session, message) : selected, message, session.store)
}
