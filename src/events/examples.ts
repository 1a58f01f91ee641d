import { varying, type Examples } from '../examples'

const queue_id = varying('fb67bf8a-c031-47cc-84cf-ed80accacda8')
const last_event_id = 5001

export const examples: Examples = {
  register: {
    params: { event_types: ['alert_words'], client_capabilities: { notification_settings_null: true } },
    answer: {
      queue_id,
      last_event_id,
      service_version: '5.0',
      service_merge_base: '5.0',
      service_feature_level: 121,
      zulip_version: '5.0',
      zulip_merge_base: '5.0',
      zulip_feature_level: 121,
      alert_words: ['tide'],
    },
    before: [{ ask: 'POST /users/me/alert_words', params: { alert_words: ['tide'] } }],
  },
  getEvents: {
    before: [{ ask: 'POST /users/me/alert_words', params: { alert_words: ['storm'] } }],
    params: { queue_id, last_event_id },
    answer: { events: [{ id: 5002, type: 'alert_words', alert_words: ['storm', 'tide'] }], queue_id },
  },
  deleteQueue: { params: { queue_id }, answer: {} },
  issueTicket: {
    answer: {
      ticket: varying(
        '1002:36b8f84d-df4e-4d49-b662-bcde71a8764f:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ),
      expires_in: 30,
    },
  },
}
