import type { Example } from '../../example'

const site = 'https://tidewater.atlassian.net'
const user = { displayName: 'Ada Park' }
const issue = {
  key: 'OPS-12',
  self: `${site}/rest/api/2/issue/10012`,
  fields: { summary: 'The hose leaks', description: 'It drips.' },
}
const project = { key: 'OPS', name: 'Operations', self: `${site}/rest/api/2/project/10001` }

const of = (webhookEvent: string, payload: object): Pick<Example, 'payload'> => ({
  payload: { timestamp: 1_780_000_000_000, webhookEvent, user, ...payload },
})

const update = (field: string, fromString: string | null, toString: string | null): Pick<Example, 'payload'> =>
  of('jira:issue_updated', { issue, changelog: { items: [{ field, fromString, toString }] } })

export const examples: readonly Example[] = [
  {
    title: 'An issue is opened',
    ...of('jira:issue_created', { issue }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: `**Ada Park** opened [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'An issue is moved',
    ...update('status', 'To Do', 'Done'),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** moved [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12) from **To Do** to **Done**.',
    },
  },
  {
    title: 'An issue is assigned',
    ...update('assignee', null, 'Bo Li'),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** assigned [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12) to **Bo Li**.',
    },
  },
  {
    title: 'An issue is unassigned',
    ...update('assignee', 'Bo Li', null),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: '**Ada Park** unassigned [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12).',
    },
  },
  {
    title: 'An issue is renamed',
    ...update('summary', 'The hose', 'The hose leaks'),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** renamed **The hose** to [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12).',
    },
  },
  {
    title: 'The priority of an issue changes',
    ...update('priority', 'Low', 'High'),
    message: {
      topic: 'OPS-12 The hose leaks',
      content:
        '**Ada Park** changed the priority of [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12) from **Low** to **High**.',
    },
  },
  { title: 'The rank of an issue changes', ...update('Rank', '', 'higher'), message: null },
  {
    title: 'An issue is deleted',
    ...of('jira:issue_deleted', { issue }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: '**Ada Park** deleted [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12).',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('comment_created', {
      user: undefined,
      issue,
      comment: { id: '9', body: 'Tape helps.', author: { displayName: 'Bo Li' } },
    }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: `**Bo Li** commented on [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'An issue gets a comment, in Jira Data Center',
    ...of('jira:issue_updated', {
      issue,
      issue_event_type_name: 'issue_commented',
      comment: { id: '9', body: 'Tape helps.', author: { displayName: 'Bo Li' } },
    }),
    message: {
      topic: 'OPS-12 The hose leaks',
      content: `**Bo Li** commented on [OPS-12 The hose leaks](https://tidewater.atlassian.net/browse/OPS-12):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'A comment is for some people only',
    ...of('comment_created', {
      issue,
      comment: { id: '10', body: 'The code is 0420.', visibility: { type: 'role', value: 'Administrators' } },
    }),
    message: null,
  },
  {
    title: 'A version is released',
    ...of('jira:version_released', { version: { id: '5', name: 'Spring', description: 'With tulips' } }),
    message: {
      topic: 'releases',
      content: `The version **Spring** was released.
\`\`\`quote
With tulips
\`\`\``,
    },
  },
  {
    title: 'A version is no longer released',
    ...of('jira:version_unreleased', { version: { id: '5', name: 'Spring' } }),
    message: { topic: 'releases', content: 'The version **Spring** is no longer released.' },
  },
  {
    title: 'A sprint begins',
    ...of('sprint_started', { sprint: { name: 'Week 23', goal: 'No leaks', endDate: '2026-06-05T16:00:00.000Z' } }),
    message: {
      topic: 'Week 23',
      content: `The sprint **Week 23** began and ends <time:2026-06-05T16:00:00Z>.
\`\`\`quote
No leaks
\`\`\``,
    },
  },
  {
    title: 'A sprint is completed',
    ...of('sprint_closed', { sprint: { name: 'Week 23' } }),
    message: { topic: 'Week 23', content: 'The sprint **Week 23** was completed.' },
  },
  {
    title: 'A project is created',
    ...of('project_created', { project }),
    message: {
      topic: 'Operations',
      content: 'The project **[Operations](https://tidewater.atlassian.net/browse/OPS)** (**OPS**) was created.',
    },
  },
  {
    title: 'A project is deleted',
    ...of('project_deleted', { project }),
    message: { topic: 'Operations', content: 'The project **Operations** (**OPS**) was deleted.' },
  },
  {
    title: 'A project is restored',
    ...of('project_restored_deleted', { project }),
    message: {
      topic: 'Operations',
      content: 'The project **[Operations](https://tidewater.atlassian.net/browse/OPS)** (**OPS**) was restored.',
    },
  },
  {
    title: 'A project is archived',
    ...of('project_archived', { project }),
    message: {
      topic: 'Operations',
      content: 'The project **[Operations](https://tidewater.atlassian.net/browse/OPS)** (**OPS**) was archived.',
    },
  },
]
