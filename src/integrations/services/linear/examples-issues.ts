import type { Example } from '../../example'
import { of, page } from './example-requests'

const issue = {
  identifier: 'OPS-12',
  title: 'The hose leaks',
  description: 'It drips.',
  url: `${page}/issue/OPS-12/the-hose-leaks`,
  state: { name: 'Done' },
  priorityLabel: 'High',
}

const update = (updatedFrom: object, data: object = {}): Pick<Example, 'headers' | 'payload'> =>
  of('Issue', 'update', { data: { ...issue, ...data }, url: issue.url, updatedFrom })

export const issueExamples: readonly Example[] = [
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
]
