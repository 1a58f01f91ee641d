import { ids, names, type Examples } from '../examples'

const harbour = {
  stream_id: ids.harbour,
  name: names.harbour,
  description: '',
  rendered_description: '',
  date_created: 1_700_000_000,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  stream_post_policy: 1,
  is_announcement_only: false,
  message_retention_days: null,
  first_message_id: 3004,
}

export const examples: Examples = {
  getStreams: {
    before: [{ ask: 'DELETE /users/me/subscriptions', params: { subscriptions: ['general', names.boats] } }],
    params: { include_public: false },
    answer: { streams: [harbour] },
  },
  getStreamId: { params: { stream: names.harbour }, answer: { stream_id: ids.harbour } },
  getStreamMembers: {
    params: { stream_id: ids.harbour },
    answer: { subscribers: [ids.olga, ids.ada, ids.bo] },
  },
  updateStream: {
    by: 'olga',
    params: { stream_id: ids.harbour, description: 'Ships that **come** and go.', stream_post_policy: 1 },
    answer: {},
  },
  getTopics: {
    params: { stream_id: ids.harbour },
    answer: {
      topics: [
        { name: 'stream events', max_id: 3006 },
        { name: names.tides, max_id: ids.answer },
      ],
    },
  },
  archiveStream: { by: 'olga', params: { stream_id: ids.boats }, answer: {} },
}
