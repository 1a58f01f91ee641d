import type { Example } from '../../example'

const of = (resource: string, action: string, data: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'Sentry-Hook-Resource': resource, 'Request-ID': 'd7c1a0f25b6e4a0e8f3b7e9c2a1d4f60' },
  payload: { action, installation: { uuid: '5d0f' }, data, actor: { type: 'user', id: 7, name: 'Ada Park' } },
})

const issue = {
  id: '4100',
  shortId: 'GARDEN-7',
  title: 'TypeError: hose is null',
  culprit: 'app/water.js in sprinkle',
  level: 'error',
  priority: 'high',
  status: 'unresolved',
  substatus: 'new',
  web_url: 'https://tidewater.sentry.io/issues/4100/',
  project: { id: '12', name: 'garden', slug: 'garden' },
  assignedTo: null,
}

const event = {
  event_id: '0e1f',
  issue_id: '4100',
  title: 'TypeError: hose is null',
  culprit: 'app/water.js in sprinkle',
  level: 'error',
  environment: 'production',
  project: 12,
  url: 'https://sentry.io/api/0/projects/tidewater/garden/events/0e1f/',
  web_url: 'https://tidewater.sentry.io/issues/4100/events/0e1f/',
}

const metricAlert = {
  description_text: '1200 events in the last 10 minutes',
  description_title: 'Critical: Too many errors',
  web_url: 'https://tidewater.sentry.io/alerts/31/',
  metric_alert: {
    id: '31',
    title: 'Quiet Heron',
    projects: ['garden'],
    alert_rule: { id: '7', name: 'Too many errors', environment: 'production' },
  },
}

const activity = (type: string, details: object): Pick<Example, 'headers' | 'payload'> =>
  of('activity_alert', 'triggered', { issue, activity: { type, details }, alert: { id: 10, title: 'Causes' } })

const build = {
  buildId: '72',
  projectSlug: 'garden',
  platform: 'ANDROID',
  state: 'COMPLETED',
  appInfo: { appId: 'example.tidewater.garden', name: 'Garden', version: '2.1', buildNumber: 14 },
  gitInfo: { headRef: 'roses' },
  errorCode: null,
  errorMessage: null,
}

export const examples: readonly Example[] = [
  {
    title: 'A new issue',
    ...of('issue', 'created', { issue }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content: `:rotating_light: **[GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/)** is a new issue.
* **Level**: error
* **Priority**: high
* **Where**: \`app/water.js in sprinkle\``,
    },
  },
  {
    title: 'An issue is resolved',
    ...of('issue', 'resolved', { issue: { ...issue, status: 'resolved' } }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content:
        ':check: **[GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/)** was resolved by **Ada Park**.',
    },
  },
  {
    title: 'A resolved issue happens again',
    ...of('issue', 'unresolved', { issue: { ...issue, substatus: 'regressed' } }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content:
        ':rotating_light: **[GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/)** happened again after it was resolved.',
    },
  },
  {
    title: 'An issue is assigned',
    ...of('issue', 'assigned', { issue: { ...issue, assignedTo: { type: 'user', id: '8', name: 'Bo Li' } } }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content:
        ':eyes: **[GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/)** is assigned to **Bo Li**.',
    },
  },
  {
    title: 'An issue is archived',
    ...of('issue', 'archived', { issue }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content:
        ':mute: **[GARDEN-7 TypeError: hose is null](https://tidewater.sentry.io/issues/4100/)** was archived by **Ada Park**.',
    },
  },
  {
    title: 'Somebody comments on an issue',
    ...of('comment', 'created', {
      comment: 'The hose **was** cut.',
      project_slug: 'garden',
      comment_id: 3,
      issue_id: 4100,
    }),
    message: {
      topic: 'garden / issue 4100',
      content: `**Ada Park** commented on issue 4100:
\`\`\`quote
The hose **was** cut.
\`\`\``,
    },
  },
  {
    title: 'An error happens',
    ...of('error', 'created', { error: event }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content: `:rotating_light: **[TypeError: hose is null](https://tidewater.sentry.io/issues/4100/events/0e1f/)** happened.
* **Level**: error
* **Environment**: production
* **Where**: \`app/water.js in sprinkle\``,
    },
  },
  {
    title: 'An error sets off an alert',
    ...of('event_alert', 'triggered', { event, triggered_rule: 'Errors in production' }),
    message: {
      topic: 'garden / TypeError: hose is null',
      content: `:rotating_light: **[TypeError: hose is null](https://tidewater.sentry.io/issues/4100/events/0e1f/)** set off an alert.
* **Alert**: Errors in production
* **Level**: error
* **Environment**: production
* **Where**: \`app/water.js in sprinkle\``,
    },
  },
  {
    title: 'A number becomes critical',
    ...of('metric_alert', 'critical', metricAlert),
    message: {
      topic: 'garden / Too many errors',
      content: `:rotating_light: **[Too many errors](https://tidewater.sentry.io/alerts/31/)** is critical.
* **Environment**: production
\`\`\`quote
1200 events in the last 10 minutes
\`\`\``,
    },
  },
  {
    title: 'A number is good again',
    ...of('metric_alert', 'resolved', metricAlert),
    message: {
      topic: 'garden / Too many errors',
      content: `:check: **[Too many errors](https://tidewater.sentry.io/alerts/31/)** is resolved.
* **Environment**: production
\`\`\`quote
1200 events in the last 10 minutes
\`\`\``,
    },
  },
  {
    title: 'The plugin of an older version tells of an error',
    payload: {
      id: '4100',
      project: 'garden',
      project_name: 'garden',
      project_slug: 'garden',
      level: 'error',
      culprit: 'app/water.js in sprinkle',
      message: 'hose is null',
      url: 'https://sentry.tidewater.example/tidewater/garden/issues/4100/',
      triggering_rules: ['Errors in production'],
      event: { event_id: '0e1f', title: 'TypeError: hose is null', environment: 'production' },
    },
    message: {
      topic: 'garden / TypeError: hose is null',
      content: `:rotating_light: **[TypeError: hose is null](https://sentry.tidewater.example/tidewater/garden/issues/4100/)** set off an alert.
* **Alert**: Errors in production
* **Level**: error
* **Environment**: production
* **Where**: \`app/water.js in sprinkle\``,
    },
  },
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
  {
    title: 'The size of an app is measured',
    ...of('preprod_artifact', 'size_analysis_completed', {
      ...build,
      downloadSize: 28_864_215,
      installSize: 30_806_016,
    }),
    message: {
      topic: 'garden / builds',
      content: `:check: **Garden 2.1 (14)** for Android of \`roses\` was measured.
* **Download size**: 28.9 MB
* **Installed size**: 30.8 MB`,
    },
  },
  {
    title: 'An app cannot be made ready to install',
    ...of('preprod_artifact', 'build_distribution_completed', {
      ...build,
      state: 'FAILED',
      errorCode: 'NO_QUOTA',
      errorMessage: 'No builds are left this month.',
    }),
    message: {
      topic: 'garden / builds',
      content: `:cross_mark: **Garden 2.1 (14)** for Android of \`roses\` could not be made ready to install.
\`\`\`quote
No builds are left this month.
\`\`\``,
    },
  },
]
