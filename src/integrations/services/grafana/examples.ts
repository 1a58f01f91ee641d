import type { Example } from '../../example'

const group = {
  receiver: 'chat',
  groupLabels: { alertname: 'Pond too warm', grafana_folder: 'Garden' },
  commonLabels: { alertname: 'Pond too warm', grafana_folder: 'Garden', severity: 'warning' },
  commonAnnotations: {},
  externalURL: 'https://grafana.tidewater.example/',
  version: '1',
  groupKey: '{}/{}:{alertname="Pond too warm"}',
  truncatedAlerts: 0,
  orgId: 1,
}

const alert = {
  status: 'firing',
  labels: { alertname: 'Pond too warm', grafana_folder: 'Garden', severity: 'warning', pond: 'north' },
  annotations: { summary: 'The north pond is warmer than 20 degrees' },
  startsAt: '2026-07-01T12:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://grafana.tidewater.example/alerting/grafana/abc/view',
  fingerprint: 'c0ffee',
  silenceURL: 'https://grafana.tidewater.example/alerting/silence/new',
  dashboardURL: 'https://grafana.tidewater.example/d/pond',
  panelURL: 'https://grafana.tidewater.example/d/pond?viewPanel=2',
  values: { B: 22.5 },
  valueString: "[ var='B' labels={pond=north} value=22.5 ]",
}

const former = {
  ruleId: 7,
  ruleName: 'Water level',
  ruleUrl: 'https://grafana.tidewater.example/d/water?viewPanel=4',
  title: '[Alerting] Water level',
}

export const examples: readonly Example[] = [
  {
    title: 'An alert is firing',
    payload: { ...group, status: 'firing', state: 'alerting', title: '[FIRING:1] Pond too warm', alerts: [alert] },
    message: {
      topic: 'Pond too warm',
      content: `:warning: **[Pond too warm](https://grafana.tidewater.example/d/pond?viewPanel=2)** is firing.
* **Severity**: warning
* **Folder**: Garden
* The north pond is warmer than 20 degrees (pond: north) with B: 22.5 since <time:2026-07-01T12:00:00Z>`,
    },
  },
  {
    title: 'An alert is resolved',
    payload: {
      ...group,
      status: 'resolved',
      state: 'ok',
      title: '[RESOLVED] Pond too warm',
      alerts: [{ ...alert, status: 'resolved', endsAt: '2026-07-01T13:00:00Z', values: null, valueString: '' }],
    },
    message: {
      topic: 'Pond too warm',
      content: `:check: **[Pond too warm](https://grafana.tidewater.example/d/pond?viewPanel=2)** is resolved.
* **Severity**: warning
* **Folder**: Garden
* The north pond is warmer than 20 degrees (pond: north) until <time:2026-07-01T13:00:00Z>`,
    },
  },
  {
    title: 'An alert of a version before 9 is firing',
    payload: {
      ...former,
      state: 'alerting',
      message: 'The tank is nearly empty.',
      evalMatches: [{ metric: 'Tank 1', value: 3, tags: null }],
    },
    message: {
      topic: 'Water level',
      content: `:rotating_light: **[Water level](https://grafana.tidewater.example/d/water?viewPanel=4)** is firing.
* Tank 1: 3
\`\`\`quote
The tank is nearly empty.
\`\`\``,
    },
  },
  {
    title: 'An alert of a version before 9 is over',
    payload: { ...former, state: 'ok', title: '[OK] Water level', evalMatches: [] },
    message: {
      topic: 'Water level',
      content: ':check: **[Water level](https://grafana.tidewater.example/d/water?viewPanel=4)** is resolved.',
    },
  },
]
