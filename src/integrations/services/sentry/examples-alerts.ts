import type { Example } from '../../example'
import { event, of } from './example-requests'

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

export const alertExamples: readonly Example[] = [
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
]
