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

export const pullRequestExamples: readonly Example[] = [
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
