import type { Chance } from './chance'
import {
  emoji,
  group,
  dateInMonths,
  pickSubscription,
  pickListed,
  markable,
  message,
  ownReaction,
  people,
  sentence,
  settings,
  stream,
  subscriptionProperties,
  topics,
  user,
  word,
  words,
  type Actor,
} from './things'

type Asked = readonly [route: string, params?: Record<string, unknown> | undefined]

/** Something that people do with other software than the library; null if there is nothing to do it with. */
export type Operation = (chance: Chance, actor: Actor) => Asked | null

/** An operation with something that has to be there. */
const withThing =
  <T>(
    choose: (chance: Chance, actor: Actor) => T | undefined,
    ask: (thing: T, chance: Chance, actor: Actor) => Asked,
  ): Operation =>
  (chance, actor) => {
    const thing = choose(chance, actor)
    return thing === undefined ? null : ask(thing, chance, actor)
  }

const realmSettings: readonly (readonly [string, readonly unknown[]])[] = [
  ['name', ['Harbour', 'Port']],
  ['description', ['By the sea', 'By the river']],
  ['allow_edit_history', [true, false]],
  ['create_public_stream_policy', [1, 2, 4]],
  ['edit_topic_policy', [1, 5]],
  ['mandatory_topics', [true, false]],
  ['waiting_period_threshold', [0, 3]],
  ['wildcard_mention_policy', [1, 2, 3]],
]

/** What people do with messages, by how often they do it. */
export const operations: Readonly<Record<string, readonly [weight: number, operation: Operation]>> = {
  sendToStream: [
    70,
    withThing(stream, ({ stream_id }, chance, actor) => [
      'POST /messages',
      { type: 'stream', to: [stream_id], topic: chance.one(topics), content: sentence(chance, actor) },
    ]),
  ],
  sendToPeople: [
    20,
    (chance, actor) => [
      'POST /messages',
      { type: 'private', to: people(chance, actor, 3), content: sentence(chance, actor) },
    ],
  ],
  edit: [
    15,
    withThing(message, ({ id }, chance, actor) => [`PATCH /messages/${id}`, { content: sentence(chance, actor) }]),
  ],
  moveToTopic: [
    12,
    withThing(message, ({ id }, chance) => {
      const propagate_mode = chance.one(['change_one', 'change_later', 'change_all'])
      return [`PATCH /messages/${id}`, { topic: chance.one(topics), propagate_mode }]
    }),
  ],
  moveToStream: [
    8,
    withThing(message, ({ id }, chance, actor) => {
      const propagate_mode = chance.one(['change_one', 'change_later', 'change_all'])
      return [`PATCH /messages/${id}`, { stream_id: stream(chance, actor)?.stream_id, propagate_mode }]
    }),
  ],
  deleteMessage: [5, withThing(message, ({ id }) => [`DELETE /messages/${id}`])],
  deleteTopic: [
    3,
    withThing(stream, ({ stream_id }, chance) => [
      `POST /streams/${stream_id}/delete_topic`,
      { topic_name: chance.one(topics) },
    ]),
  ],
  react: [15, withThing(message, ({ id }, chance) => [`POST /messages/${id}/reactions`, chance.one(emoji)!])],
  unreact: [10, withThing(ownReaction, ({ id, emoji_name }) => [`DELETE /messages/${id}/reactions`, { emoji_name }])],
  flag: [
    20,
    (chance, actor) => {
      const op = chance.one(['add', 'add', 'remove'])
      const messages = chance.some(op === 'add' ? actor.messages : markable(actor), 8).map(({ id }) => id)
      return ['POST /messages/flags', { op, flag: chance.one(['read', 'read', 'starred', 'collapsed']), messages }]
    },
  ],
  readAll: [2, () => ['POST /mark_all_as_read']],
  readStream: [3, withThing(pickSubscription, ({ stream_id }) => ['POST /mark_stream_as_read', { stream_id }])],
  readTopic: [
    4,
    withThing(pickSubscription, ({ stream_id }, chance) => [
      'POST /mark_topic_as_read',
      { stream_id, topic_name: chance.one(topics) },
    ]),
  ],
  vote: [
    3,
    withThing(message, ({ id }) => [
      'POST /submessage',
      { message_id: id, msg_type: 'widget', content: '{"type":"vote","key":"1,0","vote":1}' },
    ]),
  ],
  poll: [
    3,
    withThing(pickSubscription, ({ stream_id }, chance) => [
      'POST /messages',
      { type: 'stream', to: [stream_id], topic: chance.one(topics), content: '/poll Tea?\nYes\nNo' },
    ]),
  ],
  type: [4, (chance, actor) => ['POST /typing', { op: chance.one(['start', 'stop']), to: people(chance, actor, 2) }]],
  saveDraft: [
    4,
    withThing(pickSubscription, ({ stream_id }, chance, actor) => [
      'POST /drafts',
      { drafts: [{ type: 'stream', to: [stream_id], topic: 'tides', content: sentence(chance, actor) }] },
    ]),
  ],
  changeDraft: [
    2,
    withThing(pickListed('drafts'), (draft, chance, actor) => {
      const { id, ...rest } = draft
      return [`PATCH /drafts/${id}`, { draft: { ...rest, content: sentence(chance, actor) } }]
    }),
  ],
  discardDraft: [2, withThing(pickListed('drafts'), ({ id }) => [`DELETE /drafts/${id}`])],
  setSomething: [
    6,
    (chance) => {
      const [name, values] = chance.one(settings)!
      return ['PATCH /settings', { [name]: chance.one(values) }]
    },
  ],
  rename: [2, (chance) => ['PATCH /settings', { full_name: word(chance) }]],
  setStatus: [3, (chance) => ['POST /users/me/status', { status_text: chance.one(['', word(chance)]) }]],
  addAlertWord: [2, (chance) => ['POST /users/me/alert_words', { alert_words: [chance.one(words)] }]],
  removeAlertWord: [2, (chance) => ['DELETE /users/me/alert_words', { alert_words: [chance.one(words)] }]],
  muteTopic: [
    4,
    withThing(pickSubscription, ({ stream_id }, chance) => [
      'PATCH /users/me/subscriptions/muted_topics',
      { stream_id, topic: chance.one(topics), op: chance.one(['add', 'remove']) },
    ]),
  ],
  muteUser: [8, withThing(user, ({ user_id }) => [`POST /users/me/muted_users/${user_id}`])],
  unmuteUser: [10, withThing(pickListed('muted_users'), ({ id }) => [`DELETE /users/me/muted_users/${id}`])],
  setSubscription: [
    5,
    withThing(pickSubscription, ({ stream_id }, chance) => {
      const [property, values] = chance.one(subscriptionProperties)!
      return [
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id, property, value: chance.one(values) }] },
      ]
    }),
  ],
  subscribe: [5, withThing(stream, ({ name }) => ['POST /users/me/subscriptions', { subscriptions: [{ name }] }])],
  subscribeOthers: [
    4,
    withThing(stream, ({ name }, chance, actor) => [
      'POST /users/me/subscriptions',
      { subscriptions: [{ name }], principals: people(chance, actor, 3) },
    ]),
  ],
  unsubscribe: [
    3,
    withThing(pickSubscription, ({ name }) => ['DELETE /users/me/subscriptions', { subscriptions: [name] }]),
  ],
  unsubscribeOthers: [
    2,
    withThing(stream, ({ name }, chance, actor) => [
      'DELETE /users/me/subscriptions',
      { subscriptions: [name], principals: people(chance, actor, 2) },
    ]),
  ],
  createStream: [
    3,
    (chance, actor) => [
      'POST /users/me/subscriptions',
      {
        subscriptions: [{ name: `stream ${word(chance)}`, description: word(chance) }],
        principals: people(chance, actor, 4),
        invite_only: chance.happens(0.4),
        history_public_to_subscribers: chance.happens(0.5),
      },
    ],
  ],
  changeStream: [
    5,
    withThing(stream, ({ stream_id }, chance) => [
      `PATCH /streams/${stream_id}`,
      chance.one<Record<string, unknown>>([
        { new_name: `stream ${word(chance)}` },
        { description: word(chance) },
        { is_private: true, history_public_to_subscribers: false },
        { is_private: true, history_public_to_subscribers: true },
        { is_private: false },
        { stream_post_policy: 2 },
        { stream_post_policy: 1 },
      ]),
    ]),
  ],
  archiveStream: [2, withThing(stream, ({ stream_id }) => [`DELETE /streams/${stream_id}`])],
  addDefaultStream: [4, withThing(stream, ({ stream_id }) => ['POST /default_streams', { stream_id }])],
  removeDefaultStream: [4, withThing(stream, ({ stream_id }) => ['DELETE /default_streams', { stream_id }])],
  createGroup: [
    7,
    (chance, actor) => [
      'POST /user_groups/create',
      { name: `group ${word(chance)}`, description: word(chance), members: people(chance, actor, 3) },
    ],
  ],
  changeGroup: [6, withThing(group, ({ id }, chance) => [`PATCH /user_groups/${id}`, { description: word(chance) }])],
  joinGroup: [
    10,
    withThing(group, ({ id }, chance, actor) => [
      `POST /user_groups/${id}/members`,
      { [chance.one(['add', 'delete'])!]: people(chance, actor, 2) },
    ]),
  ],
  deleteGroup: [3, withThing(group, ({ id }) => [`DELETE /user_groups/${id}`])],
  changeRole: [
    3,
    withThing(user, ({ user_id }, chance) => [`PATCH /users/${user_id}`, { role: chance.one([200, 300, 400]) }]),
  ],
  renameUser: [4, withThing(user, ({ user_id }, chance) => [`PATCH /users/${user_id}`, { full_name: word(chance) }])],
  createUser: [
    3,
    (chance) => {
      const name = word(chance)
      return [
        'POST /users',
        { email: `${name.replace(' ', '')}@example.com`, password: 'long enough pw', full_name: name },
      ]
    },
  ],
  createBot: [
    1,
    (chance) => ['POST /bots', { short_name: word(chance).replace(' ', ''), full_name: word(chance), bot_type: 1 }],
  ],
  changeRealm: [
    5,
    (chance) => {
      const [name, values] = chance.one(realmSettings)!
      return ['PATCH /realm', { [name]: chance.one(values) }]
    },
  ],
  addLinkifier: [
    8,
    (chance) => [
      'POST /realm/filters',
      { pattern: `${chance.one(words)}-(?P<id>[0-9]+)`, url_format_string: 'https://example.com/%(id)s' },
    ],
  ],
  removeLinkifier: [8, withThing(pickListed('realm_linkifiers'), ({ id }) => [`DELETE /realm/filters/${id}`])],
  addPlayground: [
    4,
    (chance) => [
      'POST /realm/playgrounds',
      { name: word(chance), pygments_language: 'Python', url_prefix: 'https://example.com/run' },
    ],
  ],
  addProfileField: [3, (chance) => ['POST /realm/profile_fields', { name: word(chance), field_type: 1 }]],
  fillProfileField: [
    3,
    withThing(pickListed('custom_profile_fields'), ({ id }, chance) => [
      'PATCH /users/me/profile_data',
      { data: [{ id, value: word(chance) }] },
    ]),
  ],
  addDomain: [
    6,
    (chance) => ['POST /realm/domains', { domain: `${chance.one(words)}.example`, allow_subdomains: false }],
  ],
  sendLater: [
    3,
    withThing(pickSubscription, ({ name }, chance, actor) => [
      'POST /messages',
      {
        type: 'stream',
        to: name,
        topic: chance.one(topics),
        content: sentence(chance, actor),
        deliver_at: dateInMonths(),
        delivery_type: 'send_later',
      },
    ]),
  ],
  sendNever: [
    2,
    withThing(pickListed('scheduled_messages'), ({ scheduled_message_id }) => [
      `DELETE /scheduled_messages/${scheduled_message_id}`,
    ]),
  ],
}
