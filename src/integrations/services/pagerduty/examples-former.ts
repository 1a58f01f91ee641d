import type { Example } from '../../example'
import { bo, page, pumps } from './example-requests'

const incident = {
  id: 'PINC007',
  incident_number: 33,
  title: 'The north pump is hot',
  status: 'triggered',
  html_url: `${page}/incidents/PINC007`,
  urgency: 'high',
  service: pumps,
  assignments: [{ at: '2026-05-04T09:30:00Z', assignee: bo }],
}

const message = (event: string, channel: object, agent: object = bo) => ({
  id: '9e7850d0-a2cd-11e7-8f69-22000affca53',
  event,
  created_on: '2026-05-04T09:30:00Z',
  incident,
  log_entries: [{ agent, channel }],
})

export const formerExamples: readonly Example[] = [
  {
    title: 'An incident begins, as webhooks of version 2 tell it',
    payload: { messages: [message('incident.trigger', { type: 'api' }, pumps)] },
    message: {
      topic: 'The north pump is hot',
      content: `:rotating_light: **[#33 The north pump is hot](https://tidewater.pagerduty.com/incidents/PINC007)** was triggered.
* **Service**: [Pumps](https://tidewater.pagerduty.com/services/PSVC001)
* **Urgency**: high
* **Assigned to**: **Bo Li**`,
    },
  },
  {
    title: 'An incident is acknowledged with a note, as webhooks of version 2 tell it',
    payload: {
      messages: [
        message('incident.acknowledge', { type: 'website' }),
        message('incident.annotate', { type: 'note', summary: 'It needs water.' }),
      ],
    },
    message: {
      topic: 'The north pump is hot',
      content: `:eyes: **[#33 The north pump is hot](https://tidewater.pagerduty.com/incidents/PINC007)** was acknowledged by **Bo Li**.
**Bo Li** wrote a note on [The north pump is hot](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
It needs water.
\`\`\``,
    },
  },
]
