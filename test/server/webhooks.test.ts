import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'
import { Service, webhook } from '../kit/services'

const slack = '/external/slack_incoming'
const plain = '/external/json'

let realm: TestRealm
let bot: Person

beforeAll(async () => {
  realm = await newRealm()
  bot = await realm.bot('hook', realm.owner, { type: 2 })
  await realm.stream('builds', realm.owner)
})

/** Posts as a program does that knows one address and nothing else. */
async function post(
  path: string,
  payload: unknown,
  { query = {}, form = false, headers = {} }: { query?: object; form?: boolean; headers?: object } = {},
): Promise<Answer> {
  const asked = new URLSearchParams({ api_key: bot.key, stream: 'builds', topic: 'main', ...query })
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const response = await reach(realm.host, `/api/v1${path}?${asked.toString()}`, {
    method: 'POST',
    headers: { ...(!form && { 'Content-Type': 'application/json' }), ...headers },
    body: form ? new URLSearchParams({ payload: text }) : text,
  })
  return { ...(await response.json<object>()), status: response.status } as Answer
}

const readLatest = async (): Promise<Answer> => (await realm.owner.messages([], { apply_markdown: true })).at(-1)!

describe.each([
  [slack, { text: 'Build *red*' }, '<p>Build <strong>red</strong></p>'],
  [plain, { content: 'Build **red**' }, '<p>Build <strong>red</strong></p>'],
])('%s', (path, payload, html) => {
  test.each([
    ['a body of JSON', {}],
    ['a form', { form: true }],
    ['JSON with a character set', { headers: { 'Content-Type': 'Application/JSON; charset=utf-8' } }],
  ])('sends %s to the stream and topic of its address', async (_, way) => {
    const answer = await post(path, payload, way)

    expect(answer).toEqual({ status: 200, result: 'success', msg: '' })
    expect(await readLatest()).toMatchObject({
      sender_id: bot.id,
      display_recipient: 'builds',
      subject: 'main',
      content: html,
    })
  })

  test('sends to a stream by id', async () => {
    const { id } = await realm.stream('by id', realm.owner)
    await post(path, payload, { query: { stream: String(id) } })

    expect(await readLatest()).toMatchObject({ display_recipient: 'by id' })
  })

  test('lets any account in with its address and key, as everywhere', async () => {
    const ada = await realm.user(`ada${path.length}`)
    const headers = { Authorization: ada.authorization }

    expect(await post(path, payload, { query: { api_key: '' }, headers })).toMatchObject({ status: 200 })
    expect(await readLatest()).toMatchObject({ sender_id: ada.id })
  })

  test.each([
    ['no key', { api_key: '' }, 401, 'INVALID_API_KEY'],
    ['a wrong key', { api_key: 'x'.repeat(32) }, 401, 'INVALID_API_KEY'],
    ['a stream that is not there', { stream: 'nowhere' }, 400, 'STREAM_DOES_NOT_EXIST'],
    ['a topic too long', { topic: 'x'.repeat(61) }, 400, 'BAD_REQUEST'],
  ])('refuses %s', async (_, query, status, code) => {
    expect(await post(path, payload, { query })).toMatchObject({ result: 'error', status, code })
  })

  test('refuses who brings no credentials at all', async () => {
    const response = await reach(realm.host, `/api/v1${path}?stream=builds`, { method: 'POST', body: '' })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED_USER' })
  })

  test.each([
    ['a person', (name: string) => realm.user(name)],
    ['a generic bot', (name: string) => realm.bot(name, realm.owner)],
    [
      'an outgoing webhook bot',
      (name: string) => webhook(realm.owner, new Service(), { short_name: name, full_name: name }),
    ],
  ])('refuses the key alone of %s', async (who, newAccount) => {
    const other = await newAccount(`${who.replaceAll(' ', '-')}${path.length}`)

    expect(await post(path, payload, { query: { api_key: other.key } })).toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
  })

  test('refuses a bot that was deactivated', async () => {
    const gone = await realm.bot(`gone${path.length}`, realm.owner, { type: 2 })
    await realm.owner.delete(`/bots/${gone.id}`)

    expect(await post(path, payload, { query: { api_key: gone.key } })).toMatchObject({
      status: 401,
      code: 'USER_DEACTIVATED',
    })
  })

  test('refuses a key of another realm', async () => {
    const other = await newRealm()
    const stranger = await other.bot('stranger', other.owner, { type: 2 })

    expect(await post(path, payload, { query: { api_key: stranger.key } })).toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
  })

  test('refuses what is not JSON', async () => {
    expect(await post(path, '{"text": ')).toMatchObject({
      status: 400,
      code: 'INVALID_JSON',
      msg: 'Argument "payload" is not valid JSON.',
    })
  })

  test('refuses to be without a payload', async () => {
    const response = await reach(realm.host, `/api/v1${path}?stream=builds&api_key=${bot.key}`, { method: 'POST' })

    expect(await response.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'payload' })
  })

  test('refuses a body that is too large', async () => {
    expect(await post(path, JSON.stringify('x'.repeat(1024 * 1024)))).toMatchObject({ status: 400 })
  })
})

test('without a stream the owner of the bot is told privately', async () => {
  const ada = await realm.user('ada-owner')
  const own = await realm.bot('own', ada, { type: 2 })
  const response = await reach(realm.host, `/api/v1${slack}?api_key=${own.key}`, {
    method: 'POST',
    body: new URLSearchParams({ payload: '{"text":"Just for you"}' }),
  })

  expect(response.status).toBe(200)
  const [message] = await ada.messages([{ operator: 'is', operand: 'private' }])
  expect(message).toMatchObject({ sender_id: own.id, content: '<p>Just for you</p>' })
  expect(await realm.owner.messages([{ operator: 'sender', operand: own.email }])).toEqual([])
})

/** The topic of a message that was posted with this. */
const topicFor = async (query: object, payload: object) => {
  const asked = new URLSearchParams({ api_key: bot.key, stream: 'builds', ...query })
  await reach(realm.host, `/api/v1${slack}?${asked.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  })
  return (await readLatest())['subject'] as string
}

describe('a Slack payload', () => {
  test('names the topic by its channel when the address does not', async () => {
    expect(await topicFor({}, { text: 'x', channel: '#deploys' })).toBe('deploys')
    expect(await topicFor({ topic: 'main' }, { text: 'x', channel: '#deploys' })).toBe('main')
    expect(await topicFor({}, { text: 'x' })).toBe('(no topic)')
  })

  test.each([
    ['that is a list', []],
    ['whose text is a number', { text: 7 }],
    ['whose text is too long', { text: 'x'.repeat(10_001) }],
    ['with too many attachments', { attachments: Array.from({ length: 101 }, () => ({ text: 'x' })) }],
    ['with too many blocks', { blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }],
    ['with a block without a type', { blocks: [{ text: 'x' }] }],
    ['with a malformed block', { blocks: [{ type: 'header', text: 'x' }] }],
  ])('%s is refused, and nothing is sent', async (_, payload) => {
    const before = await readLatest()

    expect(await post(slack, payload)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await readLatest()).toEqual(before)
  })

  test.each([
    ['that says nothing', {}],
    ['of which nothing can be shown', { blocks: [{ type: 'input', label: 'Name' }], attachments: [{}] }],
  ])('%s is answered with success, and sends nothing', async (_, payload) => {
    const before = await readLatest()

    expect(await post(slack, payload)).toMatchObject({ status: 200, result: 'success' })
    expect(await readLatest()).toEqual(before)
  })

  test('mentions nobody here by the names of people elsewhere', async () => {
    await post(slack, { text: '<!channel> <@U1|Olga Owner>' })

    expect(await readLatest()).toMatchObject({ content: '<p>@channel @Olga Owner</p>' })
    expect((await readLatest())['flags']).not.toContain('wildcard_mentioned')
  })
})

const nestedArrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('a JSON payload', () => {
  test('says where it goes when the address does not', async () => {
    const response = await reach(realm.host, `/api/v1${plain}?api_key=${bot.key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ stream: 'builds', topic: 'said', content: 'Here' }),
    })

    expect(response.status).toBe(200)
    expect(await readLatest()).toMatchObject({ display_recipient: 'builds', subject: 'said' })
  })

  test('goes where the address says, whatever it says itself', async () => {
    await post(plain, { stream: 'nowhere', topic: 'said', content: 'There' })

    expect(await readLatest()).toMatchObject({ display_recipient: 'builds', subject: 'main' })
  })

  test('is told as it is stored when it has half a character', async () => {
    const listener = await realm.owner.listen({ event_types: ['message'], apply_markdown: false })

    await post(plain, { content: 'a\ud800' })

    const [message] = await realm.owner.messages([], {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    })
    expect(message).toMatchObject({ content: 'a\ufffd' })
    expect(await listener.events()).toMatchObject([{ message: { content: 'a\ufffd' } }])
  })

  test.each<[string, unknown, string]>([
    ['an object', { build: 7, state: 'red' }, '{\n  "build": 7,\n  "state": "red"\n}'],
    ['an object whose content is no text', { content: 7 }, '{\n  "content": 7\n}'],
    ['a list', [1], '[\n  1\n]'],
    ['a text that looks like the end of code', '\n```\n**bold**', '"\\n```\\n**bold**"'],
    ['nothing', null, 'null'],
  ])('that is no message is shown as it is: %s', async (_, payload, code) => {
    await post(plain, JSON.stringify(payload))
    const [message] = await realm.owner.messages([], {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    })

    expect(message).toMatchObject({ content: '```json\n' + code + '\n```' })
  })

  test('that is no message has a topic of its own', async () => {
    const response = await reach(realm.host, `/api/v1${plain}?api_key=${bot.key}&stream=builds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '[]',
    })

    expect(response.status).toBe(200)
    expect(await readLatest()).toMatchObject({ subject: 'JSON' })
  })

  test('may be nested 50 levels deep', async () => {
    expect(await post(plain, nestedArrays(50))).toMatchObject({ status: 200 })
  })

  test.each([
    ['nested too deep', nestedArrays(51)],
    ['nested without end', nestedArrays(100_000)],
    ['too long', JSON.stringify(Array.from({ length: 6000 }, () => 1))],
    ['empty', { content: ' ' }],
  ])('that is %s is refused', async (_, payload) => {
    expect(await post(plain, payload)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

test('other endpoints take no body of JSON, and no key in the query', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ type: 'stream', to: 'builds', topic: 'x', content: 'x' })
  const authorized = { ...headers, Authorization: bot.authorization }

  const inQuery = await reach(realm.host, `/api/v1/messages?api_key=${bot.key}`, { method: 'POST', headers, body })
  const inBody = await reach(realm.host, '/api/v1/messages', { method: 'POST', headers: authorized, body })

  expect(inQuery.status).toBe(401)
  expect(await inBody.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
})
