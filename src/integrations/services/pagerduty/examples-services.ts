import type { Example } from '../../example'
import { of, pumps } from './example-requests'

export const serviceExamples: readonly Example[] = [
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
