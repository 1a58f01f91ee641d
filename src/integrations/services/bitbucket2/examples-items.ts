import type { Example } from '../../example'
import { at, of, page } from './example-requests'

const pullrequest = {
  id: 7,
  title: 'Water the roses',
  description: 'They are dry.',
  reason: '',
  source: { branch: { name: 'roses' } },
  destination: { branch: { name: 'main' } },
  ...at(`${page}/pull-requests/7`),
}
const comment = {
  content: { raw: 'Less water?' },
  inline: { path: 'beds/roses.md' },
  ...at(`${page}/pull-requests/7#comment-2`),
}
const issue = { id: 3, title: 'The hose leaks', content: { raw: 'It drips.' }, ...at(`${page}/issues/3`) }

export const itemExamples: readonly Example[] = [
  {
    title: 'A pull request is opened',
    ...of('pullrequest:created', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**Ada Park** opened [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7) from \`roses\` to \`main\`:
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  {
    title: 'A pull request is approved',
    ...of('pullrequest:approved', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: '**Ada Park** approved [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7).',
    },
  },
  {
    title: 'An approval is taken back',
    ...of('pullrequest:unapproved', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** revoked the approval of [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7).',
    },
  },
  {
    title: 'Changes are asked for',
    ...of('pullrequest:changes_request_created', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** asked for changes in [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7).',
    },
  },
  {
    title: 'Changes are no longer asked for',
    ...of('pullrequest:changes_request_removed', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** no longer asks for changes in [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7).',
    },
  },
  {
    title: 'A pull request is merged',
    ...of('pullrequest:fulfilled', { pullrequest }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** merged [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7) from `roses` to `main`.',
    },
  },
  {
    title: 'A pull request is declined',
    ...of('pullrequest:rejected', { pullrequest: { ...pullrequest, reason: 'It rains.' } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**Ada Park** declined [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7):
\`\`\`quote
It rains.
\`\`\``,
    },
  },
  {
    title: 'A line of a pull request gets a comment',
    ...of('pullrequest:comment_created', { pullrequest, comment }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**Ada Park** commented on [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7#comment-2) in \`beds/roses.md\`:
\`\`\`quote
Less water?
\`\`\``,
    },
  },
  {
    title: 'A comment is resolved',
    ...of('pullrequest:comment_resolved', { pullrequest, comment }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** resolved a comment on [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7#comment-2) in `beds/roses.md`.',
    },
  },
  {
    title: 'A comment is reopened',
    ...of('pullrequest:comment_reopened', { pullrequest, comment }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**Ada Park** reopened a comment on [PR #7 Water the roses](https://bitbucket.org/tidewater/garden/pull-requests/7#comment-2) in `beds/roses.md`.',
    },
  },
  {
    title: 'A pull request is changed',
    ...of('pullrequest:updated', { pullrequest }),
    message: null,
  },
  {
    title: 'An issue is opened',
    ...of('issue:created', { issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**Ada Park** opened [issue #3 The hose leaks](https://bitbucket.org/tidewater/garden/issues/3):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'An issue is resolved',
    ...of('issue:updated', {
      issue,
      changes: { status: { old: 'new', new: 'resolved' } },
      comment: { content: { raw: 'A new hose.' } },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**Ada Park** changed the status of [issue #3 The hose leaks](https://bitbucket.org/tidewater/garden/issues/3) from **new** to **resolved**:
\`\`\`quote
A new hose.
\`\`\``,
    },
  },
  {
    title: 'An issue is assigned',
    ...of('issue:updated', { issue, changes: { assignee: { old: null, new: { display_name: 'Bo Li' } } } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**Ada Park** assigned [issue #3 The hose leaks](https://bitbucket.org/tidewater/garden/issues/3) to **Bo Li**.',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('issue:comment_created', {
      issue,
      comment: { content: { raw: 'Tape helps.' }, ...at(`${page}/issues/3#comment-4`) },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**Ada Park** commented on [issue #3 The hose leaks](https://bitbucket.org/tidewater/garden/issues/3#comment-4):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
]
