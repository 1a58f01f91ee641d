import type { Example } from '../../example'

const of = (topic: string, item: object): Pick<Example, 'payload'> => ({
  payload: {
    type: 'notification_event',
    app_id: 'tide7',
    id: 'notif_0e1f2a3b-0000-4000-8000-000000000007',
    topic,
    created_at: 1_780_000_000,
    delivery_attempts: 1,
    data: { type: 'notification_event_data', item },
  },
})

const conversation = {
  type: 'conversation',
  id: '3500',
  source: {
    subject: '<p>The hose leaks</p>',
    body: '<p>It drips on <b>my</b> shoes.</p>',
    author: { type: 'user', name: 'Bo Li', email: 'bo@tidewater.example' },
  },
  priority: 'priority',
  snoozed_until: 1_780_100_000,
}

const withPart = (body: string, more: object = {}) => ({
  ...conversation,
  conversation_parts: {
    conversation_parts: [{ type: 'conversation_part', body, author: { type: 'admin', name: 'Ada Park' }, ...more }],
  },
})

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

const contact = { type: 'contact', id: 'c8', name: 'Bo Li', email: 'bo@tidewater.example' }

export const examples: readonly Example[] = [
  {
    title: 'A customer begins a conversation',
    ...of('conversation.user.created', conversation),
    message: {
      topic: 'Bo Li / The hose leaks',
      content: `**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was opened:
\`\`\`quote
It drips on my shoes.
\`\`\``,
    },
  },
  {
    title: 'Somebody replies',
    ...of('conversation.admin.replied', withPart('<p>We send a new hose.</p>')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content: `**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** has a reply by **Ada Park**:
\`\`\`quote
We send a new hose.
\`\`\``,
    },
  },
  {
    title: 'Somebody writes a note',
    ...of('conversation.admin.noted', withPart('<p>Ask the shop.</p>')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content: `**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** has a note by **Ada Park**:
\`\`\`quote
Ask the shop.
\`\`\``,
    },
  },
  {
    title: 'A conversation is assigned',
    ...of('conversation.admin.assigned', withPart('', { assigned_to: { type: 'admin', name: 'Bo Li' } })),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was assigned to **Bo Li** by **Ada Park**.',
    },
  },
  {
    title: 'A conversation is closed',
    ...of('conversation.admin.closed', withPart('')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was closed by **Ada Park**.',
    },
  },
  {
    title: 'A conversation is opened again',
    ...of('conversation.admin.opened', withPart('')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was opened again by **Ada Park**.',
    },
  },
  {
    title: 'A conversation is snoozed',
    ...of('conversation.admin.snoozed', withPart('')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was snoozed until <time:2026-05-30T00:13:20Z> by **Ada Park**.',
    },
  },
  {
    title: 'A conversation is no longer snoozed',
    ...of('conversation.admin.unsnoozed', withPart('')),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** is no longer snoozed.',
    },
  },
  {
    title: 'A conversation has priority',
    ...of('conversation.priority.updated', conversation),
    message: {
      topic: 'Bo Li / The hose leaks',
      content:
        '**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** has priority now.',
    },
  },
  {
    title: 'A customer rates a conversation',
    ...of('conversation.rating.added', {
      ...conversation,
      conversation_rating: { rating: 5, remark: 'That was quick.' },
    }),
    message: {
      topic: 'Bo Li / The hose leaks',
      content: `**[Conversation with Bo Li about The hose leaks](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was rated.
* **Rating**: 5
\`\`\`quote
That was quick.
\`\`\``,
    },
  },
  {
    title: 'A conversation is deleted',
    ...of('conversation.deleted', { type: 'conversation', id: '3500' }),
    message: {
      topic: 'conversation 3500',
      content: '**[Conversation 3500](https://app.intercom.com/a/inbox/tide7/inbox/conversation/3500)** was deleted.',
    },
  },
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
  {
    title: 'A user is created',
    ...of('contact.user.created', contact),
    message: {
      topic: 'contacts',
      content: 'The user [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) (bo@tidewater.example) was created.',
    },
  },
  {
    title: 'A lead is created',
    ...of('contact.lead.created', { ...contact, email: '' }),
    message: {
      topic: 'contacts',
      content: 'The lead [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) was created.',
    },
  },
  {
    title: 'A lead signs up',
    ...of('contact.lead.signed_up', contact),
    message: {
      topic: 'contacts',
      content: 'The visitor [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) (bo@tidewater.example) signed up.',
    },
  },
  {
    title: 'A company is created',
    ...of('company.created', { type: 'company', id: 'co1', name: 'Tidewater' }),
    message: { topic: 'companies', content: 'The company Tidewater was created.' },
  },
]
