import type { Example } from '../../example'

const of = (triggered_event: string, more: object = {}): Pick<Example, 'payload'> => ({
  payload: {
    freshdesk_webhook: {
      ticket_id: 35,
      ticket_subject: 'The hose leaks',
      ticket_description: '<div>It drips on <b>my</b> shoes.</div>',
      ticket_url: 'https://tidewater.freshdesk.example/helpdesk/tickets/35',
      ticket_status: 'Open',
      ticket_priority: 'High',
      ticket_type: 'Problem',
      ticket_requester_name: 'Bo Li',
      ticket_requester_email: 'bo@tidewater.example',
      ticket_agent_name: 'Ada Park',
      triggered_event,
      ...more,
    },
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A ticket is opened',
    ...of('{ticket_action:created}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was opened by **Bo Li**.
* **Status**: Open
* **Priority**: High
* **Type**: Problem
* **Agent**: Ada Park
\`\`\`quote
It drips on my shoes.
\`\`\``,
    },
  },
  {
    title: 'A ticket is updated',
    ...of('{ticket_action:updated}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was updated.
* **Status**: Open
* **Priority**: High
* **Type**: Problem
* **Agent**: Ada Park`,
    },
  },
  {
    title: 'The status changes',
    ...of('{status:{from:2,to:4}}', { ticket_status: 'Resolved' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content:
        '**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** is **Resolved**.',
    },
  },
  {
    title: 'The priority changes',
    ...of('{priority:{from:1,to:3}}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content:
        '**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** has **High** priority.',
    },
  },
  {
    title: 'A ticket is assigned',
    ...of('{responder_id:{from:null,to:7}}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content:
        '**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was assigned to **Ada Park**.',
    },
  },
  {
    title: 'Somebody writes a note',
    ...of('{note_type:private}', { ticket_latest_private_comment: '<p>Ask Ada.</p>' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** has a note:
\`\`\`quote
Ask Ada.
\`\`\``,
    },
  },
  {
    title: 'Somebody replies',
    ...of('{reply_sent:sent}', { ticket_latest_public_comment: '<p>We send a new hose.</p>' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** has a reply:
\`\`\`quote
We send a new hose.
\`\`\``,
    },
  },
  {
    title: 'A customer rates a ticket',
    ...of('{customer_feedback:103}', { ticket_satisfaction_rating: 'Extremely happy' }),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: `**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was rated by **Bo Li**.
* **Rating**: Extremely happy`,
    },
  },
  {
    title: 'A ticket is deleted',
    ...of('{ticket_action:deleted}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content: '**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was deleted.',
    },
  },
  {
    title: 'A ticket is spam',
    ...of('{ticket_action:marked_as_spam}'),
    message: {
      topic: 'ticket #35 The hose leaks',
      content:
        '**[Ticket #35 The hose leaks](https://tidewater.freshdesk.example/helpdesk/tickets/35)** was marked as spam.',
    },
  },
]
