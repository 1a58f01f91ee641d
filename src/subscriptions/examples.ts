import { ids, names, type Examples } from '../examples'

const dock = 4001
const address = 'ada@example.com'
const changed = { subscription_data: [{ stream_id: ids.boats, property: 'pin_to_top', value: true }] }

export const examples: Examples = {
  subscribe: {
    params: {
      subscriptions: [{ name: 'dock', description: 'Who lies **where**', color: '#76ce90' }, { name: names.harbour }],
    },
    answer: { subscribed: { [address]: ['dock'] }, already_subscribed: { [address]: [names.harbour] } },
  },
  subscribeByOldPath: {
    params: { subscriptions: [{ name: 'dock' }], principals: [ids.bo] },
    answer: { subscribed: { 'bo@example.com': ['dock'] }, already_subscribed: {} },
  },
  isSubscribed: {
    before: [{ ask: 'GET /get_stream_id', params: { stream: 'dock' }, answer: { stream_id: dock } }],
    params: { user_id: ids.bo, stream_id: dock },
    answer: { is_subscribed: true },
  },
  changeSubscriptionProperties: { params: changed, answer: { ignored_parameters_unsupported: [] } },
  changeSubscriptionProperty: {
    params: { stream_id: ids.boats, property: 'color', value: '#e79ab5' },
    answer: { ignored_parameters_unsupported: [] },
  },
  unsubscribe: {
    params: { subscriptions: ['dock', names.harbour] },
    answer: { removed: ['dock', names.harbour], not_removed: [] },
  },
  getSubscriptions: {
    before: [{ ask: 'DELETE /users/me/subscriptions', params: { subscriptions: ['general'] } }],
    params: { include_subscribers: true },
    answer: {
      subscriptions: [
        {
          stream_id: ids.boats,
          name: names.boats,
          description: '',
          rendered_description: '',
          date_created: 1_700_000_000,
          invite_only: true,
          is_web_public: false,
          history_public_to_subscribers: false,
          stream_post_policy: 1,
          is_announcement_only: false,
          message_retention_days: null,
          first_message_id: null,
          color: '#e79ab5',
          is_muted: false,
          in_home_view: true,
          pin_to_top: true,
          desktop_notifications: null,
          audible_notifications: null,
          push_notifications: null,
          email_notifications: null,
          wildcard_mentions_notify: null,
          role: 50,
          email_address: '',
          stream_weekly_traffic: null,
          subscribers: [ids.ada, ids.bo],
        },
      ],
    },
  },
  changeSubscriptions: {
    params: { add: [{ name: names.harbour }], delete: ['dock'] },
    answer: {
      subscribed: { [address]: [names.harbour] },
      already_subscribed: {},
      removed: [],
      not_removed: ['dock'],
    },
  },
}
