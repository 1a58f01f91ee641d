import type { EventReader } from '../../integration'
import { bold, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { textOfHtml } from '../../wording/html'
import { itemTopic, type Item } from '../../wording/item'
import { ticketContent, type Ticket } from '../../wording/ticket'
import { authorOf } from './conversations'

/** The ticket stands in the request by itself, or beside the part of it that is new. */
const ticketOf = (payload: Payload): Payload =>
  payload.has('data.item.ticket') ? payload.at('data.item.ticket') : payload.at('data.item')

const partOf = (payload: Payload): Payload =>
  payload.has('data.item.ticket_part')
    ? payload.at('data.item.ticket_part')
    : (ticketOf(payload).list('ticket_parts.ticket_parts').at(-1) ?? payload.at('data.item.ticket_part'))

type Standing = Omit<Ticket, keyof Item>

const ticketReader =
  (standing: (payload: Payload) => Standing): EventReader =>
  (payload) => {
    const ticket = ticketOf(payload)
    const item = {
      noun: 'ticket',
      number: `#${ticket.firstText('ticket_id', 'id')}`,
      title: ticket.text('ticket_attributes._default_title_'),
      url: '',
    }
    return {
      topic: itemTopic('', item),
      content: ticketContent({ ...item, noun: 'Ticket', ...standing(payload) }),
    }
  }

const written =
  (noun: string): ((payload: Payload) => Standing) =>
  (payload) => {
    const author = authorOf(partOf(payload))
    return {
      words: joinWords(`has a ${noun}`, author && `by ${author}`),
      text: textOfHtml(partOf(payload).text('body')),
    }
  }

const stateNames: Readonly<Record<string, string>> = {
  submitted: 'is submitted',
  in_progress: 'is in progress',
  waiting_on_customer: 'waits for the customer',
  resolved: 'is resolved',
}

export const created = ticketReader((payload) => ({
  words: 'was opened',
  text: textOfHtml(ticketOf(payload).text('ticket_attributes._default_description_')),
}))

export const state = ticketReader((payload) => {
  const ticket = ticketOf(payload)
  const label = bold(ticket.firstText('ticket_state_internal_label', 'ticket_state.internal_label'))
  const category = ticket.firstText('ticket_state.category', 'ticket_state')
  return { words: entryOf(stateNames, category) ?? (label === '' ? 'has another state' : `has the state ${label}`) }
})

export const assigned = ticketReader((payload) => {
  const name = bold(partOf(payload).text('assigned_to.name'))
  return { words: `was assigned to ${name || 'somebody'}` }
})

export const noted = ticketReader(written('note'))
export const replied = ticketReader(written('reply'))
export const closed = ticketReader(() => ({ words: 'is closed' }))
export const resolved = ticketReader(() => ({ words: 'is resolved' }))
export const rated = ticketReader(() => ({ words: 'was rated by the customer' }))
