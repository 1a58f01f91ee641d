import type { Message, Store } from '../../../../client'
import type { Session } from '../../../session/open'
import { everybody } from '../../people'
import { messageHref } from '../../../routes/routes'
import { markdownOf } from './markdown'

/** Backticks that are more than any that stand in a text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ *(`{3,})/gm)].map(([, fence]) => fence!.length))
  return '`'.repeat(longest + 1)
}

/** A text as something that somebody said. */
function quoteOf(text: string, message: Message, store: Store): string {
  const { sender_id, sender_full_name, id } = message
  const name = everybody(store).value.get(sender_id)?.full_name ?? sender_full_name
  const address = new URL(messageHref(message, store, id), location.origin).href
  const fence = fenceFor(text)
  return `@_**${name}|${sender_id}** [said](${address}):\n${fence}quote\n${text.trim()}\n${fence}`
}

/** What is selected of the text of a message; empty if nothing is. */
export function selectedOf(message_id: number): string {
  const selection = getSelection()
  const content = document.querySelector(`article[data-id="${message_id}"] > .content`)
  if (selection === null || selection.isCollapsed || content === null) return ''
  const isWithin = content.contains(selection.anchorNode) && content.contains(selection.focusNode)
  return isWithin ? selection.toString().trim() : ''
}

/** A message, or what is selected of it, as a quotation. */
export async function quotation(session: Session, message: Message, selected: string): Promise<string> {
  return quoteOf(selected === '' ? await markdownOf(session, message) : selected, message, session.store)
}
