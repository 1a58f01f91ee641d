import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newRealm, type Answer, type Listener, type Params, type Person } from '../kit'

const always = [
  'last_event_id', 'queue_id', 'service_feature_level', 'service_merge_base', 'service_version',
  'zulip_feature_level', 'zulip_merge_base', 'zulip_version',
] // prettier-ignore

/** Names of the fields that an answer has beside those that every registration has. */
const fieldsOf = (answer: Answer): string[] =>
  Object.keys(answer)
    .filter((name) => !always.includes(name) && !['status', 'headers', 'result', 'msg'].includes(name))
    .toSorted()

const fetchState = async (person: Person, ...types: string[]): Promise<Answer> =>
  person.post('/register', { fetch_event_types: types })

test('every registration tells which service it is', async () => {
  const { owner } = await newRealm()

  const answer = await fetchState(owner)

  expect(answer).toMatchObject({
    queue_id: expect.any(String),
    last_event_id: expect.any(Number),
    service_version: '5.0',
    service_merge_base: '5.0',
    service_feature_level: 121,
    zulip_version: '5.0',
    zulip_merge_base: '5.0',
    zulip_feature_level: 121,
  })
  expect(fieldsOf(answer)).toEqual([])
})

const displaySettings = [
  'color_scheme', 'default_language', 'default_view', 'demote_inactive_streams', 'dense_mode', 'emojiset',
  'enable_drafts_synchronization', 'enter_sends', 'fluid_layout_width', 'high_contrast_mode', 'left_side_userlist',
  'starred_message_counts', 'translate_emoticons', 'twenty_four_hour_time',
] // prettier-ignore

const notificationSettings = [
  'desktop_icon_count_display', 'email_notifications_batching_period_seconds', 'enable_desktop_notifications',
  'enable_digest_emails', 'enable_login_emails', 'enable_marketing_emails', 'enable_offline_email_notifications',
  'enable_offline_push_notifications', 'enable_online_push_notifications', 'enable_sounds',
  'enable_stream_audible_notifications', 'enable_stream_desktop_notifications', 'enable_stream_email_notifications',
  'enable_stream_push_notifications', 'message_content_in_email_notifications', 'notification_sound',
  'pm_content_in_desktop_notifications', 'presence_enabled', 'realm_name_in_notifications', 'wildcard_mentions_notify',
] // prettier-ignore

const newSettings = [
  'allow_private_data_export', 'enable_reaction_notifications', 'escape_navigates_to_default_view',
  'send_private_typing_notifications', 'send_read_receipts', 'send_stream_typing_notifications',
] // prettier-ignore

const realmFields = `
  realm_name realm_description realm_default_language realm_default_code_block_language realm_uri realm_bot_domain
  realm_icon_url realm_icon_source realm_logo_url realm_night_logo_url realm_logo_source realm_night_logo_source
  realm_add_custom_emoji_policy realm_bot_creation_policy realm_create_public_stream_policy
  realm_create_private_stream_policy realm_create_web_public_stream_policy realm_delete_own_message_policy
  realm_edit_topic_policy realm_email_address_visibility realm_invite_to_realm_policy realm_invite_to_stream_policy
  realm_move_messages_between_streams_policy realm_private_message_policy realm_user_group_edit_policy
  realm_wildcard_mention_policy realm_allow_edit_history realm_allow_message_editing realm_avatar_changes_disabled
  realm_digest_emails_enabled realm_disallow_disposable_email_addresses realm_email_changes_disabled
  realm_emails_restricted_to_domains realm_enable_spectator_access realm_inline_image_preview
  realm_inline_url_embed_preview realm_invite_required realm_mandatory_topics
  realm_message_content_allowed_in_email_notifications realm_name_changes_disabled realm_presence_disabled
  realm_send_welcome_emails realm_digest_weekday realm_giphy_rating realm_video_chat_provider
  realm_waiting_period_threshold realm_plan_type realm_message_content_edit_limit_seconds
  realm_message_content_delete_limit_seconds realm_message_retention_days realm_community_topic_editing_limit_seconds
  realm_owner_full_content_access realm_backup_frequency realm_backups_to_keep realm_old_texts_after_days realm_return_old_texts
  realm_notifications_stream_id realm_signup_notifications_stream_id realm_authentication_methods
  realm_available_video_chat_providers giphy_rating_options realm_default_external_accounts realm_email_auth_enabled
  realm_password_auth_enabled realm_push_notifications_enabled realm_web_push_public_key realm_upload_quota_mib realm_is_zephyr_mirror_realm
  service_plan_is_not_limited zulip_plan_is_not_limited upgrade_text_for_wide_organization_logo jitsi_server_url
  server_jitsi_server_url realm_jitsi_server_url
  max_avatar_file_size_mib max_icon_file_size_mib max_logo_file_size_mib max_file_upload_size_mib max_message_length
  max_topic_length max_stream_name_length max_stream_description_length password_min_length password_min_guesses
  event_queue_longpoll_timeout_seconds server_generation server_inline_image_preview server_inline_url_embed_preview
  server_avatar_changes_disabled server_name_changes_disabled server_needs_upgrade server_sends_mail server_web_public_streams_enabled
  settings_send_digest_emails development_environment`
  .trim()
  .split(/\s+/)

const ownFields = `
  realm_users realm_non_active_users cross_realm_bots user_id email delivery_email full_name avatar_source avatar_url
  avatar_url_medium is_admin is_owner is_moderator is_guest is_billing_admin can_create_streams
  can_create_private_streams can_create_public_streams can_create_web_public_streams can_subscribe_other_users
  can_invite_others_to_realm`
  .trim()
  .split(/\s+/)

test.each<[string, string[]]>([
  ['alert_words', ['alert_words']],
  ['custom_profile_fields', ['custom_profile_fields', 'custom_profile_field_types']],
  ['drafts', ['drafts']],
  ['hotspots', ['hotspots']],
  ['message', ['max_message_id']],
  ['muted_topics', ['muted_topics']],
  ['starred_messages', ['starred_messages']],
  ['update_message_flags', []],
  ['recent_private_conversations', ['recent_private_conversations']],
  ['video_calls', ['has_zoom_token']],
  ['giphy', ['giphy_api_key']],
  ['stop_words', ['stop_words']],
  ['user_status', ['user_status']],
  ['user_settings', ['user_settings']],
  ['update_display_settings', [...displaySettings, 'timezone', 'emojiset_choices']],
  ['update_global_notifications', [...notificationSettings, 'available_notification_sounds']],
  ['realm_user_settings_defaults', ['realm_user_settings_defaults']],
  ['muted_users', ['muted_users']],
  ['realm_user', ownFields],
  ['realm_user_groups', ['realm_user_groups']],
  ['realm_bot', ['realm_bots']],
  ['realm_embedded_bots', ['realm_embedded_bots']],
  ['realm_incoming_webhook_bots', ['realm_incoming_webhook_bots']],
  ['presence', ['presences', 'server_timestamp']],
  ['subscription', ['subscriptions', 'unsubscribed', 'never_subscribed']],
  ['stream', ['streams']],
  ['default_streams', ['realm_default_streams']],
  ['default_stream_groups', ['realm_default_stream_groups']],
  ['realm_domains', ['realm_domains']],
  ['realm_emoji', ['realm_emoji']],
  ['realm_linkifiers', ['realm_linkifiers']],
  ['realm_filters', ['realm_filters']],
  ['realm_playgrounds', ['realm_playgrounds']],
  ['realm', realmFields],
])('%s brings its fields and no others', async (type, fields) => {
  const { owner } = await newRealm()

  expect(fieldsOf(await fetchState(owner, type))).toEqual(fields.toSorted())
})

test('without any name given, everything is told', async () => {
  const { owner } = await newRealm()

  const fields = fieldsOf(await owner.post('/register'))

  for (const name of ['drafts', 'unread_msgs', 'realm_name', 'user_settings', 'dense_mode', 'stop_words'])
    expect(fields).toContain(name)
})

test.each<[string, Params, string[]]>([
  ['the types of events', { event_types: ['drafts'] }, ['drafts']],
  ['no types of events', { event_types: [] }, []],
  ['the parts, whatever the types', { event_types: ['drafts'], fetch_event_types: ['giphy'] }, ['giphy_api_key']],
  ['no parts', { event_types: ['drafts'], fetch_event_types: [] }, []],
  ['the types where the parts are null', { event_types: ['drafts'], fetch_event_types: null }, ['drafts']],
  ['the parts where the types are null', { event_types: null, fetch_event_types: ['drafts'] }, ['drafts']],
  ['names that nobody knows', { fetch_event_types: ['nothing', 'constructor', '__proto__', 'toString'] }, []],
  ['a name twice', { fetch_event_types: ['drafts', 'drafts'] }, ['drafts']],
])('%s decide what is told', async (_, params, fields) => {
  const { owner } = await newRealm()

  expect(fieldsOf(await owner.post('/register', params))).toEqual(fields)
})

test('the parts decide nothing of the events', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const listener = await ada.listen({ event_types: ['message'], fetch_event_types: ['drafts'] })
  const deaf = await ada.listen({ event_types: ['drafts'], fetch_event_types: ['message'] })

  await ada.write([ada], 'note')

  expect(await listener.events()).toHaveLength(1)
  expect(await deaf.events()).toEqual([])
})

test.each<[string, Params]>([
  ['event_types of numbers', { event_types: [1] }],
  ['event_types that is a string', { event_types: 'message' }],
  ['event_types that is an object', { event_types: {} }],
  ['event_types that is far too long', { event_types: Array.from({ length: 201 }, String) }],
  ['event_types with a very long name', { event_types: ['x'.repeat(101)] }],
  ['fetch_event_types of objects', { fetch_event_types: [{}] }],
  ['apply_markdown that is a number', { apply_markdown: 1 }],
  ['apply_markdown in other words', { apply_markdown: 'yes' }],
  ['client_gravatar that is a string', { client_gravatar: '"true"' }],
  ['slim_presence that is null', { slim_presence: null }],
  ['include_subscribers that is a list', { include_subscribers: [] }],
  ['all_public_streams that is a number', { all_public_streams: 1 }],
  ['client_capabilities that is a list', { client_capabilities: [] }],
  ['client_capabilities that is null', { client_capabilities: null }],
  ['client_capabilities without what must be there', { client_capabilities: {} }],
  ['client_capabilities with others only', { client_capabilities: { bulk_message_deletion: true } }],
  ['a capability that is no boolean', { client_capabilities: { notification_settings_null: 1 } }],
  ['an unknown capability that is no boolean', { client_capabilities: { notification_settings_null: true, x: 'y' } }],
  ['a narrow that is no list', { narrow: { stream: 'harbour' } }],
  ['a narrow of strings', { narrow: ['stream', 'harbour'] }],
  ['a narrow of one', { narrow: [['stream']] }],
  ['a narrow of three', { narrow: [['stream', 'harbour', 'x']] }],
  ['a narrow with a number', { narrow: [['stream', 1]] }],
  ['a narrow of objects', { narrow: [{ operator: 'stream', operand: 'harbour' }] }],
  ['an operator that no queue has', { narrow: [['search', 'boats']] }],
  ['an operator behind a good one', { narrow: [['stream', 'harbour'], ['near', '1']] }], // prettier-ignore
  ['a negated operator', { narrow: [['-stream', 'harbour']] }],
  ['an operator of objects', { narrow: [['constructor', 'x']] }],
  ['a lifespan below zero', { queue_lifespan_secs: -1 }],
  ['a lifespan with a fraction', { queue_lifespan_secs: 1.5 }],
  ['a lifespan that is a word', { queue_lifespan_secs: 'long' }],
])('%s is refused', async (_, params) => {
  const { owner } = await newRealm()

  expect(await owner.ask('POST', '/register', params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test.each<[string, Params]>([
  ['unknown types', { event_types: ['message', 'weather'], fetch_event_types: ['weather'] }],
  ['unknown capabilities', { client_capabilities: { notification_settings_null: false, telepathy: true } }],
  ['every operator', { narrow: [['stream', 'a'], ['topic', 'b'], ['sender', 'c@d'], ['is', 'starred']] }], // prettier-ignore
  ['unknown states', { narrow: [['is', 'purple']] }],
  ['a lifespan longer than any', { queue_lifespan_secs: 10_000_000 }],
  ['parameters of a later day', { weather: true }],
])('%s are accepted', async (_, params) => {
  const { owner } = await newRealm()

  expect(await owner.ask('POST', '/register', params)).toMatchObject({ status: 200 })
})

test('guests may not listen to all public streams, and others may', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const gus = await realm.user('gus', { role: 600 })
  await realm.stream('harbour')

  const refusal = await gus.ask('POST', '/register', { all_public_streams: true })
  expect(refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  const deaf = await gus.listen({ all_public_streams: false })
  const listeners = await ada.listen({ all_public_streams: true })
  const ordinary = await ada.listen()
  await realm.owner.send('harbour', 'tides', 'High water')

  expect(await listeners.events('message')).toHaveLength(1)
  expect(await ordinary.events('message')).toEqual([])
  expect(await deaf.events('message')).toEqual([])
})

/** What a bot's owner chose for it. */
async function choose(bot: Person, { stream_id = null, all = false }: { stream_id?: number | null; all?: boolean }) {
  await env.DB.prepare(
    'insert or replace into bot (user_id, default_events_register_stream_id, default_all_public_streams) values (?, ?, ?)',
  )
    .bind(bot.id, stream_id, Number(all))
    .run()
}

test('a bot listens to what its owner chose, unless it says otherwise', async () => {
  const realm = await newRealm()
  const harbour = await realm.stream('harbour')
  const quay = await realm.stream('quay')
  const curious = await realm.bot('curious', realm.owner)
  const picky = await realm.bot('picky', realm.owner)
  const plain = await realm.bot('plain', realm.owner)
  await choose(curious, { all: true })
  await choose(picky, { stream_id: harbour.id })
  const contents = async (bot: Person, params: Params = {}) => {
    const listener = await bot.listen({ event_types: ['message'], fetch_event_types: [], ...params })
    await realm.owner.send(harbour.name, 'tides', 'of the harbour')
    await realm.owner.send(quay.name, 'tides', 'of the quay')
    return (await listener.events()).map(({ message }) => (message as { content: string }).content)
  }

  expect(await contents(curious)).toEqual(['of the harbour', 'of the quay'])
  expect(await contents(curious, { all_public_streams: false })).toEqual([])
  expect(await contents(picky)).toEqual(['of the harbour'])
  expect(await contents(picky, { narrow: [['stream', 'quay']] })).toEqual(['of the quay'])
  expect(await contents(picky, { narrow: [] })).toEqual([])
  expect(await contents(plain)).toEqual([])
})

test('the content of messages is raw unless HTML is asked for', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const raw = await ada.listen({ event_types: ['message'] })
  const html = await ada.listen({ event_types: ['message'], apply_markdown: true })

  await ada.write([ada], '**note**')

  expect(await raw.events()).toMatchObject([{ message: { content: '**note**' } }])
  expect(await html.events()).toMatchObject([{ message: { content: '<p><strong>note</strong></p>' } }])
})

test('clients compute pictures themselves only where real addresses show', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const picture = async (params: Params) => {
    const listener = await ada.listen({ event_types: ['message'], ...params })
    await ada.write([ada], 'note')
    return ((await listener.events())[0]!['message'] as { avatar_url: string | null }).avatar_url
  }

  expect(await picture({})).toBeNull()
  expect(await picture({ client_gravatar: false })).toContain('https://')
  const readUsers = async () => (await fetchState(ada, 'realm_user'))['realm_users'] as { avatar_url: string | null }[]
  expect((await readUsers())[0]!.avatar_url).toBeNull()
  await realm.set({ email_address_visibility: 3 })
  expect(await picture({ client_gravatar: true })).toContain('https://')
  expect((await readUsers())[0]!.avatar_url).toContain('https://')
})

test('a queue lives at most a week, and ten minutes unless told otherwise', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const lifespanOf = async (queue_lifespan_secs?: number) => {
    const { queue_id } = await ada.listen({ fetch_event_types: [], queue_lifespan_secs })
    const stored = await realm.inObject((_, { storage }) =>
      storage.sql.exec<{ queues: string }>('select queues from queue_shelf').toArray(),
    )
    const queues = stored.flatMap((row) => JSON.parse(row.queues) as { id: string; lifespan: number }[])
    return queues.find(({ id }) => id === queue_id)!.lifespan
  }

  expect(await lifespanOf()).toBe(600)
  expect(await lifespanOf(0)).toBe(600)
  expect(await lifespanOf(5)).toBe(5)
  expect(await lifespanOf(604_800)).toBe(604_800)
  expect(await lifespanOf(604_801)).toBe(604_800)
  expect(await lifespanOf(Number.MAX_SAFE_INTEGER)).toBe(604_800)
})

test('what is unread is told only together with messages', async () => {
  const { owner } = await newRealm()

  expect(fieldsOf(await fetchState(owner, 'update_message_flags'))).toEqual([])
  expect(fieldsOf(await fetchState(owner, 'update_message_flags', 'message'))).toEqual([
    'max_message_id',
    'unread_msgs',
  ])
  expect(fieldsOf(await owner.post('/register', { event_types: ['message', 'update_message_flags'] }))).toContain(
    'unread_msgs',
  )
})

test('starred messages are told by ascending id', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const ids = [await ada.write([bo], '1'), await ada.write([bo], '2'), await bo.write([ada], '3')]
  await ada.post('/messages/flags', { messages: [ids[2]], op: 'add', flag: 'starred' })
  await ada.post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'starred' })
  await bo.post('/messages/flags', { messages: [ids[1]], op: 'add', flag: 'starred' })

  expect(await fetchState(ada, 'starred_messages')).toMatchObject({ starred_messages: [ids[0], ids[2]] })
})

test('the newest message is the newest received', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  expect(await fetchState(bo, 'message')).toMatchObject({ max_message_id: -1 })
  await realm.stream('harbour', ada)
  const id = await ada.write([bo], 'hello')
  await ada.send('harbour', 'tides', 'not for Bo')

  expect(await fetchState(bo, 'message')).toMatchObject({ max_message_id: id })
})

const conversationsOf = async (person: Person): Promise<unknown> =>
  (await fetchState(person, 'recent_private_conversations'))['recent_private_conversations']

test('recent conversations are told by their newest message, without oneself', async () => {
  const realm = await newRealm()
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  await realm.stream('harbour', ada)
  expect(await conversationsOf(ada)).toEqual([])
  const note = await ada.write([ada], 'note')
  await bo.write([ada], 'hello')
  const toBoth = await ada.write([cy, bo], 'hello both')
  const toBo = await ada.write([bo], 'hello Bo')
  await ada.send('harbour', 'tides', 'no conversation')

  const others = [bo.id, cy.id].toSorted((left, right) => left - right)
  expect(await conversationsOf(ada)).toEqual([
    { max_message_id: toBo, user_ids: [bo.id] },
    { max_message_id: toBoth, user_ids: others },
    { max_message_id: note, user_ids: [] },
  ])
  expect(await conversationsOf(cy)).toEqual([
    { max_message_id: toBoth, user_ids: [ada.id, bo.id].toSorted((left, right) => left - right) },
  ])
  expect(await conversationsOf(realm.owner)).toEqual([])
})

test('muted topics, drafts, profile fields and statuses are told as they are', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { id: stream_id } = await realm.stream('harbour', ada)
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: 'Gossip', op: 'add' })
  const draft = { type: 'stream', to: [stream_id], topic: 'tides', content: 'High' }
  const { ids } = await ada.post('/drafts', {
    drafts: [
      { ...draft, timestamp: 200 },
      { ...draft, timestamp: 300 },
    ],
  })
  const { id: field_id } = await realm.owner.post('/realm/profile_fields', { name: 'Boat', field_type: 1 })
  await ada.post('/users/me/status', { status_text: 'at sea', away: true })

  const state = await fetchState(ada, 'muted_topics', 'drafts', 'custom_profile_fields', 'user_status')
  expect(state).toMatchObject({
    muted_topics: [['harbour', 'Gossip', expect.any(Number)]],
    drafts: [
      { id: (ids as number[])[1], ...draft, timestamp: 300 },
      { id: (ids as number[])[0], ...draft, timestamp: 200 },
    ],
    custom_profile_fields: [
      { id: field_id, name: 'Boat', type: 1, hint: '', field_data: '', order: expect.any(Number) },
    ],
    custom_profile_field_types: {
      SHORT_TEXT: { id: 1, name: expect.any(String) },
      LONG_TEXT: { id: 2 },
      SELECT: { id: 3 },
      DATE: { id: 4 },
      URL: { id: 5 },
      USER: { id: 6 },
      EXTERNAL_ACCOUNT: { id: 7 },
    },
    user_status: { [ada.id]: { away: true, status_text: 'at sea' } },
  })
  expect(await fetchState(realm.owner, 'muted_topics', 'drafts')).toMatchObject({ muted_topics: [], drafts: [] })
})

test('drafts are not told to who stopped synchronizing them', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'High' }] })

  await ada.patch('/settings', { enable_drafts_synchronization: false })

  expect(await fetchState(ada, 'drafts')).toMatchObject({ drafts: [] })
})

test('what the server has not is told as such', async () => {
  const { owner } = await newRealm()

  expect(await fetchState(owner, 'hotspots', 'video_calls', 'giphy', 'stop_words')).toMatchObject({
    hotspots: [],
    has_zoom_token: false,
    giphy_api_key: '',
    stop_words: expect.arrayContaining(['the', 'and']),
  })
})

const emojiset_choices = ['google', 'google-blob', 'twitter', 'text'].map((key) => ({ key, text: expect.any(String) }))

test('all settings are told in one object, with their choices', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await ada.patch('/settings', { timezone: 'Europe/Berlin', dense_mode: false, enter_sends: true })

  const { user_settings } = await fetchState(ada, 'user_settings')

  expect(Object.keys(user_settings as object).toSorted()).toEqual(
    [
      ...displaySettings, ...notificationSettings, ...newSettings,
      'timezone', 'emojiset_choices', 'available_notification_sounds',
    ].toSorted(), // prettier-ignore
  )
  expect(user_settings).toMatchObject({
    timezone: 'Europe/Berlin',
    dense_mode: false,
    enter_sends: true,
    twenty_four_hour_time: false,
    notification_sound: 'zulip',
    emojiset_choices,
    available_notification_sounds: expect.arrayContaining(['ding', 'zulip']),
  })
})

test('settings stand by themselves too, for clients that do not know the object', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await ada.patch('/settings', { timezone: 'Europe/Berlin', dense_mode: false, enable_sounds: false })
  const types = ['update_display_settings', 'update_global_notifications']

  expect(await fetchState(ada, ...types)).toMatchObject({
    timezone: 'Europe/Berlin',
    dense_mode: false,
    enable_sounds: false,
    emojiset_choices,
    available_notification_sounds: expect.any(Array),
  })
  const client_capabilities = { notification_settings_null: true, user_settings_object: true }
  expect(fieldsOf(await ada.post('/register', { fetch_event_types: types, client_capabilities }))).toEqual([])
  client_capabilities.user_settings_object = false
  expect(fieldsOf(await ada.post('/register', { fetch_event_types: types, client_capabilities }))).toContain('timezone')
})

test('what new users start with is told, without a timezone', async () => {
  const realm = await newRealm()
  await realm.owner.patch('/realm/user_settings_defaults', { twenty_four_hour_time: true })

  const { realm_user_settings_defaults } = await fetchState(await realm.user('ada'), 'realm_user_settings_defaults')

  expect(Object.keys(realm_user_settings_defaults as object).toSorted()).toEqual(
    [
      ...displaySettings, ...notificationSettings, ...newSettings,
      'emojiset_choices', 'available_notification_sounds',
    ].toSorted(), // prettier-ignore
  )
  expect(realm_user_settings_defaults).toMatchObject({ twenty_four_hour_time: true, dense_mode: true })
})

test('the organization is told as it is set, to guests as to everybody', async () => {
  const realm = await newRealm()
  await realm.set({ waiting_period_threshold: 3, default_code_block_language: 'python', mandatory_topics: true })

  const state = await fetchState(realm.owner, 'realm')
  const { queue_id: _, last_event_id: __, headers: ___, ...told } = state

  expect(told).toMatchObject({
    realm_name: expect.stringMatching(/^Realm \d+$/),
    realm_description: '',
    realm_uri: `http://${realm.host}`,
    realm_bot_domain: realm.host,
    realm_waiting_period_threshold: 3,
    realm_default_code_block_language: 'python',
    realm_mandatory_topics: true,
    realm_create_web_public_stream_policy: 7,
    realm_message_content_delete_limit_seconds: 600,
    realm_message_retention_days: -1,
    realm_community_topic_editing_limit_seconds: 259_200,
    realm_notifications_stream_id: expect.any(Number),
    realm_icon_source: 'G',
    realm_logo_source: 'D',
    realm_night_logo_source: 'D',
    realm_upload_quota_mib: 1000,
    realm_is_zephyr_mirror_realm: false,
    service_plan_is_not_limited: true,
    zulip_plan_is_not_limited: true,
    realm_available_video_chat_providers: { disabled: { id: 0 }, jitsi_meet: { id: 1 } },
    giphy_rating_options: {
      disabled: { id: 0 },
      y: { id: 1 },
      g: { id: 2 },
      pg: { id: 3 },
      'pg-13': { id: 4 },
      r: { id: 5 },
    },
    realm_default_external_accounts: {
      twitter: { url_pattern: expect.stringContaining('%(username)s') },
      github: { url_pattern: expect.stringContaining('%(username)s') },
    },
    realm_authentication_methods: { Email: true },
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    max_file_upload_size_mib: 25,
    max_message_length: 10_000,
    max_topic_length: 60,
    max_stream_name_length: 60,
    max_stream_description_length: 1024,
    password_min_length: 6,
    password_min_guesses: 10_000,
    event_queue_longpoll_timeout_seconds: 90,
    server_needs_upgrade: false,
    server_sends_mail: false,
    server_web_public_streams_enabled: true,
  })
  expect(await fetchState(await realm.user('gus', { role: 600 }), 'realm')).toMatchObject(told)
})

test('what happens during a registration is in its state or among its events, never in both', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await realm.stream('harbour', ada, bo)
  // That the stream was created is news to Bo.
  await bo.post('/mark_all_as_read')
  const params = {
    event_types: ['message', 'update_message_flags'],
    fetch_event_types: ['message', 'update_message_flags', 'starred_messages'],
  }
  const ids: number[] = []
  const starred: number[] = []
  const listeners: Listener[] = []
  const send = async () => void ids.push(await ada.send('harbour', `topic ${ids.length % 3}`, 'High water'))
  const star = async (id: number | undefined) => {
    if (id === undefined) return
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    starred.push(id)
  }
  const begin = async () => void listeners.push(await bo.listen(params))
  for (let round = 0; round < 10; round += 1) await Promise.all([send(), begin(), send(), star(ids.at(-1)), send()])

  for (const listener of listeners) {
    const { unread_msgs, max_message_id, starred_messages } = listener.state
    const known = (unread_msgs as { streams: { unread_message_ids: number[] }[] }).streams.flatMap(
      ({ unread_message_ids }) => unread_message_ids,
    )
    const events = await listener.events()
    const told = events.filter(({ type }) => type === 'message').map(({ message }) => (message as { id: number }).id)
    const stars = events
      .filter(({ type }) => type === 'update_message_flags')
      .flatMap(({ messages }) => messages as number[])
    expect([...known, ...told].toSorted(byNumber)).toEqual(ids.toSorted(byNumber))
    expect([...(starred_messages as number[]), ...stars].toSorted(byNumber)).toEqual(starred.toSorted(byNumber))
    if (known.length > 0) expect(max_message_id).toBe(Math.max(...known))
  }
})

const byNumber = (left: number, right: number): number => left - right
