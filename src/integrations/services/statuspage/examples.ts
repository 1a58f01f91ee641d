import type { Example } from '../../example'

const page = { id: 'p1', status_indicator: 'major', status_description: 'Some systems are out of service' }

const incident = (
  status: string,
  impact: string,
  update: object,
  name = 'Orders cannot be placed',
): Pick<Example, 'payload'> => ({
  payload: {
    meta: { unsubscribe: 'https://status.tidewater.example/?unsubscribe=1' },
    page,
    incident: {
      id: 'i7',
      name,
      status,
      impact,
      shortlink: 'https://stspg.example/i7',
      incident_updates: [{ id: `u-${status}`, incident_id: 'i7', status, ...update }],
    },
  },
})

const component = (old_status: string, new_status: string): Pick<Example, 'payload'> => ({
  payload: {
    page,
    component_update: { id: 'c3-1', component_id: 'c3', old_status, new_status },
    component: { id: 'c3', name: 'Garden shop', status: new_status },
  },
})

export const examples: readonly Example[] = [
  {
    title: 'An incident begins',
    ...incident('investigating', 'major', {
      body: 'We are looking for the cause.',
      affected_components: [{ code: 'c3', name: 'Garden shop', old_status: 'operational', new_status: 'major_outage' }],
    }),
    message: {
      topic: 'Orders cannot be placed',
      content: `:rotating_light: **[Orders cannot be placed](https://stspg.example/i7)** is being investigated.
* **Impact**: major
* **Garden shop** is out of service
\`\`\`quote
We are looking for the cause.
\`\`\``,
    },
  },
  {
    title: 'An incident is watched',
    ...incident('monitoring', 'major', { body: 'A change is in place.' }),
    message: {
      topic: 'Orders cannot be placed',
      content: `:eyes: **[Orders cannot be placed](https://stspg.example/i7)** has a fix that is being watched.
* **Impact**: major
\`\`\`quote
A change is in place.
\`\`\``,
    },
  },
  {
    title: 'An incident is resolved',
    ...incident('resolved', 'none', { body: 'All is well.' }),
    message: {
      topic: 'Orders cannot be placed',
      content: `:check: **[Orders cannot be placed](https://stspg.example/i7)** is resolved.
\`\`\`quote
All is well.
\`\`\``,
    },
  },
  {
    title: 'A maintenance is planned',
    ...incident('scheduled', 'maintenance', { body: 'On Sunday, for an hour.' }, 'The shop moves to a new server'),
    message: {
      topic: 'The shop moves to a new server',
      content: `:info: **[The shop moves to a new server](https://stspg.example/i7)** is planned.
\`\`\`quote
On Sunday, for an hour.
\`\`\``,
    },
  },
  {
    title: 'A part of the service is out',
    ...component('operational', 'major_outage'),
    message: { topic: 'Garden shop', content: ':rotating_light: **Garden shop** is out of service.' },
  },
  {
    title: 'A part of the service works again',
    ...component('major_outage', 'operational'),
    message: { topic: 'Garden shop', content: ':check: **Garden shop** works.' },
  },
]
