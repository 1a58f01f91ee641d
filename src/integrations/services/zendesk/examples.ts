import type { Example } from '../../example'

const detail = {
  id: '35',
  subject: 'The hose leaks',
  description: 'It drips on my shoes.',
  status: 'OPEN',
  priority: 'HIGH',
  via: { channel: 'email' },
  actor_id: '7',
  requester_id: '8',
}

const of = (type: string, event: object): Pick<Example, 'payload'> => ({
  payload: {
    type: `zen:event-type:ticket.${type}`,
    account_id: 11,
    id: '2b24ef10-0000-4000-8000-000000000035',
    time: '2026-05-04T09:30:00Z',
    zendesk_event_version: '2022-11-06',
    subject: 'zen:ticket:35',
    detail,
    event,
  },
})

const comment = {
  id: '350',
  body: 'We send a **new** hose.',
  is_public: true,
  author: { id: '7', is_staff: true, name: 'Ada Park' },
}

export const examples: readonly Example[] = [
  {
    title: 'A ticket is opened',
    ...of('created', {}),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** was opened.
* **Priority**: high
* **Channel**: email
\`\`\`quote
It drips on my shoes.
\`\`\``,
    },
  },
  {
    title: 'Somebody comments on a ticket',
    ...of('comment_added', { comment }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** has a comment by **Ada Park**:
\`\`\`quote
We send a **new** hose.
\`\`\``,
    },
  },
  {
    title: 'Somebody writes a note',
    ...of('comment_added', { comment: { ...comment, is_public: false } }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** has a note by **Ada Park**:
\`\`\`quote
We send a **new** hose.
\`\`\``,
    },
  },
  {
    title: 'A ticket is solved',
    ...of('status_changed', { previous: 'OPEN', current: 'SOLVED' }),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** is solved.' },
  },
  {
    title: 'A ticket waits',
    ...of('status_changed', { previous: 'OPEN', current: 'PENDING' }),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** waits for the customer.' },
  },
  {
    title: 'The priority changes',
    ...of('priority_changed', { previous: 'LOW', current: 'HIGH' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**Ticket #35 The hose leaks** changed its priority from **low** to **high**.',
    },
  },
  {
    title: 'A ticket is renamed',
    ...of('subject_changed', { previous: 'Hose', current: 'The hose leaks' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**Ticket #35 The hose leaks** was renamed from **Hose**.',
    },
  },
  {
    title: 'A ticket is assigned',
    ...of('agent_assignment_changed', { previous: null, current: '7' }),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** was assigned to an agent.' },
  },
  {
    title: 'A ticket is merged',
    ...of('merged', { target_ticket_id: '30' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**Ticket #35 The hose leaks** was merged into ticket #30.',
    },
  },
  {
    title: 'A ticket is spam',
    ...of('marked_as_spam', {}),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** was marked as spam.' },
  },
  {
    title: 'A ticket is deleted',
    ...of('soft_deleted', {}),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** was deleted.' },
  },
  {
    title: 'A ticket is restored',
    ...of('undeleted', {}),
    message: { topic: 'ticket #35 The hose leaks', content: '**Ticket #35 The hose leaks** was restored.' },
  },
  {
    title: 'A customer rates a ticket',
    ...of('csat_received', { rating: 'GOOD', comment: 'That was quick.' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**Ticket #35 The hose leaks** was rated by the customer.
* **Rating**: good
\`\`\`quote
That was quick.
\`\`\``,
    },
  },
  {
    title: 'A trigger that somebody composed',
    payload: {
      ticket_id: '35',
      ticket_title: 'The hose leaks',
      ticket_url: 'https://tidewater.zendesk.example/agent/tickets/35',
      ticket_status: 'Open',
      ticket_priority: 'High',
      message: 'It still drips.',
    },
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.zendesk.example/agent/tickets/35)** was updated.
* **Status**: open
* **Priority**: high
\`\`\`quote
It still drips.
\`\`\``,
    },
  },
]
