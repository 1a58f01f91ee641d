import { ids, names, varying, type Examples } from '../examples'

const lighthouse = 4001
const picture = varying('https://secure.gravatar.com/avatar/0b3c8ae61a5d9ff2?d=identicon&version=1')
const noDefaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
}

export const examples: Examples = {
  createBot: {
    params: {
      full_name: 'Lighthouse',
      short_name: 'lighthouse',
      bot_type: 3,
      payload_url: 'https://lighthouse.example.com/messages',
      default_sending_stream: names.harbour,
    },
    answer: {
      user_id: lighthouse,
      api_key: varying('Zb3cXkq8TnV0yLwGm5RjPd7SfHu1EaQo'),
      avatar_url: picture,
      ...noDefaults,
      default_sending_stream: names.harbour,
    },
  },
  updateBot: {
    params: { bot_id: lighthouse, full_name: 'Old lighthouse', service_interface: 2, config_data: { colour: 'red' } },
    answer: {
      full_name: 'Old lighthouse',
      avatar_url: picture,
      service_interface: 2,
      service_payload_url: 'https://lighthouse.example.com/messages',
      config_data: { colour: 'red' },
      ...noDefaults,
      default_sending_stream: names.harbour,
      bot_owner: varying('ada@example.com'),
      offer: null,
    },
  },
  regenerateBotKey: {
    params: { bot_id: ids.tideBot },
    answer: { api_key: varying('Qe7uHnR2cWbT9xKdLm0VsJp4YgZaF6oN') },
  },
  deactivateBot: { params: { bot_id: lighthouse }, answer: {} },
  getBots: {
    answer: {
      bots: [
        {
          username: varying('tide-bot@chat.example.com'),
          full_name: 'Tide bot',
          api_key: '',
          avatar_url: picture,
          ...noDefaults,
        },
      ],
    },
  },
}
