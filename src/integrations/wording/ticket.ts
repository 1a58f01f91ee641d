import { facts, lines, quote } from '../markdown'
import { itemLink, type Item } from './item'

/** A question or a problem of a customer. */
export interface Ticket extends Item {
  /** What happened to it, as the end of a sentence in Markdown. */
  readonly words: string
  /** What matters besides, with values in Markdown. */
  readonly facts?: Readonly<Record<string, string>>
  /** What somebody wrote. */
  readonly text?: string
}

/** Tells what happened to a ticket: the same words for every service in which people help customers. */
export function ticketContent({ words, facts: values = {}, text = '', ...item }: Ticket): string {
  const shownFacts = facts(values)
  const end = text !== '' && shownFacts === '' ? ':' : '.'
  return lines(`**${itemLink(item)}** ${words}${end}`, shownFacts, quote(text))
}
