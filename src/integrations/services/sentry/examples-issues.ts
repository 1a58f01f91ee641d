import type { Example } from '../../example'
import { event, issue, of } from './example-requests'

export const issueExamples: readonly Example[] = [
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
]
