import type { Example } from '../../example'

const of = (title: string, body: string, more: object = {}): Pick<Example, 'payload'> => ({
  payload: {
    id: '7000000000000000001',
    title,
    body,
    event_type: 'metric_alert_monitor',
    date: '1780000000000',
    last_updated: '1780000000000',
    org: { id: '11', name: 'Tidewater' },
    ...more,
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A monitor fires',
    ...of('[P2] [Triggered on {host:web-1}] The pump is slow', '%%%\nThe pump gives **less** than 3 litres.\n%%%'),
    message: {
      topic: 'The pump is slow',
      content: `:rotating_light: **The pump is slow** is firing.
* **Priority**: P2
* **Group**: \`host:web-1\`
\`\`\`quote
The pump gives **less** than 3 litres.
\`\`\``,
    },
  },
  {
    title: 'A monitor fires, with fields that people added',
    ...of('[Triggered] The pump is slow', '', {
      alert_transition: 'Triggered',
      alert_id: '42',
      alert_priority: 'P1',
      alert_scope: 'host:web-1',
      link: 'https://app.datadoghq.com/monitors/42',
    }),
    message: {
      topic: 'The pump is slow',
      content: `:rotating_light: **[The pump is slow](https://app.datadoghq.com/monitors/42)** is firing.
* **Priority**: P1
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor fires again',
    ...of('[Re-Triggered on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:rotating_light: **The pump is slow** is firing again.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor is reminded of',
    ...of('[Renotify on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:rotating_light: **The pump is slow** is still firing.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor warns',
    ...of('[Warn on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:warning: **The pump is slow** is at the level of a warning.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor warns again',
    ...of('[Re-Warn on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:warning: **The pump is slow** is at the level of a warning again.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor has no data',
    ...of('[No Data on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:question: **The pump is slow** has no data.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor has no data for long',
    ...of('[Re-No Data on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:question: **The pump is slow** still has no data.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor has data again',
    ...of('[No Data Recovered on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:check: **The pump is slow** has data again.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A warning is over',
    ...of('[Warn Recovered on {host:web-1}] The pump is slow', ''),
    message: {
      topic: 'The pump is slow',
      content: `:check: **The pump is slow** is resolved.
* **Group**: \`host:web-1\``,
    },
  },
  {
    title: 'A monitor is good again',
    ...of('[Recovered on {host:web-1}] The pump is slow', 'It gives enough water again.'),
    message: {
      topic: 'The pump is slow',
      content: `:check: **The pump is slow** is resolved.
* **Group**: \`host:web-1\`
\`\`\`quote
It gives enough water again.
\`\`\``,
    },
  },
  {
    title: 'Somebody sends an event',
    ...of('The summer garden is open', 'Come *all*!'),
    message: {
      topic: 'The summer garden is open',
      content: `**The summer garden is open**
\`\`\`quote
Come *all*!
\`\`\``,
    },
  },
]
