import type { Example } from '../../example'

const of = (state: string, trigger: string): Pick<Example, 'payload'> => ({
  payload: {
    id: 'b7a1c9e2-5d3f-4c8a-9e6b-0f1d2c3b4a59',
    issueUrl: 'https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2',
    title: 'The greenhouse is too hot',
    priority: 'CRITICAL',
    impactedEntities: ['greenhouse north', 'greenhouse south'],
    totalIncidents: 2,
    state,
    trigger,
    isCorrelated: 'false',
    createdAt: 1_780_000_000_000,
    updatedAt: 1_780_000_060_000,
    sources: ['newrelic'],
    alertPolicyNames: ['Garden'],
    alertConditionNames: ['Heat'],
    workflowName: 'Chat',
  },
})

export const examples: readonly Example[] = [
  {
    title: 'An issue is new',
    ...of('CREATED', 'ISSUE_CREATED'),
    message: {
      topic: 'The greenhouse is too hot',
      content: `:rotating_light: **[The greenhouse is too hot](https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2)** is a new issue.
* **Priority**: critical
* **Policy**: Garden
* **Condition**: Heat
* **Affected**: greenhouse north, greenhouse south
* **Incidents**: 2`,
    },
  },
  {
    title: 'An issue is active',
    ...of('ACTIVATED', 'STATE_CHANGE'),
    message: {
      topic: 'The greenhouse is too hot',
      content: `:rotating_light: **[The greenhouse is too hot](https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2)** is active.
* **Priority**: critical
* **Policy**: Garden
* **Condition**: Heat
* **Affected**: greenhouse north, greenhouse south
* **Incidents**: 2`,
    },
  },
  {
    title: 'Somebody acknowledges an issue',
    ...of('ACKNOWLEDGED', 'STATE_CHANGE'),
    message: {
      topic: 'The greenhouse is too hot',
      content:
        ':eyes: **[The greenhouse is too hot](https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2)** was acknowledged.',
    },
  },
  {
    title: 'An issue is no longer active',
    ...of('DEACTIVATED', 'STATE_CHANGE'),
    message: {
      topic: 'The greenhouse is too hot',
      content:
        ':check: **[The greenhouse is too hot](https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2)** is no longer active.',
    },
  },
  {
    title: 'An issue is closed',
    ...of('CLOSED', 'STATE_CHANGE'),
    message: {
      topic: 'The greenhouse is too hot',
      content:
        ':check: **[The greenhouse is too hot](https://radar-api.service.newrelic.com/accounts/1/issues/b7a1c9e2)** is closed.',
    },
  },
  {
    title: 'An incident of the older kind is open',
    payload: {
      account_id: 1,
      account_name: 'Tidewater',
      condition_name: 'Heat',
      current_state: 'open',
      details: 'The greenhouse is too hot',
      event_type: 'INCIDENT',
      incident_id: 4100,
      incident_url: 'https://alerts.newrelic.com/accounts/1/incidents/4100',
      policy_name: 'Garden',
      severity: 'CRITICAL',
      targets: [{ name: 'greenhouse north', type: 'Host' }],
    },
    message: {
      topic: 'The greenhouse is too hot',
      content: `:rotating_light: **[The greenhouse is too hot](https://alerts.newrelic.com/accounts/1/incidents/4100)** is open.
* **Priority**: critical
* **Policy**: Garden
* **Condition**: Heat
* **Affected**: greenhouse north`,
    },
  },
]
