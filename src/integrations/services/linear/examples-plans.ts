import type { Example } from '../../example'
import { of, page } from './example-requests'

const project = { name: 'Watering', description: 'Less by hand', status: { name: 'Started' } }

export const planExamples: readonly Example[] = [
  {
    title: 'A project is created',
    ...of('Project', 'create', { data: project, url: `${page}/project/watering` }),
    message: {
      topic: 'Watering',
      content: `**Ada Park** created the project [Watering](https://linear.app/tidewater/project/watering).
\`\`\`quote
Less by hand
\`\`\``,
    },
  },
  {
    title: 'A project is moved',
    ...of('Project', 'update', { data: project, url: `${page}/project/watering`, updatedFrom: { statusId: 's1' } }),
    message: {
      topic: 'Watering',
      content:
        '**Ada Park** moved the project [Watering](https://linear.app/tidewater/project/watering) to **Started**.',
    },
  },
  {
    title: 'An update on a project is written',
    ...of('ProjectUpdate', 'create', {
      data: { body: 'Two beds are done.', health: 'atRisk', project },
      url: `${page}/project/watering/updates`,
    }),
    message: {
      topic: 'Watering',
      content: `**Ada Park** wrote an update on the project [Watering](https://linear.app/tidewater/project/watering/updates) (:warning: at risk):
\`\`\`quote
Two beds are done.
\`\`\``,
    },
  },
  {
    title: 'An initiative is created',
    ...of('Initiative', 'create', { data: { name: 'Summer' }, url: `${page}/initiative/summer` }),
    message: {
      topic: 'Summer',
      content: '**Ada Park** created the initiative [Summer](https://linear.app/tidewater/initiative/summer).',
    },
  },
  {
    title: 'An update on an initiative is written',
    ...of('InitiativeUpdate', 'create', {
      data: { body: 'All is well.', health: 'onTrack', initiative: { name: 'Summer' } },
      url: `${page}/initiative/summer/updates`,
    }),
    message: {
      topic: 'Summer',
      content: `**Ada Park** wrote an update on the initiative [Summer](https://linear.app/tidewater/initiative/summer/updates) (:check: on track):
\`\`\`quote
All is well.
\`\`\``,
    },
  },
  {
    title: 'A cycle is completed',
    ...of('Cycle', 'update', {
      data: { number: 23, completedAt: '2026-06-05T16:00:00.000Z' },
      url: `${page}/team/OPS/cycle/23`,
      updatedFrom: { completedAt: null },
    }),
    message: {
      topic: 'Cycle 23',
      content: '[Cycle 23](https://linear.app/tidewater/team/OPS/cycle/23) was completed.',
    },
  },
  {
    title: 'A document is created',
    ...of('Document', 'create', { data: { title: 'Tools' }, url: `${page}/document/tools` }),
    message: {
      topic: 'Tools',
      content: '**Ada Park** created the document [Tools](https://linear.app/tidewater/document/tools).',
    },
  },
  {
    title: 'A customer is added',
    ...of('Customer', 'create', { data: { name: 'Meadow Ltd' }, url: `${page}/customer/meadow` }),
    message: {
      topic: 'Meadow Ltd',
      content: '**Ada Park** added the customer [Meadow Ltd](https://linear.app/tidewater/customer/meadow).',
    },
  },
  {
    title: 'A request of a customer is added',
    ...of('CustomerNeed', 'create', {
      data: { body: 'A longer hose', customer: { name: 'Meadow Ltd' } },
      url: `${page}/customer/meadow`,
    }),
    message: {
      topic: 'Meadow Ltd',
      content: `**Ada Park** added a [request](https://linear.app/tidewater/customer/meadow) of **Meadow Ltd**:
\`\`\`quote
A longer hose
\`\`\``,
    },
  },
]
