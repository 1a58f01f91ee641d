import type { Example } from '../../example'

export const of = (resource: string, action: string, data: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'Sentry-Hook-Resource': resource, 'Request-ID': 'd7c1a0f25b6e4a0e8f3b7e9c2a1d4f60' },
  payload: { action, installation: { uuid: '5d0f' }, data, actor: { type: 'user', id: 7, name: 'Ada Park' } },
})

export const issue = {
  id: '4100',
  shortId: 'GARDEN-7',
  title: 'TypeError: hose is null',
  culprit: 'app/water.js in sprinkle',
  level: 'error',
  priority: 'high',
  status: 'unresolved',
  substatus: 'new',
  web_url: 'https://tidewater.sentry.io/issues/4100/',
  project: { id: '12', name: 'garden', slug: 'garden' },
  assignedTo: null,
}

export const event = {
  event_id: '0e1f',
  issue_id: '4100',
  title: 'TypeError: hose is null',
  culprit: 'app/water.js in sprinkle',
  level: 'error',
  environment: 'production',
  project: 12,
  url: 'https://sentry.io/api/0/projects/tidewater/garden/events/0e1f/',
  web_url: 'https://tidewater.sentry.io/issues/4100/events/0e1f/',
}
