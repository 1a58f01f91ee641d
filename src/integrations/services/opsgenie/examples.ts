import type { Example } from '../../example'

const of = (action: string, more: object = {}): Pick<Example, 'payload'> => ({
  payload: {
    action,
    alert: {
      alertId: '9d1b7c3e-1780000000000',
      tinyId: '23',
      alias: 'pump',
      message: 'The pump stopped',
      username: 'ada@tidewater.example',
      userId: 'a1',
      entity: 'pump 1',
      source: 'Prometheus',
      priority: 'P2',
      tags: ['garden', 'water'],
      createdAt: 1_780_000_000_000,
      ...more,
    },
    source: { name: '', type: 'web' },
    integrationId: 'c4',
    integrationName: 'Chat',
  },
})

export const examples: readonly Example[] = [
  {
    title: 'An alert is created',
    ...of('Create', { description: 'No water for five minutes.' }),
    message: {
      topic: 'The pump stopped',
      content: `:rotating_light: **&#35;23 The pump stopped** was created.
* **Priority**: P2
* **Entity**: pump 1
* **Source**: Prometheus
* **Tags**: garden, water
\`\`\`quote
No water for five minutes.
\`\`\``,
    },
  },
  {
    title: 'Somebody acknowledges an alert',
    ...of('Acknowledge'),
    message: {
      topic: 'The pump stopped',
      content: ':eyes: **&#35;23 The pump stopped** was acknowledged by **ada@tidewater.example**.',
    },
  },
  {
    title: 'An alert is no longer acknowledged',
    ...of('UnAcknowledge'),
    message: {
      topic: 'The pump stopped',
      content: ':rotating_light: **&#35;23 The pump stopped** is no longer acknowledged.',
    },
  },
  {
    title: 'Somebody closes an alert',
    ...of('Close'),
    message: {
      topic: 'The pump stopped',
      content: ':check: **&#35;23 The pump stopped** was closed by **ada@tidewater.example**.',
    },
  },
  {
    title: 'An alert is closed by itself',
    ...of('Close', { username: 'System' }),
    message: { topic: 'The pump stopped', content: ':check: **&#35;23 The pump stopped** was closed.' },
  },
  {
    title: 'Somebody deletes an alert',
    ...of('Delete'),
    message: {
      topic: 'The pump stopped',
      content: ':check: **&#35;23 The pump stopped** was deleted by **ada@tidewater.example**.',
    },
  },
  {
    title: 'Somebody snoozes an alert',
    ...of('Snooze', { snoozeEndDate: '2026-05-04T10:00:00Z' }),
    message: {
      topic: 'The pump stopped',
      content:
        ':mute: **&#35;23 The pump stopped** was snoozed until <time:2026-05-04T10:00:00Z> by **ada@tidewater.example**.',
    },
  },
  {
    title: 'An alert is no longer snoozed',
    ...of('SnoozeEnded', { username: 'System' }),
    message: {
      topic: 'The pump stopped',
      content: ':rotating_light: **&#35;23 The pump stopped** is no longer snoozed.',
    },
  },
  {
    title: 'An alert goes to the next person',
    ...of('EscalateNext', { escalationNotify: { name: 'Gardeners', type: 'team' } }),
    message: {
      topic: 'The pump stopped',
      content: ':rotating_light: **&#35;23 The pump stopped** was escalated to **Gardeners**.',
    },
  },
  {
    title: 'Somebody writes a note',
    ...of('AddNote', { note: 'A leaf was in the pump.' }),
    message: {
      topic: 'The pump stopped',
      content: `:info: **&#35;23 The pump stopped** has a note by **ada@tidewater.example**:
\`\`\`quote
A leaf was in the pump.
\`\`\``,
    },
  },
  {
    title: 'Somebody assigns an alert',
    ...of('AssignOwnership', { owner: 'bo@tidewater.example' }),
    message: {
      topic: 'The pump stopped',
      content:
        ':eyes: **&#35;23 The pump stopped** was assigned to **bo@tidewater.example** by **ada@tidewater.example**.',
    },
  },
  {
    title: 'Somebody takes an alert',
    ...of('TakeOwnership', { owner: 'ada@tidewater.example' }),
    message: {
      topic: 'The pump stopped',
      content: ':eyes: **&#35;23 The pump stopped** was taken by **ada@tidewater.example**.',
    },
  },
  {
    title: 'A team gets an alert',
    ...of('AddTeam', { team: 'Gardeners' }),
    message: {
      topic: 'The pump stopped',
      content: ':eyes: **&#35;23 The pump stopped** was given to the team **Gardeners** by **ada@tidewater.example**.',
    },
  },
  {
    title: 'A person gets an alert',
    ...of('AddRecipient', { recipient: 'bo@tidewater.example' }),
    message: {
      topic: 'The pump stopped',
      content: ':eyes: **&#35;23 The pump stopped** was sent to **bo@tidewater.example** by **ada@tidewater.example**.',
    },
  },
  {
    title: 'Somebody changes the priority',
    ...of('UpdatePriority', { oldPriority: 'P4' }),
    message: {
      topic: 'The pump stopped',
      content:
        ':info: **&#35;23 The pump stopped** was given the priority **P2** instead of **P4** by **ada@tidewater.example**.',
    },
  },
  {
    title: 'Somebody renames an alert',
    ...of('UpdateMessage', { oldMessage: 'Pump?' }),
    message: {
      topic: 'The pump stopped',
      content: ':info: **&#35;23 The pump stopped** was renamed from **Pump?** by **ada@tidewater.example**.',
    },
  },
]
