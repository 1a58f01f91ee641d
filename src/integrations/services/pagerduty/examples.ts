import type { Example } from '../../example'

const page = 'https://tidewater.pagerduty.com'

const ada = { id: 'PADA001', type: 'user_reference', summary: 'Ada Park', html_url: `${page}/users/PADA001` }
const bo = { id: 'PBO0001', type: 'user_reference', summary: 'Bo Li', html_url: `${page}/users/PBO0001` }
const pumps = { id: 'PSVC001', type: 'service_reference', summary: 'Pumps', html_url: `${page}/services/PSVC001` }

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

const reference = {
  id: 'PINC007',
  type: 'incident_reference',
  summary: 'The pump stopped',
  html_url: incident.html_url,
}

const of = (event_type: string, data: object, agent: object | null = ada): Pick<Example, 'payload'> => ({
  payload: {
    event: {
      id: '01HX0000000000000000000007',
      event_type,
      resource_type: event_type.split('.')[0],
      occurred_at: '2026-05-04T09:30:00Z',
      agent,
      client: null,
      data,
    },
  },
})

const integration = { id: 'PINT001', type: 'inbound_integration_reference', summary: 'Prometheus' }

export const examples: readonly Example[] = [
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
  {
    title: 'Somebody writes a note',
    ...of('incident.annotated', {
      id: 'PNOT001',
      type: 'incident_note',
      incident: reference,
      content: 'A leaf was in the pump.',
      trimmed: false,
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** wrote a note on [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
A leaf was in the pump.
\`\`\``,
    },
  },
  {
    title: 'Somebody tells how an incident stands',
    ...of('incident.status_update_published', {
      id: 'PUPD001',
      type: 'incident_status_update',
      incident: reference,
      message: 'The pump is being cleaned.',
      trimmed: false,
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** posted an update on [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
The pump is being cleaned.
\`\`\``,
    },
  },
  {
    title: 'Somebody asks for help',
    ...of('incident.responder.added', {
      type: 'incident_responder',
      incident: reference,
      user: bo,
      message: 'Please bring a net.',
      state: 'pending',
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** asked **Bo Li** to help with [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
Please bring a net.
\`\`\``,
    },
  },
  {
    title: 'Somebody helps',
    ...of(
      'incident.responder.replied',
      { type: 'incident_responder', incident: reference, user: bo, message: '', state: 'accepted' },
      bo,
    ),
    message: {
      topic: 'The pump stopped',
      content: '**Bo Li** helps with [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007).',
    },
  },
  {
    title: 'An incident gets a call',
    ...of('incident.conference_bridge.updated', {
      type: 'incident_conference_bridge',
      incident: reference,
      conference_url: 'https://meet.tidewater.example/pump',
      conference_number: '+1 555 0100',
    }),
    message: {
      topic: 'The pump stopped',
      content:
        'People talk about [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007) in [this call](https://meet.tidewater.example/pump) or by phone at **&#43;1 555 0100**.',
    },
  },
  {
    title: 'A service is created',
    ...of('service.created', { ...pumps, type: 'service' }),
    message: {
      topic: 'services',
      content: '**Ada Park** created the service [Pumps](https://tidewater.pagerduty.com/services/PSVC001).',
    },
  },
  {
    title: 'A service is deleted',
    ...of('service.deleted', { ...pumps, type: 'service' }),
    message: {
      topic: 'services',
      content: '**Ada Park** deleted the service [Pumps](https://tidewater.pagerduty.com/services/PSVC001).',
    },
  },
  {
    title: 'The webhook is tried',
    ...of('pagey.ping', { message: 'Hello', type: 'ping' }),
    message: { topic: 'PagerDuty', content: 'PagerDuty is connected to this stream.' },
  },
]
