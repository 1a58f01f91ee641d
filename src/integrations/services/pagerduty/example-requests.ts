import type { Example } from '../../example'

export const page = 'https://tidewater.pagerduty.com'

const ada = { id: 'PADA001', type: 'user_reference', summary: 'Ada Park', html_url: `${page}/users/PADA001` }

export const bo = { id: 'PBO0001', type: 'user_reference', summary: 'Bo Li', html_url: `${page}/users/PBO0001` }

export const pumps = {
  id: 'PSVC001',
  type: 'service_reference',
  summary: 'Pumps',
  html_url: `${page}/services/PSVC001`,
}

export const of = (event_type: string, data: object, agent: object | null = ada): Pick<Example, 'payload'> => ({
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
