import { ids, names, varying, type Examples } from '../examples'

const github = 4001
const another = 4002

const integration = {
  bot_id: github,
  service: 'github',
  owner_id: ids.ada,
  stream_id: ids.harbour,
  topic: null,
  only_events: ['push', 'pull_request*'],
  excluded_events: [],
  has_secret: true,
  feed_url: null,
  created_at: 1_700_000_000,
}

export const examples: Examples = {
  getIntegrations: {
    answer: {
      integrations: varying([
        {
          name: 'github',
          label: 'GitHub',
          category: 'code',
          source: 'webhook',
          events: ['push', 'pull_request', 'issues'],
          secret_made_by: 'us',
          steps: [
            { open: ['Settings', 'Webhooks'] },
            { press: 'Add webhook' },
            { paste: 'address', into: 'Payload URL' },
            { paste: 'secret', into: 'Secret' },
          ],
          documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
        },
      ]),
    },
  },
  addIntegration: {
    params: { service: 'github', stream_id: ids.harbour, only_events: ['push', 'pull_request*'] },
    answer: {
      bot_id: github,
      api_key: varying('RivletZb3cXkq8TnV0yLwGm5RjPd7Sfo'),
      secret: varying('RivletQe7uHnR2cWbT9xKdLm0VsJp4Yg'),
    },
  },
  getRealmIntegrations: { answer: { integrations: [integration] } },
  changeIntegration: {
    before: [
      { ask: 'POST /integrations', params: { service: 'github', full_name: 'Garden' }, answer: { bot_id: another } },
    ],
    params: { bot_id: another, topic: 'garden', renew_secret: true },
    answer: { secret: varying('RivletWbT9xKdLm0VsJp4YgQe7uHnR2c') },
  },
  testIntegration: { params: { bot_id: github }, answer: { id: 3101 } },
  getDeliveries: {
    before: [{ ask: 'POST /integrations', params: { service: 'github', full_name: 'Pier' }, answer: { bot_id: 4003 } }],
    params: { bot_id: 4003 },
    answer: { posted: [], failed: [], unknown: {}, feed: null },
  },
  retryDelivery: {
    params: { bot_id: github, delivery_id: '8f3a5c11d2e4' },
    refusal: { status: 400, code: 'BAD_REQUEST', msg: 'No such request' },
  },
  postEvent: {
    by: 'tideBot',
    params: { service: 'github', stream: names.harbour, topic: names.tides },
    answer: {},
  },
  checkAddress: { by: 'tideBot', params: { service: 'github' }, answer: {} },
}
