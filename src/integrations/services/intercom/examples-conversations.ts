import type { Example } from '../../example'
import { of } from './example-requests'

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

export const conversationExamples: readonly Example[] = [
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
]
