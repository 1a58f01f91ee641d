import type { Example } from '../../example'
import { of } from './example-requests'

const ticket = {
  type: 'ticket',
  id: '501',
  ticket_id: '35',
  ticket_attributes: { _default_title_: 'The hose leaks', _default_description_: 'It drips &amp; drips.' },
  ticket_state: 'in_progress',
  ticket_parts: {
    ticket_parts: [
      {
        type: 'ticket_part',
        body: '<p>We send a new hose.</p>',
        author: { type: 'admin', name: 'Ada Park' },
        assigned_to: { name: 'Ada Park' },
      },
    ],
  },
}

export const ticketExamples: readonly Example[] = [
  {
    title: 'A ticket is opened',
    ...of('ticket.created', ticket),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** was opened:
\`\`\`quote
It drips & drips.
\`\`\``,
    },
  },
  {
    title: 'The state of a ticket changes',
    ...of('ticket.state.updated', ticket),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** is in progress.' },
  },
  {
    title: 'Somebody writes a note on a ticket',
    ...of('ticket.note.created', ticket),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** has a note by **Ada Park**:
\`\`\`quote
We send a new hose.
\`\`\``,
    },
  },
  {
    title: 'Somebody replies to a ticket',
    ...of('ticket.admin.replied', {
      ticket,
      ticket_part: { body: '<p>It is on its way.</p>', author: { name: 'Ada Park' } },
    }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** has a reply by **Ada Park**:
\`\`\`quote
It is on its way.
\`\`\``,
    },
  },
  {
    title: 'A ticket is assigned',
    ...of('ticket.admin.assigned', ticket),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**Ticket #35 The hose leaks** was assigned to **Ada Park**.',
    },
  },
  {
    title: 'A ticket is closed',
    ...of('ticket.closed', ticket),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** is closed.' },
  },
  {
    title: 'A ticket is resolved',
    ...of('ticket.resolved', ticket),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** is resolved.' },
  },
  {
    title: 'A customer rates a ticket',
    ...of('ticket.rating.provided', ticket),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**Ticket #35 The hose leaks** was rated by the customer.',
    },
  },
]
