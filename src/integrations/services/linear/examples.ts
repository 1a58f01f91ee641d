import type { Example } from '../../example'

const page = 'https://linear.app/tidewater'
const issue = {
  identifier: 'OPS-12',
  title: 'The hose leaks',
  description: 'It drips.',
  url: `${page}/issue/OPS-12/the-hose-leaks`,
  state: { name: 'Done' },
  priorityLabel: 'High',
}
const project = { name: 'Watering', description: 'Less by hand', status: { name: 'Started' } }

const of = (type: string, action: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'Linear-Event': type },
  payload: { type, action, actor: { name: 'Ada Park' }, webhookTimestamp: 1_780_000_000_000, ...payload },
})

const update = (updatedFrom: object, data: object = {}): Pick<Example, 'headers' | 'payload'> =>
  of('Issue', 'update', { data: { ...issue, ...data }, url: issue.url, updatedFrom })

export const examples: readonly Example[] = [
  {
    title: 'An issue is opened',
    ...of('Issue', 'create', { data: issue, url: issue.url }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: `**Ada Park** opened [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'An issue is moved',
    ...update({ stateId: 's1' }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** moved [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks) to **Done**.',
    },
  },
  {
    title: 'An issue is assigned',
    ...update({ assigneeId: null }, { assignee: { name: 'Bo Li' } }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** assigned [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks) to **Bo Li**.',
    },
  },
  {
    title: 'An issue is renamed',
    ...update({ title: 'The hose' }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** renamed **The hose** to [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks).',
    },
  },
  {
    title: 'The priority of an issue is set',
    ...update({ priority: 0 }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** set the priority of [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks) to **high**.',
    },
  },
  { title: 'The order of issues changes', ...update({ sortOrder: 4 }), message: null },
  {
    title: 'An issue is deleted',
    ...of('Issue', 'remove', { data: issue, url: issue.url }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** deleted [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks).',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('Comment', 'create', {
      data: { body: 'Tape helps.', issue: { identifier: 'OPS-12', title: 'The hose leaks' } },
      url: `${page}/issue/OPS-12/the-hose-leaks#comment-1`,
    }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: `**Ada Park** commented on [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks#comment-1):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'An issue is late',
    ...of('IssueSLA', 'breached', { issueData: issue, url: issue.url }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        ':rotating_light: [OPS-12 The hose leaks](https://linear.app/tidewater/issue/OPS-12/the-hose-leaks) is late.',
    },
  },
  {
    title: 'A project is created',
    ...of('Project', 'create', { data: project, url: `${page}/project/watering` }),
    message: {
      topic: 'Watering',
      content: `**Ada Park** created the project [Watering](https://linear.app/tidewater/project/watering).
\`\`\`quote
Less by hand
\`\`\``,
    },
  },
  {
    title: 'A project is moved',
    ...of('Project', 'update', { data: project, url: `${page}/project/watering`, updatedFrom: { statusId: 's1' } }),
    message: {
      topic: 'Watering',
      content:
        '**Ada Park** moved the project [Watering](https://linear.app/tidewater/project/watering) to **Started**.',
    },
  },
  {
    title: 'An update on a project is written',
    ...of('ProjectUpdate', 'create', {
      data: { body: 'Two beds are done.', health: 'atRisk', project },
      url: `${page}/project/watering/updates`,
    }),
    message: {
      topic: 'Watering',
      content: `**Ada Park** wrote an update on the project [Watering](https://linear.app/tidewater/project/watering/updates) (:warning: at risk):
\`\`\`quote
Two beds are done.
\`\`\``,
    },
  },
  {
    title: 'An initiative is created',
    ...of('Initiative', 'create', { data: { name: 'Summer' }, url: `${page}/initiative/summer` }),
    message: {
      topic: 'Summer',
      content: '**Ada Park** created the initiative [Summer](https://linear.app/tidewater/initiative/summer).',
    },
  },
  {
    title: 'An update on an initiative is written',
    ...of('InitiativeUpdate', 'create', {
      data: { body: 'All is well.', health: 'onTrack', initiative: { name: 'Summer' } },
      url: `${page}/initiative/summer/updates`,
    }),
    message: {
      topic: 'Summer',
      content: `**Ada Park** wrote an update on the initiative [Summer](https://linear.app/tidewater/initiative/summer/updates) (:check: on track):
\`\`\`quote
All is well.
\`\`\``,
    },
  },
  {
    title: 'A cycle is completed',
    ...of('Cycle', 'update', {
      data: { number: 23, completedAt: '2026-06-05T16:00:00.000Z' },
      url: `${page}/team/OPS/cycle/23`,
      updatedFrom: { completedAt: null },
    }),
    message: {
      topic: 'Cycle 23',
      content: '[Cycle 23](https://linear.app/tidewater/team/OPS/cycle/23) was completed.',
    },
  },
  {
    title: 'A document is created',
    ...of('Document', 'create', { data: { title: 'Tools' }, url: `${page}/document/tools` }),
    message: {
      topic: 'Tools',
      content: '**Ada Park** created the document [Tools](https://linear.app/tidewater/document/tools).',
    },
  },
  {
    title: 'A customer is added',
    ...of('Customer', 'create', { data: { name: 'Meadow Ltd' }, url: `${page}/customer/meadow` }),
    message: {
      topic: 'Meadow Ltd',
      content: '**Ada Park** added the customer [Meadow Ltd](https://linear.app/tidewater/customer/meadow).',
    },
  },
  {
    title: 'A request of a customer is added',
    ...of('CustomerNeed', 'create', {
      data: { body: 'A longer hose', customer: { name: 'Meadow Ltd' } },
      url: `${page}/customer/meadow`,
    }),
    message: {
      topic: 'Meadow Ltd',
      content: `**Ada Park** added a [request](https://linear.app/tidewater/customer/meadow) of **Meadow Ltd**:
\`\`\`quote
A longer hose
\`\`\``,
    },
  },
]
