import type { EventReader } from '../../integration'
import { bold, escapeInline, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { textOfHtml } from '../../wording/html'
import { itemTopic, type Item } from '../../wording/item'
import { ticketContent, type Ticket } from '../../wording/ticket'

/** What a rule sends, with or without the field around it. */
const ticketOf = (payload: Payload): Payload =>
  payload.has('freshdesk_webhook') ? payload.at('freshdesk_webhook') : payload

/** What set off a rule: `{ticket_action:created}`, `{status:{from:2,to:4}}`, `{note_type:public}`. */
const triggers = /^\{\s*"?(\w+)"?\s*:\s*"?(\w*)/

const eventNames: Readonly<Record<string, string>> = {
  'ticket_action created': 'created',
  'ticket_action deleted': 'deleted',
  'ticket_action marked_as_spam': 'spam',
  'note_type public': 'note',
  'note_type private': 'note',
}

const fieldNames: Readonly<Record<string, string>> = {
  status: 'status_changed',
  priority: 'priority_changed',
  responder_id: 'assigned',
  reply_sent: 'reply',
  customer_feedback: 'rated',
}

/** The name of an event. Rules send no name, but may send what set them off. */
export function eventOfTicket(payload: Payload): string {
  if (!ticketOf(payload).has('ticket_id')) return ''
  const [, field = '', value = ''] = triggers.exec(ticketOf(payload).text('triggered_event')) ?? []
  return entryOf(eventNames, `${field} ${value}`) ?? entryOf(fieldNames, field) ?? 'updated'
}

type Standing = Omit<Ticket, keyof Item>

const ticketReader =
  (standing: (ticket: Payload) => Standing): EventReader =>
  (payload) => {
    const ticket = ticketOf(payload)
    const item = {
      noun: 'ticket',
      number: `#${ticket.text('ticket_id')}`,
      title: ticket.text('ticket_subject'),
      url: ticket.text('ticket_url'),
    }
    return {
      topic: itemTopic('', item),
      content: ticketContent({ ...item, noun: 'Ticket', ...standing(ticket) }),
    }
  }

/** Who asks. */
const requester = (ticket: Payload): string =>
  bold(ticket.firstText('ticket_requester_name', 'ticket_requester_email', 'ticket_contact_name'))

const ticketFacts = (ticket: Payload): Record<string, string> => ({
  Status: escapeInline(ticket.text('ticket_status')),
  Priority: escapeInline(ticket.text('ticket_priority')),
  Type: escapeInline(ticket.text('ticket_type')),
  Agent: escapeInline(ticket.text('ticket_agent_name')),
})

const byRequester = (ticket: Payload): string => requester(ticket) && `by ${requester(ticket)}`

export const ticketEvents: Readonly<Record<string, EventReader>> = {
  created: ticketReader((ticket) => ({
    words: joinWords('was opened', byRequester(ticket)),
    facts: ticketFacts(ticket),
    text: textOfHtml(ticket.text('ticket_description')),
  })),
  updated: ticketReader((ticket) => ({ words: 'was updated', facts: ticketFacts(ticket) })),
  status_changed: ticketReader((ticket) => ({
    words: `is ${bold(ticket.text('ticket_status')) || 'in another status'}`,
  })),
  priority_changed: ticketReader((ticket) => ({
    words: `has ${bold(ticket.text('ticket_priority')) || 'another'} priority`,
  })),
  assigned: ticketReader((ticket) => ({
    words: `was assigned to ${bold(ticket.text('ticket_agent_name')) || 'somebody'}`,
  })),
  note: ticketReader((ticket) => ({
    words: 'has a note',
    text: textOfHtml(ticket.firstText('ticket_latest_private_comment', 'ticket_latest_public_comment')),
  })),
  reply: ticketReader((ticket) => ({
    words: 'has a reply',
    text: textOfHtml(ticket.text('ticket_latest_public_comment')),
  })),
  rated: ticketReader((ticket) => ({
    words: joinWords('was rated', byRequester(ticket)),
    facts: { Rating: escapeInline(ticket.text('ticket_satisfaction_rating')) },
  })),
  deleted: ticketReader(() => ({ words: 'was deleted' })),
  spam: ticketReader(() => ({ words: 'was marked as spam' })),
}
