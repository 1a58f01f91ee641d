import type { Example } from '../../example'
import { of } from './example-requests'

const pull_request = {
  number: 7,
  title: 'Water the roses',
  html_url: 'https://github.com/tidewater/garden/pull/7',
  body: 'They are dry.',
  draft: false,
  merged: false,
  head: { ref: 'roses' },
  base: { ref: 'main' },
}

const issue = {
  number: 3,
  title: 'The hose leaks',
  html_url: 'https://github.com/tidewater/garden/issues/3',
  body: 'It drips.',
  state_reason: null,
}

const discussion = {
  number: 12,
  title: 'Which hose?',
  html_url: 'https://github.com/tidewater/garden/discussions/12',
  body: 'A long one?',
}

export const talkExamples: readonly Example[] = [
  {
    title: 'A pull request is opened',
    ...of('pull_request', { action: 'opened', pull_request }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** opened [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7) from \`roses\` to \`main\`:
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  {
    title: 'A pull request is merged',
    ...of('pull_request', { action: 'closed', pull_request: { ...pull_request, merged: true } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** merged [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7) from `roses` to `main`.',
    },
  },
  {
    title: 'Further commits come to a pull request',
    ...of('pull_request', { action: 'synchronize', pull_request }),
    message: null,
  },
  {
    title: 'An issue is opened',
    ...of('issues', { action: 'opened', issue }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**ada** opened [issue #3 The hose leaks](https://github.com/tidewater/garden/issues/3):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'A pull request is renamed',
    ...of('pull_request', { action: 'edited', pull_request, changes: { title: { from: 'Water' } } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: '**ada** renamed **Water** to [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7).',
    },
  },
  {
    title: 'A review is asked for',
    ...of('pull_request', { action: 'review_requested', pull_request, requested_reviewer: { login: 'bo' } }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** asked **bo** for a review of [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7).',
    },
  },
  {
    title: 'A review approves a pull request',
    ...of('pull_request_review', {
      action: 'submitted',
      pull_request,
      review: { state: 'approved', body: 'Good.', html_url: `${pull_request.html_url}#pullrequestreview-1` },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** approved [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7#pullrequestreview-1):
\`\`\`quote
Good.
\`\`\``,
    },
  },
  {
    title: 'A line of a pull request gets a comment',
    ...of('pull_request_review_comment', {
      action: 'created',
      pull_request,
      comment: { path: 'beds/roses.md', body: 'Less water?', html_url: `${pull_request.html_url}#discussion_r2` },
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content: `**ada** commented on [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7#discussion_r2) in \`beds/roses.md\`:
\`\`\`quote
Less water?
\`\`\``,
    },
  },
  {
    title: 'A conversation about a line is resolved',
    ...of('pull_request_review_thread', { action: 'resolved', pull_request }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        '**ada** resolved a conversation in [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7).',
    },
  },
  {
    title: 'An issue is closed as not planned',
    ...of('issues', { action: 'closed', issue: { ...issue, state_reason: 'not_planned' } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: '**ada** closed [issue #3 The hose leaks](https://github.com/tidewater/garden/issues/3) as not planned.',
    },
  },
  {
    title: 'An issue gets a label',
    ...of('issues', { action: 'labeled', issue, label: { name: 'tools' } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**ada** added the label **tools** to [issue #3 The hose leaks](https://github.com/tidewater/garden/issues/3).',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('issue_comment', {
      action: 'created',
      issue,
      comment: { body: 'Tape helps.', html_url: `${issue.html_url}#issuecomment-3` },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**ada** commented on [issue #3 The hose leaks](https://github.com/tidewater/garden/issues/3#issuecomment-3):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'A discussion is started',
    ...of('discussion', { action: 'created', discussion }),
    message: {
      topic: 'garden / discussion #12 Which hose?',
      content: `**ada** started [discussion #12 Which hose?](https://github.com/tidewater/garden/discussions/12):
\`\`\`quote
A long one?
\`\`\``,
    },
  },
  {
    title: 'A discussion gets a comment',
    ...of('discussion_comment', {
      action: 'created',
      discussion,
      comment: { body: 'Ten metres.', html_url: `${discussion.html_url}#discussioncomment-4` },
    }),
    message: {
      topic: 'garden / discussion #12 Which hose?',
      content: `**ada** commented on [discussion #12 Which hose?](https://github.com/tidewater/garden/discussions/12#discussioncomment-4):
\`\`\`quote
Ten metres.
\`\`\``,
    },
  },
]
