import type { Example } from '../../example'
import { issue, of } from './example-requests'

const activity = (type: string, details: object): Pick<Example, 'headers' | 'payload'> =>
  of('activity_alert', 'triggered', { issue, activity: { type, details }, alert: { id: 10, title: 'Causes' } })

export const seerExamples: readonly Example[] = [
  {
    title: 'Seer finds the cause of an issue',
    ...of('seer', 'root_cause_completed', {
      run_id: 5,
      group_id: 4100,
      root_cause: { one_line_description: '`sprinkle` does not look whether there is a hose.' },
    }),
    message: {
      topic: 'issue 4100',
      content: `Seer found the cause of issue 4100.
\`\`\`quote
\`sprinkle\` does not look whether there is a hose.
\`\`\``,
    },
  },
  {
    title: 'Seer opens a pull request',
    ...of('seer', 'pr_created', {
      run_id: 5,
      group_id: 4100,
      pull_requests: [
        {
          repo_name: 'garden',
          pull_request: { pr_number: 7, pr_url: 'https://github.com/tidewater/garden/pull/7', pr_id: 70 },
        },
      ],
    }),
    message: {
      topic: 'issue 4100',
      content: 'Seer opened [garden #7](https://github.com/tidewater/garden/pull/7) for issue 4100.',
    },
  },
  {
    title: 'Seer finds the cause of an issue that an alert chooses',
    ...activity('seer_root_cause_completed', { summary: 'The hose is taken away at night.' }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content: `Seer found the cause of [GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/).
\`\`\`quote
The hose is taken away at night.
\`\`\``,
    },
  },
  {
    title: 'Seer opens a pull request for an issue that an alert chooses',
    ...activity('seer_pr_created', {
      pull_requests: [{ repo_name: 'garden', url: 'https://github.com/tidewater/garden/pull/7' }],
    }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content:
        'Seer opened [garden](https://github.com/tidewater/garden/pull/7) for [GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/).',
    },
  },
]
