import type { Example } from '../../example'
import { bo, of, page, pumps } from './example-requests'

const incident = {
  id: 'PINC007',
  type: 'incident',
  html_url: `${page}/incidents/PINC007`,
  number: 7,
  status: 'triggered',
  title: 'The pump stopped',
  service: pumps,
  assignees: [bo],
  escalation_policy: { id: 'PPOL001', summary: 'Gardeners', type: 'escalation_policy_reference' },
  priority: { id: 'PPRI001', summary: 'P1', type: 'priority_reference' },
  urgency: 'high',
}

const integration = { id: 'PINT001', type: 'inbound_integration_reference', summary: 'Prometheus' }

export const incidentExamples: readonly Example[] = [
  {
    title: 'An incident is triggered',
    ...of('incident.triggered', incident, integration),
    message: {
      topic: 'The pump stopped',
      content: `:rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was triggered.
* **Service**: [Pumps](https://tidewater.pagerduty.com/services/PSVC001)
* **Urgency**: high
* **Priority**: P1
* **Assigned to**: **Bo Li**`,
    },
  },
  {
    title: 'Somebody acknowledges an incident',
    ...of('incident.acknowledged', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':eyes: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was acknowledged by **Ada Park**.',
    },
  },
  {
    title: 'Nobody cares for an incident for too long',
    ...of('incident.unacknowledged', incident, null),
    message: {
      topic: 'The pump stopped',
      content:
        ':rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** is no longer acknowledged.',
    },
  },
  {
    title: 'Somebody resolves an incident',
    ...of('incident.resolved', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':check: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was resolved by **Ada Park**.',
    },
  },
  {
    title: 'An incident is over by itself',
    ...of('incident.resolved', incident, integration),
    message: {
      topic: 'The pump stopped',
      content: ':check: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was resolved.',
    },
  },
  {
    title: 'Somebody opens an incident again',
    ...of('incident.reopened', incident),
    message: {
      topic: 'The pump stopped',
      content: `:rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was opened again by **Ada Park**.
* **Service**: [Pumps](https://tidewater.pagerduty.com/services/PSVC001)
* **Urgency**: high
* **Priority**: P1
* **Assigned to**: **Bo Li**`,
    },
  },
  {
    title: 'An incident goes to the next person',
    ...of('incident.escalated', incident, null),
    message: {
      topic: 'The pump stopped',
      content:
        ':rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was escalated to **Bo Li**.',
    },
  },
  {
    title: 'Somebody assigns an incident',
    ...of('incident.reassigned', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was assigned to **Bo Li** by **Ada Park**.',
    },
  },
  {
    title: 'Somebody gives an incident to another policy',
    ...of('incident.delegated', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':rotating_light: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was given to the policy **Gardeners** by **Ada Park**.',
    },
  },
  {
    title: 'Somebody changes the priority of an incident',
    ...of('incident.priority_updated', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':info: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was given the priority **P1** by **Ada Park**.',
    },
  },
  {
    title: 'Somebody moves an incident to another service',
    ...of('incident.service_updated', incident),
    message: {
      topic: 'The pump stopped',
      content:
        ':info: **[#7 The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007)** was moved to the service **Pumps** by **Ada Park**.',
    },
  },
]
