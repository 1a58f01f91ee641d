import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/app'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let olga: Person

beforeAll(async () => {
  realm = await newRealm()
  olga = realm.owner
})

const refusal = { status: 400, result: 'error', code: 'BAD_REQUEST' }
const nul = 'a\0b'

describe('a text with a null byte is refused', () => {
  const bot = { full_name: 'Helper', short_name: 'helper' }
  const group = { name: 'crew', description: 'all', members: [] }
  const person = { email: 'ada@example.com', password: 'correct horse', full_name: 'Ada' }

  const cases: [name: string, route: string, params: Params][] = [
    ['full_name', 'POST /users', { ...person, full_name: nul }],
    ['password', 'POST /users', { ...person, password: `${nul} correct horse` }],
    ['full_name', 'PATCH /settings', { full_name: nul }],
    ['status_text', 'POST /users/me/status', { status_text: nul }],
    ['full_name', 'POST /bots', { ...bot, full_name: nul }],
    ['config_data.tide', 'POST /bots', { ...bot, config_data: { tide: nul } }],
    ['A key of config_data', 'POST /bots', { ...bot, config_data: { [nul]: 'high' } }],
    ['storage.tide', 'PUT /bot_storage', { storage: { tide: nul } }],
    ['A key of storage', 'PUT /bot_storage', { storage: { [nul]: 'high' } }],
    ['description', 'POST /user_groups/create', { ...group, description: nul }],
    ['name', 'POST /user_groups/create', { ...group, name: nul }],
    [
      'subscriptions.0.description',
      'POST /users/me/subscriptions',
      { subscriptions: [{ name: 'x', description: nul }] },
    ],
    ['subscriptions.1.name', 'POST /users/me/subscriptions', { subscriptions: [{ name: 'x' }, { name: nul }] }],
    ['description', 'PATCH /streams/1', { description: nul }],
    ['description', 'PATCH /realm', { description: nul }],
    ['name', 'PATCH /realm', { name: nul }],
    ['description', 'POST /default_stream_groups/create', { group_name: 'x', description: nul, stream_names: [] }],
    ['hint', 'POST /realm/profile_fields', { name: 'Motto', hint: nul, field_type: 1 }],
    ['field_data.a.text', 'POST /realm/profile_fields', { name: 'x', field_type: 3, field_data: { a: { text: nul } } }],
    ['data.0.value', 'PATCH /users/me/profile_data', { data: [{ id: 1, value: nul }] }],
    ['profile_data.0.value', 'PATCH /users/1', { profile_data: [{ id: 1, value: nul }] }],
    ['alert_words.0', 'POST /users/me/alert_words', { alert_words: [nul] }],
    ['token', 'POST /users/me/android_gcm_reg_id', { token: nul }],
    ['invitee_emails', 'POST /invites', { invitee_emails: nul, stream_ids: [1] }],
    ['content', 'POST /submessage', { message_id: 1, msg_type: 'widget', content: nul }],
    ['narrow.0.1', 'POST /register', { narrow: [['topic', nul]] }],
    ['local_id', 'POST /messages', { type: 'stream', to: 'x', content: 'x', queue_id: '1', local_id: nul }],
  ]

  test.each(cases)('as %s of %s', async (name, route, params) => {
    const [method, path] = route.split(' ') as [string, string]

    expect(await olga.ask(method, path, params)).toMatchObject({
      ...refusal,
      msg: `${name} must not contain null bytes`,
    })
  })

  test('in words of their own, where messages, topics, drafts and forms have them', async () => {
    await realm.stream('harbour', olga)
    const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'low' }
    const draft = { type: '', to: [], topic: '', content: nul }
    const mute = { stream: 'harbour', topic: nul, op: 'add' }
    const linkifier = { pattern: '#(?P<id>[0-9]+)', url_format_string: 'https://x.example/%(id)s' }
    const playground = { name: 'Play', pygments_language: 'Python', url_prefix: 'https://x.example/' }

    const later = { delivery_type: 'send_later', deliver_at: new Date(Date.now() + 3_600_000).toISOString() }
    const { id } = await olga.post('/messages', { ...message, ...later })
    const scheduled = `PATCH /scheduled_messages/${String(id)}`

    const answers: [route: string, params: Params, answer: object][] = [
      [scheduled, { content: nul }, { msg: 'Message must not contain null bytes' }],
      [scheduled, { topic: nul }, { msg: 'Invalid character in topic!' }],
      ['POST /messages', { ...message, content: nul }, { msg: 'Message must not contain null bytes' }],
      ['POST /messages', { ...message, topic: nul }, { msg: 'Invalid character in topic!' }],
      ['POST /messages/render', { content: nul }, { msg: 'Message must not contain null bytes' }],
      ['POST /drafts', { drafts: [draft] }, { msg: 'Message must not contain null bytes' }],
      ['PATCH /users/me/subscriptions/muted_topics', mute, { msg: 'Invalid character in topic!' }],
      ['POST /realm/filters', { ...linkifier, pattern: nul }, { errors: { pattern: [expect.any(String)] } }],
      [
        'POST /realm/filters',
        { ...linkifier, url_format_string: `${linkifier.url_format_string}\0` },
        { errors: { url_format_string: [expect.any(String)] } },
      ],
      ['POST /realm/playgrounds', { ...playground, name: nul }, { errors: { name: [expect.any(String)] } }],
    ]
    for (const [route, params, answer] of answers) {
      const [method, path] = route.split(' ') as [string, string]
      expect(await olga.ask(method, path, params), route).toMatchObject({ ...refusal, ...answer })
    }
  })

  test('by the parameter itself, but for these', () => {
    const taking = endpoints
      .filter(({ path }) => path !== '/set-typing-status')
      .flatMap(({ method, path, params }) =>
        Object.entries(params).flatMap(([name, { options }]) =>
          options.anyCharacters ? [`${method} ${path} ${name}`] : [],
        ),
      )

    expect(taking.toSorted()).toEqual([
      'GET /messages narrow',
      'GET /messages/matches_narrow narrow',
      'PATCH /drafts/{draft_id} draft',
      'PATCH /messages/{message_id} content',
      'PATCH /messages/{message_id} topic',
      'PATCH /realm/filters/{filter_id} pattern',
      'PATCH /realm/filters/{filter_id} url_format_string',
      'PATCH /scheduled_messages/{scheduled_message_id} content',
      'PATCH /scheduled_messages/{scheduled_message_id} topic',
      'PATCH /users/me/subscriptions/muted_topics topic',
      'POST /drafts drafts',
      'POST /external/json payload',
      'POST /external/json topic',
      'POST /external/slack_incoming payload',
      'POST /external/slack_incoming topic',
      'POST /external/{service} body',
      'POST /mark_topic_as_read topic_name',
      'POST /messages content',
      'POST /messages topic',
      'POST /messages/render content',
      'POST /realm/filters pattern',
      'POST /realm/filters url_format_string',
      'POST /realm/playgrounds name',
      'POST /realm/playgrounds pygments_language',
      'POST /realm/playgrounds url_prefix',
      'POST /streams/{stream_id}/delete_topic topic_name',
      'POST /typing topic',
    ])
  })

  test('and is left out of the name of a client', async () => {
    await realm.stream('quay', olga)

    const { id } = await olga.post('/messages', { type: 'stream', to: 'quay', topic: 'x', content: 'x', client: nul })

    expect((await olga.get(`/messages/${id}`))['message']).toMatchObject({ client: 'ab' })
  })
})

describe('half a surrogate pair is refused', () => {
  test.each([
    ['storage.tide', 'PUT /bot_storage', { storage: '{"tide": "\\ud83d"}' }],
    ['A key of storage', 'PUT /bot_storage', { storage: '{"\\uDE00": "high"}' }],
    ['data.0.value', 'PATCH /users/me/profile_data', { data: '[{"id": 1, "value": "a\\udc00b"}]' }],
    ['subscriptions.0.description', 'POST /subscribe', { subscriptions: '[{"name": "x", "description": "\\ud800"}]' }],
  ])('as %s', async (name, route, params) => {
    const [method, path] = route.split(' ') as [string, string]
    const msg = `${name} must not contain half a surrogate pair`

    expect(await olga.ask(method, path, params)).toMatchObject({ ...refusal, msg })
  })

  test('and a whole one is taken, however it is written', async () => {
    await olga.must('PUT', '/bot_storage', {
      storage: String.raw`{"tide": "\ud83c\udf0a", "moon": "🌕", "tab": "\u0009"}`,
    })

    expect((await olga.get('/bot_storage'))['storage']).toEqual({ tide: '🌊', moon: '🌕', tab: '\t' })
  })
})

describe('the key __proto__ is refused, and not lost', () => {
  test.each([
    ['storage', 'PUT /bot_storage', { storage: '{"tide": "high", "__proto__": "low"}' }],
    ['storage', 'PUT /bot_storage', { storage: String.raw`{"\u005f_proto__": "low"}` }],
    ['config_data', 'POST /bots', { full_name: 'B', short_name: 'b', config_data: '{"__proto__": "low"}' }],
    ['field_data', 'POST /realm/profile_fields', { name: 'x', field_type: 3, field_data: '{"__proto__": {}}' }],
    [
      'field_data.a',
      'POST /realm/profile_fields',
      { name: 'x', field_type: 3, field_data: '{"a": {"__proto__": "b"}}' },
    ],
    ['client_capabilities', 'POST /register', { client_capabilities: '{"__proto__": true}' }],
  ])('in %s of %s', async (name, route, params) => {
    const [method, path] = route.split(' ') as [string, string]
    const msg = `${name} must not have the key __proto__`

    expect(await olga.ask(method, path, params)).toMatchObject({ ...refusal, msg })
  })

  test('and a text of these letters is taken', async () => {
    await olga.must('PUT', '/bot_storage', { storage: { letters: '__proto__', constructor: 'kept' } })

    expect((await olga.get('/bot_storage'))['storage']).toMatchObject({ letters: '__proto__', constructor: 'kept' })
  })
})

test('JSON that is nested deeper than anything can walk makes nothing fail', async () => {
  const storage = `${'['.repeat(150_000)}"\\u0000"${']'.repeat(150_000)}`

  const refused = await olga.ask('PUT', '/bot_storage', { storage })

  expect(refused).toMatchObject(refusal)
  expect(refused.msg.length).toBeLessThan(200)
})

test.each<[what: string, value: unknown]>([
  ['cannot be kept', 'a\0'],
  ['is of another kind', 5],
])('a key that is long is not repeated whole when what it holds %s', async (_, value) => {
  const key = 'k'.repeat(300_000)

  const { headers: _headers, ...refused } = await olga.ask('PUT', '/bot_storage', { storage: { [key]: value } })

  expect(refused).toMatchObject(refusal)
  expect(JSON.stringify(refused).length).toBeLessThan(500)
})
