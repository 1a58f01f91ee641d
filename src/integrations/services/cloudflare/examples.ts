import type { Example } from '../../example'

const of = (payload: object): Pick<Example, 'payload'> => ({
  payload: {
    name: 'Health of the garden',
    text: 'The pool roses is unhealthy.',
    data: {},
    ts: 1_780_000_000,
    account_id: 'a1',
    policy_id: 'p1',
    ...payload,
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A notification begins',
    ...of({
      alert_type: 'load_balancing_health_alert',
      alert_event: 'ALERT_STATE_EVENT_START',
      alert_correlation_id: 'c1',
    }),
    message: {
      topic: 'Health of the garden',
      content: `:rotating_light: **Health of the garden** at <time:2026-05-28T20:26:40Z>:
\`\`\`quote
The pool roses is unhealthy.
\`\`\``,
    },
  },
  {
    title: 'A notification ends',
    ...of({
      text: 'The pool roses is healthy.',
      alert_type: 'load_balancing_health_alert',
      alert_event: 'ALERT_STATE_EVENT_END',
      alert_correlation_id: 'c1',
    }),
    message: {
      topic: 'Health of the garden',
      content: `:check: **Health of the garden** at <time:2026-05-28T20:26:40Z>:
\`\`\`quote
The pool roses is healthy.
\`\`\``,
    },
  },
  {
    title: 'A certificate was issued',
    ...of({
      name: 'Certificates',
      text: 'A certificate for garden.example.com was issued.',
      alert_type: 'universal_ssl_event_type',
    }),
    message: {
      topic: 'Certificates',
      content: `:info: **Certificates** at <time:2026-05-28T20:26:40Z>:
\`\`\`quote
A certificate for garden.example.com was issued.
\`\`\``,
    },
  },
  {
    title: 'Cloudflare tries the address',
    payload: { text: 'This is a test.' },
    message: {
      topic: 'Cloudflare',
      content: `:info: **Cloudflare**:
\`\`\`quote
This is a test.
\`\`\``,
    },
  },
]
