import type { EventReader } from '../../integration'
import { bold, escapeInline, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { change, itemTopic, type Item } from '../../wording/item'
import { ticketContent, type Ticket } from '../../wording/ticket'

/** Zendesk does not send its address, so a ticket is no link, but for triggers, where people may send one. */
const ticketOf = (payload: Payload): Item => ({
  noun: 'ticket',
  number: `#${payload.firstText('detail.id', 'ticket_id')}`,
  title: payload.firstText('detail.subject', 'ticket_title'),
  url: payload.firstText('ticket_url', 'ticket_link'),
})

type Standing = Omit<Ticket, keyof Item>

const ticketReader =
  (standing: (payload: Payload) => Standing): EventReader =>
  (payload) => {
    const item = ticketOf(payload)
    return {
      topic: itemTopic('', item),
      content: ticketContent({ ...item, noun: 'Ticket', ...standing(payload) }),
    }
  }

/** A status or a priority in small letters, as texts of Zendesk are in capitals. */
const small = (text: string): string => escapeInline(text.toLowerCase().replaceAll('_', ' '))

export const created = ticketReader((payload) => ({
  words: 'was opened',
  facts: { Priority: small(payload.text('detail.priority')), Channel: small(payload.text('detail.via.channel')) },
  text: payload.text('detail.description'),
}))

export const commentAdded = ticketReader((payload) => {
  const comment = payload.at('event.comment')
  const author = bold(comment.text('author.name'))
  const isPrivate = comment.at('is_public').value === false
  return {
    words: joinWords(isPrivate ? 'has a note' : 'has a comment', author && `by ${author}`),
    text: comment.text('body'),
  }
})

const statuses: Readonly<Record<string, string>> = {
  new: 'is new',
  open: 'is open',
  pending: 'waits for the customer',
  hold: 'is on hold',
  solved: 'is solved',
  closed: 'is closed',
}

export const statusChanged = ticketReader((payload) => {
  const status = payload.text('event.current').toLowerCase()
  return { words: entryOf(statuses, status) ?? `is ${small(status)}` }
})

export const priorityChanged = ticketReader((payload) => ({
  words: joinWords(
    'changed its priority',
    change(payload.text('event.previous').toLowerCase(), payload.text('event.current').toLowerCase()),
  ),
}))

export const subjectChanged = ticketReader((payload) => ({
  words: joinWords('was renamed', payload.text('event.previous') && `from ${bold(payload.text('event.previous'))}`),
}))

/** Agents are named by their number only. */
export const assignmentChanged = ticketReader((payload) => ({
  words: payload.text('event.current') === '' ? 'is no longer assigned to anybody' : 'was assigned to an agent',
}))

export const merged = ticketReader((payload) => {
  const target = payload.firstText('event.target_ticket_id', 'event.ticket_merged_with')
  return { words: joinWords('was merged', target && `into ${escapeInline(`ticket #${target}`)}`) }
})

export const spam = ticketReader(() => ({ words: 'was marked as spam' }))
export const deleted = ticketReader(() => ({ words: 'was deleted' }))
export const undeleted = ticketReader(() => ({ words: 'was restored' }))

export const rated = ticketReader((payload) => ({
  words: 'was rated by the customer',
  facts: { Rating: small(payload.firstText('event.rating', 'event.current', 'event.score')) },
  text: payload.text('event.comment'),
}))

/** What people composed for a trigger: `ticket_id`, `ticket_title`, `ticket_url`, `ticket_status`, `ticket_priority` and `message`. */
export const trigger = ticketReader((payload) => ({
  words: 'was updated',
  facts: { Status: small(payload.text('ticket_status')), Priority: small(payload.text('ticket_priority')) },
  text: payload.text('message'),
}))
