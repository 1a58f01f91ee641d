import type { Example } from '../../example'
import { of, page } from './example-requests'

const pull_request = {
  number: 7,
  title: 'Water the roses',
  body: 'They are dry.',
  html_url: `${page}/pulls/7`,
  merged: false,
  draft: false,
  head: { label: 'roses', ref: 'refs/pull/7/head' },
  base: { label: 'main', ref: 'main' },
}
const issue = {
  number: 3,
  title: 'The hose leaks',
  body: 'It drips.',
  html_url: `${page}/issues/3`,
  assignee: { login: 'bo' },
  labels: [{ name: 'tools' }],
  milestone: { title: 'Spring' },
}

export const itemExamples: readonly Example[] = [
  {
    title: 'A pull request is opened',
    ...of('pull_request', { action: 'opened', number: 7, pull_request }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** opened [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7) from \`roses\` to \`main\`:
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  {
    title: 'A pull request is merged',
    ...of('pull_request', { action: 'closed', number: 7, pull_request: { ...pull_request, merged: true } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** merged [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7) from `roses` to `main`.',
    },
  },
  {
    title: 'A pull request is closed',
    ...of('pull_request', { action: 'closed', number: 7, pull_request }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** closed [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7) without merging.',
    },
  },
  {
    title: 'A review is asked for',
    ...of('pull_request', { action: 'review_requested', number: 7, pull_request, requested_reviewer: { login: 'bo' } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** asked **bo** for a review of [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7).',
    },
  },
  {
    title: 'Further commits come to a pull request',
    ...of('pull_request', { action: 'synchronized', number: 7, pull_request }),
    message: null,
  },
  {
    title: 'A pull request is approved',
    ...of('pull_request_approved', {
      action: 'reviewed',
      number: 7,
      pull_request,
      review: { type: 'pull_request_review_approved', content: 'Good.' },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** approved [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7):
\`\`\`quote
Good.
\`\`\``,
    },
  },
  {
    title: 'Changes are asked for',
    ...of('pull_request_rejected', {
      action: 'reviewed',
      number: 7,
      pull_request,
      review: { type: 'pull_request_review_rejected', content: 'Too much water.' },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** asked for changes in [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7):
\`\`\`quote
Too much water.
\`\`\``,
    },
  },
  {
    title: 'A pull request is reviewed',
    ...of('pull_request_comment', {
      action: 'reviewed',
      number: 7,
      pull_request,
      review: { type: 'pull_request_review_comment', content: 'Which hose?' },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** reviewed [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7):
\`\`\`quote
Which hose?
\`\`\``,
    },
  },
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
  {
    title: 'A pull request gets a comment',
    ...of('issue_comment', {
      action: 'created',
      issue: { number: 7, title: 'Water the roses', html_url: `${page}/pulls/7` },
      is_pull: true,
      comment: { body: 'At night?', html_url: `${page}/pulls/7#issuecomment-10` },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** commented on [PR #7 Water the roses](https://git.example.com/tidewater/garden/pulls/7#issuecomment-10):
\`\`\`quote
At night?
\`\`\``,
    },
  },
]
