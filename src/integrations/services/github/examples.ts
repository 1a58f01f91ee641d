import type { Example } from '../../example'

const repository = {
  name: 'garden',
  full_name: 'tidewater/garden',
  html_url: 'https://github.com/tidewater/garden',
  stargazers_count: 12,
}
const sender = { login: 'ada', html_url: 'https://github.com/ada' }

const of = (event: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-GitHub-Event': event, 'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
  payload: { repository, sender, ...payload },
})

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

export const examples: readonly Example[] = [
  {
    title: 'Two commits are pushed',
    ...of('push', {
      ref: 'refs/heads/main',
      compare: 'https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f6a',
      commits: [
        {
          id: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
          message: 'Plant tulips\n\nRed ones.',
          url: 'https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
          author: { name: 'Ada Park', username: 'ada' },
        },
        {
          id: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
          message: 'Rake @**all** leaves',
          url: 'https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
          author: { name: 'Bo Li' },
        },
      ],
    }),
    message: {
      topic: 'garden / main',
      content: `**ada** pushed [2 commits](https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f6a) to [main](https://github.com/tidewater/garden/tree/main).
* Plant tulips ([0a1b2c3d4e](https://github.com/tidewater/garden/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567), ada)
* Rake @&#42;&#42;all&#42;&#42; leaves ([1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789), Bo Li)`,
    },
  },
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
    title: 'A workflow fails',
    ...of('workflow_run', {
      action: 'completed',
      workflow_run: {
        id: 9001,
        name: 'Tests',
        run_number: 42,
        status: 'completed',
        conclusion: 'failure',
        head_branch: 'main',
        head_sha: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
        html_url: 'https://github.com/tidewater/garden/actions/runs/9001',
      },
    }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Workflow Tests #42](https://github.com/tidewater/garden/actions/runs/9001)** failed on `main` at `0a1b2c3d4e`.',
    },
  },
]
