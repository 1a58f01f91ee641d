import type { Params } from '../../kit'

/** What a request names: something that who asks must not know of, or something that is not there. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** A request about something, by the name of its endpoint. */
export type About = readonly [route: string, params: (it: Named, own: Own) => Params]

/** What who asks has for themself. */
export interface Own {
  readonly id: number
  readonly message_id: number
  readonly group_id: number
  readonly field_ids: readonly number[]
}

const description = 'Another'
const topic = 'tides'
const draft = (stream_id: number) => ({ type: 'stream', to: [stream_id], topic, content: 'To be said' })
const pages = { anchor: 'newest', num_before: 10, num_after: 0 }

export const aboutStreams: readonly About[] = [
  ['GET /get_stream_id', ({ name }) => ({ stream: name })],
  ['GET /streams/{stream_id}/members', ({ id }) => ({ stream_id: id })],
  ['GET /streams/{stream_id}/email_address', ({ id }) => ({ stream_id: id })],
  ['POST /streams/{stream_id}/email_address', ({ id }) => ({ stream_id: id })],
  ['GET /users/me/{stream_id}/topics', ({ id }) => ({ stream_id: id })],
  ['GET /users/{user_id}/subscriptions/{stream_id}', ({ id }, own) => ({ user_id: own.id, stream_id: id })],
  ['PATCH /streams/{stream_id}', ({ id }) => ({ stream_id: id, description })],
  ['DELETE /streams/{stream_id}', ({ id }) => ({ stream_id: id })],
  ['POST /streams/{stream_id}/delete_topic', ({ id }) => ({ stream_id: id, topic_name: topic })],
  ['DELETE /users/me/subscriptions', ({ name }) => ({ subscriptions: [name] })],
  ['PATCH /users/me/subscriptions', ({ name }) => ({ delete: [name] })],
  ['PATCH /users/me/subscriptions/{stream_id}', ({ id }) => ({ stream_id: id, property: 'is_muted', value: true })],
  [
    'POST /users/me/subscriptions/properties',
    ({ id }) => ({ subscription_data: [{ stream_id: id, property: 'is_muted', value: true }] }),
  ],
  ['PATCH /users/me/subscriptions/muted_topics', ({ name }) => ({ stream: name, topic, op: 'add' })],
  ['PATCH /users/me/subscriptions/muted_topics', ({ id }) => ({ stream_id: id, topic, op: 'add' })],
  ['POST /mark_stream_as_read', ({ id }) => ({ stream_id: id })],
  ['POST /mark_topic_as_read', ({ id }) => ({ stream_id: id, topic_name: topic })],
  ['POST /typing', ({ id }) => ({ op: 'start', type: 'stream', to: [id], topic })],
  ['POST /drafts', ({ id }) => ({ drafts: [draft(id)] })],
  ['PATCH /messages/{message_id}', ({ id }, own) => ({ message_id: own.message_id, stream_id: id })],
  ['POST /invites', ({ id }) => ({ invitee_emails: 'new@example.com', stream_ids: [id] })],
  ['POST /invites/multiuse', ({ id }) => ({ stream_ids: [id] })],
  ['POST /bots', ({ name }) => ({ full_name: 'Another Bot', short_name: 'another', default_sending_stream: name })],
  ['POST /integrations', ({ id }) => ({ service: 'github', stream_id: id })],
  ['POST /default_streams', ({ id }) => ({ stream_id: id })],
  ['DELETE /default_streams', ({ id }) => ({ stream_id: id })],
  ['POST /default_stream_groups/create', ({ name }) => ({ group_name: 'Another', description, stream_names: [name] })],
  ['PATCH /realm', ({ id }) => ({ notifications_stream_id: id })],
]

/** To narrow to a private stream is no error, even where nothing of it comes back (narrow, streams). */
export const narrowsToStreams: readonly About[] = [
  ['GET /messages', ({ name }) => ({ ...pages, narrow: [{ operator: 'stream', operand: name }] })],
  ['GET /messages', ({ id }) => ({ ...pages, narrow: [{ operator: 'stream', operand: id }] })],
  [
    'GET /messages/matches_narrow',
    ({ name }, own) => ({ msg_ids: [own.message_id], narrow: [{ operator: 'stream', operand: name }] }),
  ],
]

export const aboutMessages: readonly About[] = [
  ['GET /messages/{message_id}', ({ id }) => ({ message_id: id })],
  ['GET /messages/{message_id}/history', ({ id }) => ({ message_id: id })],
  ['GET /messages/matches_narrow', ({ id }) => ({ msg_ids: [id], narrow: [] })],
  ['PATCH /messages/{message_id}', ({ id }) => ({ message_id: id, content: 'Low' })],
  ['PATCH /messages/{message_id}', ({ id }) => ({ message_id: id, topic: 'ebb' })],
  ['PATCH /messages/{message_id}', ({ id }) => ({ message_id: id })],
  ['DELETE /messages/{message_id}', ({ id }) => ({ message_id: id })],
  ['POST /messages/{message_id}/reactions', ({ id }) => ({ message_id: id, emoji_name: 'tada' })],
  ['DELETE /messages/{message_id}/reactions', ({ id }) => ({ message_id: id, emoji_name: 'tada' })],
  ['POST /messages/flags', ({ id }) => ({ messages: [id], op: 'add', flag: 'starred' })],
  ['POST /messages/flags', ({ id }, own) => ({ messages: [own.message_id, id], op: 'remove', flag: 'read' })],
  ['POST /submessage', ({ id }) => ({ message_id: id, msg_type: 'widget', content: '{"widget_type":"poll"}' })],
]

/** `name` is an address here. */
export const aboutUsers: readonly About[] = [
  ['GET /users/{user_id}', ({ id }) => ({ user_id: id })],
  ['GET /users/{email}', ({ name }) => ({ email: name })],
  ['GET /users/{user_id_or_email}/presence', ({ id }) => ({ user_id_or_email: id })],
  ['GET /users/{user_id_or_email}/presence', ({ name }) => ({ user_id_or_email: name })],
  ['PATCH /users/{user_id}', ({ id }) => ({ user_id: id, role: 300 })],
  ['DELETE /users/{user_id}', ({ id }) => ({ user_id: id })],
  ['POST /users/{user_id}/reactivate', ({ id }) => ({ user_id: id })],
  ['POST /users/{user_id}/erase', ({ id }) => ({ user_id: id, messages: 'keep' })],
  ['PATCH /bots/{bot_id}', ({ id }) => ({ bot_id: id, full_name: 'Another Bot' })],
  ['DELETE /bots/{bot_id}', ({ id }) => ({ bot_id: id })],
  ['POST /bots/{bot_id}/api_key/regenerate', ({ id }) => ({ bot_id: id })],
  ['POST /bots/{bot_id}/offer/accept', ({ id }) => ({ bot_id: id })],
  ['DELETE /bots/{bot_id}/offer', ({ id }) => ({ bot_id: id })],
  ['GET /integrations/{bot_id}/deliveries', ({ id }) => ({ bot_id: id })],
  ['POST /integrations/{bot_id}/test', ({ id }) => ({ bot_id: id })],
  ['POST /integrations/{bot_id}/deliveries/{delivery_id}/retry', ({ id }) => ({ bot_id: id, delivery_id: 'none' })],
  ['PATCH /integrations/{bot_id}', ({ id }) => ({ bot_id: id, topic: 'all' })],
  ['POST /users/me/muted_users/{muted_user_id}', ({ id }) => ({ muted_user_id: id })],
  ['DELETE /users/me/muted_users/{muted_user_id}', ({ id }) => ({ muted_user_id: id })],
  ['POST /messages', ({ id }) => ({ type: 'private', to: [id], content: 'Hello' })],
  ['POST /messages', ({ name }) => ({ type: 'private', to: [name], content: 'Hello' })],
  ['POST /typing', ({ id }) => ({ op: 'start', to: [id] })],
  ['POST /drafts', ({ id }) => ({ drafts: [{ type: 'private', to: [id], topic: '', content: 'To be said' }] })],
  ['POST /users/me/subscriptions', ({ id }) => ({ subscriptions: [{ name: 'new' }], principals: [id] })],
  ['POST /users/me/subscriptions', ({ name }) => ({ subscriptions: [{ name: 'new' }], principals: [name] })],
  ['DELETE /users/me/subscriptions', ({ id }) => ({ subscriptions: ['general'], principals: [id] })],
  ['POST /user_groups/create', ({ id }) => ({ name: 'new', description, members: [id] })],
  ['POST /user_groups/{group_id}/members', ({ id }, own) => ({ group_id: own.group_id, add: [id] })],
  ['GET /messages', ({ id }) => ({ ...pages, narrow: [{ operator: 'sender', operand: id }] })],
  ['GET /messages', ({ name }) => ({ ...pages, narrow: [{ operator: 'pm-with', operand: name }] })],
]

export const aboutGroups: readonly About[] = [
  ['PATCH /user_groups/{group_id}', ({ id }) => ({ group_id: id, description })],
  ['DELETE /user_groups/{group_id}', ({ id }) => ({ group_id: id })],
  ['POST /user_groups/{group_id}/members', ({ id }, own) => ({ group_id: id, add: [own.id] })],
]

export const aboutLinkifiers: readonly About[] = [
  [
    'PATCH /realm/filters/{filter_id}',
    ({ id }) => ({ filter_id: id, pattern: '#(?P<n>[0-9]+)', url_format_string: 'https://example.com/%(n)s' }),
  ],
  ['DELETE /realm/filters/{filter_id}', ({ id }) => ({ filter_id: id })],
]

export const aboutPlaygrounds: readonly About[] = [
  ['DELETE /realm/playgrounds/{playground_id}', ({ id }) => ({ playground_id: id })],
]

export const aboutProfileFields: readonly About[] = [
  ['PATCH /realm/profile_fields', ({ id }, { field_ids }) => ({ order: [...field_ids, id] })],
  ['PATCH /realm/profile_fields/{field_id}', ({ id }) => ({ field_id: id, hint: 'Another' })],
  ['DELETE /realm/profile_fields/{field_id}', ({ id }) => ({ field_id: id })],
  ['PATCH /users/me/profile_data', ({ id }) => ({ data: [{ id, value: 'blue' }] })],
  ['DELETE /users/me/profile_data', ({ id }) => ({ data: [id] })],
]

export const aboutInvitations: readonly About[] = [
  ['POST /invites/{invite_id}/resend', ({ id }) => ({ invite_id: id })],
  ['DELETE /invites/{invite_id}', ({ id }) => ({ invite_id: id })],
  ['DELETE /invites/multiuse/{invite_id}', ({ id }) => ({ invite_id: id })],
]

export const aboutDefaultStreamGroups: readonly About[] = [
  ['PATCH /default_stream_groups/{group_id}', ({ id }) => ({ group_id: id, new_description: 'Another' })],
  [
    'PATCH /default_stream_groups/{group_id}/streams',
    ({ id }) => ({ group_id: id, op: 'add', stream_names: ['general'] }),
  ],
  ['DELETE /default_stream_groups/{group_id}', ({ id }) => ({ group_id: id })],
]

export const aboutDrafts: readonly About[] = [
  [
    'PATCH /drafts/{draft_id}',
    ({ id }) => ({ draft_id: id, draft: { type: '', to: [], topic: '', content: 'To be said' } }),
  ],
  ['DELETE /drafts/{draft_id}', ({ id }) => ({ draft_id: id })],
]

export const aboutAttachments: readonly About[] = [
  ['DELETE /attachments/{attachment_id}', ({ id }) => ({ attachment_id: id })],
]

/** `name` is the id of an event queue here. */
export const aboutQueues: readonly About[] = [
  ['GET /events', ({ name }) => ({ queue_id: name, last_event_id: -1, dont_block: true })],
  ['DELETE /events', ({ name }) => ({ queue_id: name })],
]

/** `name` is all that domains and emoji go by. */
export const aboutDomains: readonly About[] = [
  ['PATCH /realm/domains/{domain}', ({ name }) => ({ domain: name, allow_subdomains: true })],
  ['DELETE /realm/domains/{domain}', ({ name }) => ({ domain: name })],
]

export const aboutEmoji: readonly About[] = [
  ['DELETE /realm/emoji/{emoji_name}', ({ name }) => ({ emoji_name: name })],
  ['POST /messages/{message_id}/reactions', ({ name }, own) => ({ message_id: own.message_id, emoji_name: name })],
  ['POST /users/me/status', ({ name }) => ({ emoji_name: name })],
]
