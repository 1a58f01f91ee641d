import type { Example } from '../../example'

const alert = (bed: string, status: 'firing' | 'resolved') => ({
  status,
  labels: { alertname: 'SoilTooDry', bed, severity: 'critical' },
  annotations: { summary: `The soil of ${bed} is too dry` },
  startsAt: '2026-05-04T09:30:00Z',
  endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-05-04T10:00:00Z',
  generatorURL: `https://prometheus.tidewater.example/graph?bed=${bed}`,
  fingerprint: `f1${bed}`,
})

const group = {
  version: '4',
  groupKey: '{}:{alertname="SoilTooDry"}',
  truncatedAlerts: 0,
  receiver: 'chat',
  groupLabels: { alertname: 'SoilTooDry' },
  commonLabels: { alertname: 'SoilTooDry', severity: 'critical' },
  externalURL: 'https://alerts.tidewater.example',
}

export const examples: readonly Example[] = [
  {
    title: 'Two alerts of a group are firing',
    payload: {
      ...group,
      status: 'firing',
      commonAnnotations: { runbook_url: 'https://wiki.tidewater.example/dry-soil' },
      alerts: [alert('roses', 'resolved'), alert('tulips', 'firing'), alert('herbs', 'firing')],
    },
    message: {
      topic: 'SoilTooDry',
      content: `:rotating_light: **[SoilTooDry](https://alerts.tidewater.example/)** is firing: 2 alerts.
* **Severity**: critical
* **Runbook**: [https://wiki.tidewater.example/dry-soil](https://wiki.tidewater.example/dry-soil)
* :rotating_light: [The soil of tulips is too dry](https://prometheus.tidewater.example/graph?bed=tulips) (bed: tulips) since <time:2026-05-04T09:30:00Z>
* :rotating_light: [The soil of herbs is too dry](https://prometheus.tidewater.example/graph?bed=herbs) (bed: herbs) since <time:2026-05-04T09:30:00Z>
* :check: [The soil of roses is too dry](https://prometheus.tidewater.example/graph?bed=roses) (bed: roses) until <time:2026-05-04T10:00:00Z>`,
    },
  },
  {
    title: 'An alert is firing',
    payload: {
      ...group,
      status: 'firing',
      commonAnnotations: {},
      alerts: [
        {
          ...alert('roses', 'firing'),
          annotations: { summary: 'The soil of roses is too dry', description: 'Moisture is *below* 10 %.' },
        },
      ],
    },
    message: {
      topic: 'SoilTooDry',
      content: `:rotating_light: **[SoilTooDry](https://prometheus.tidewater.example/graph?bed=roses)** is firing.
* **Severity**: critical
* The soil of roses is too dry (bed: roses) since <time:2026-05-04T09:30:00Z>
\`\`\`quote
Moisture is *below* 10 %.
\`\`\``,
    },
  },
  {
    title: 'All alerts of a group are resolved',
    payload: { ...group, status: 'resolved', commonAnnotations: {}, alerts: [alert('roses', 'resolved')] },
    message: {
      topic: 'SoilTooDry',
      content: `:check: **[SoilTooDry](https://prometheus.tidewater.example/graph?bed=roses)** is resolved.
* **Severity**: critical
* The soil of roses is too dry (bed: roses) until <time:2026-05-04T10:00:00Z>`,
    },
  },
]
