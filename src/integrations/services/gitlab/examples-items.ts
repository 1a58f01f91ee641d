import type { Example } from '../../example'
import { of, page } from './example-requests'

const object_attributes = {
  iid: 7,
  title: 'Water the roses',
  description: 'They are dry.',
  url: `${page}/-/merge_requests/7`,
  source_branch: 'roses',
  target_branch: 'main',
  draft: false,
}
const issue = { iid: 3, title: 'The hose leaks', description: 'It drips.', url: `${page}/-/issues/3`, type: 'Issue' }

export const itemExamples: readonly Example[] = [
  {
    title: 'A merge request is opened',
    ...of('merge_request', { object_attributes: { ...object_attributes, action: 'open' } }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content: `**Ada Park** opened [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7) from \`roses\` to \`main\`:
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  {
    title: 'A merge request is approved',
    ...of('merge_request', { object_attributes: { ...object_attributes, action: 'approved' } }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content: '**Ada Park** approved [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7).',
    },
  },
  {
    title: 'A merge request is merged',
    ...of('merge_request', { object_attributes: { ...object_attributes, action: 'merge' } }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content:
        '**Ada Park** merged [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7) from `roses` to `main`.',
    },
  },
  {
    title: 'A merge request is closed',
    ...of('merge_request', { object_attributes: { ...object_attributes, action: 'close' } }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content:
        '**Ada Park** closed [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7) without merging.',
    },
  },
  {
    title: 'A review is asked for',
    ...of('merge_request', {
      object_attributes: { ...object_attributes, action: 'update' },
      changes: { reviewers: { previous: [], current: [{ name: 'Bo Li' }] } },
    }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content:
        '**Ada Park** asked **Bo Li** for a review of [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7).',
    },
  },
  {
    title: 'Further commits come to a merge request',
    ...of('merge_request', {
      object_attributes: { ...object_attributes, action: 'update' },
      changes: { updated_at: { previous: '1', current: '2' } },
    }),
    message: null,
  },
  {
    title: 'An issue is opened',
    ...of('issue', { object_attributes: { ...issue, action: 'open' } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**Ada Park** opened [issue #3 The hose leaks](https://gitlab.com/tidewater/garden/-/issues/3):
\`\`\`quote
It drips.
\`\`\``,
    },
  },
  {
    title: 'An issue is closed',
    ...of('issue', { object_attributes: { ...issue, action: 'close' } }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: '**Ada Park** closed [issue #3 The hose leaks](https://gitlab.com/tidewater/garden/-/issues/3).',
    },
  },
  {
    title: 'An issue gets labels',
    ...of('issue', {
      object_attributes: { ...issue, action: 'update' },
      changes: { labels: { previous: [], current: [{ title: 'tools' }, { title: 'urgent' }] } },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**Ada Park** added the labels **tools** and **urgent** to [issue #3 The hose leaks](https://gitlab.com/tidewater/garden/-/issues/3).',
    },
  },
  {
    title: 'An issue is renamed',
    ...of('issue', {
      object_attributes: { ...issue, action: 'update' },
      changes: { title: { previous: 'The hose', current: 'The hose leaks' } },
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content:
        '**Ada Park** renamed **The hose** to [issue #3 The hose leaks](https://gitlab.com/tidewater/garden/-/issues/3).',
    },
  },
  {
    title: 'An issue gets a comment',
    ...of('note', {
      object_attributes: {
        note: 'Tape helps.',
        noteable_type: 'Issue',
        action: 'create',
        url: `${page}/-/issues/3#note_5`,
      },
      issue,
    }),
    message: {
      topic: 'garden / issue #3 The hose leaks',
      content: `**Ada Park** commented on [issue #3 The hose leaks](https://gitlab.com/tidewater/garden/-/issues/3#note_5):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'A merge request gets a comment',
    ...of('note', {
      object_attributes: {
        note: 'Less water?',
        noteable_type: 'MergeRequest',
        action: 'create',
        url: `${page}/-/merge_requests/7#note_6`,
      },
      merge_request: object_attributes,
    }),
    message: {
      topic: 'garden / MR !7 Water the roses',
      content: `**Ada Park** commented on [MR !7 Water the roses](https://gitlab.com/tidewater/garden/-/merge_requests/7#note_6):
\`\`\`quote
Less water?
\`\`\``,
    },
  },
  {
    title: 'A commit gets a comment',
    ...of('note', {
      object_attributes: {
        note: 'Why red?',
        noteable_type: 'Commit',
        url: `${page}/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567#note_7`,
      },
      commit: { id: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567' },
    }),
    message: {
      topic: 'garden / commit 0a1b2c3d4e',
      content: `**Ada Park** [commented](https://gitlab.com/tidewater/garden/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567#note_7) on the commit \`0a1b2c3d4e\`:
\`\`\`quote
Why red?
\`\`\``,
    },
  },
]
