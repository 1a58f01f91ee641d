import type { Example } from '../../example'
import { of, page } from './example-requests'

const issue = {
  number: 3,
  title: 'The hose leaks',
  body: 'It drips.',
  html_url: `${page}/issues/3`,
  assignee: { login: 'bo' },
  labels: [{ name: 'tools' }],
  milestone: { title: 'Spring' },
}

export const issueExamples: readonly Example[] = [
  {
    title: 'An issue is opened',
    ...of('issues', { action: 'opened', number: 3, issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**ada** opened [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'An issue is assigned',
    ...of('issues', { action: 'assigned', number: 3, issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**ada** assigned [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3) to **bo**.',
    },
  },
  {
    title: 'An issue gets a label',
    ...of('issues', { action: 'label_updated', number: 3, issue, changes: { added_labels: [{ name: 'tools' }] } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**ada** added the label **tools** to [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3).',
    },
  },
  {
    title: 'Labels of an issue change, in an older version',
    ...of('issues', { action: 'label_updated', number: 3, issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**ada** changed the labels of [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3) to **tools**.',
    },
  },
  {
    title: 'An issue comes into a milestone',
    ...of('issues', { action: 'milestoned', number: 3, issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**ada** added [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3) to the milestone **Spring**.',
    },
  },
  {
    title: 'An issue is closed',
    ...of('issues', { action: 'closed', number: 3, issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: '**ada** closed [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3).',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('issue_comment', {
      action: 'created',
      issue,
      is_pull: false,
      comment: { body: 'Tape helps.', html_url: `${page}/issues/3#issuecomment-9` },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**ada** commented on [issue #3 The hose leaks](https://git.example.com/tidewater/garden/issues/3#issuecomment-9):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
]
