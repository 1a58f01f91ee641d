import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { costOf, newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let bot: Person

beforeAll(async () => {
  realm = await newRealm()
  await realm.stream('builds', realm.owner)
  bot = await realm.bot('hook', realm.owner, { type: 2 })
})

interface Delivery {
  readonly event?: string
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Posts an event as GitHub does. */
async function post(
  payload: unknown,
  { event = 'push', id = crypto.randomUUID(), query = {}, headers = {} }: Delivery = {},
  service = 'github',
): Promise<Answer> {
  const asked = new URLSearchParams({ api_key: bot.key, stream: 'builds', ...query })
  const response = await reach(realm.host, `/api/v1/external/${service}?${asked.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': event, 'X-GitHub-Delivery': id, ...headers },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  const { status, headers: answered } = response
  return { ...(await response.json<object>()), status, headers: answered } as Answer
}

const repository = { name: 'garden', full_name: 'tidewater/garden', html_url: 'https://github.com/tidewater/garden' }
const sender = { login: 'ada' }

const run = (id: number, status: string, conclusion: string | null, branch = 'main') => ({
  action: status,
  repository,
  sender,
  workflow_run: {
    id,
    name: 'Tests',
    run_number: id,
    status,
    conclusion,
    head_branch: branch,
    head_sha: '0a1b2c3d4e5f',
  },
})

const star = (count: number) => ({ action: 'created', repository: { ...repository, stargazers_count: count }, sender })

const inBuilds = async (topic?: string): Promise<Answer[]> =>
  realm.owner.messages([
    { operator: 'stream', operand: 'builds' },
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
  ])

describe('an event', () => {
  test('becomes a message in its topic', async () => {
    const answer = await post(run(1, 'in_progress', null), { event: 'workflow_run' })

    expect(answer).toMatchObject({ status: 200, result: 'success', msg: '' })
    expect((await inBuilds('garden / main')).at(-1)).toMatchObject({ sender_id: bot.id, subject: 'garden / main' })
  })

  test('has the topic of the address, if that names one', async () => {
    await post(star(1), { event: 'star', query: { topic: 'stars' } })

    expect(await inBuilds('stars')).toHaveLength(1)
  })

  test('is sent to the owner where the address names no stream', async () => {
    const asked = new URLSearchParams({ api_key: bot.key })
    await reach(realm.host, `/api/v1/external/github?${asked.toString()}`, {
      method: 'POST',
      headers: { 'X-GitHub-Event': 'star' },
      body: JSON.stringify(star(2)),
    })
    const [message] = await realm.owner.messages([
      { operator: 'sender', operand: bot.email },
      { operator: 'is', operand: 'private' },
    ])

    expect(message).toMatchObject({ type: 'private', sender_id: bot.id })
  })

  test('may be the field `payload` of a form', async () => {
    const form = new URLSearchParams({ payload: JSON.stringify(star(3)) }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }

    expect(await post(form, { event: 'star', headers, query: { topic: 'form' } })).toMatchObject({ status: 200 })
    expect(await inBuilds('form')).toHaveLength(1)
  })

  test('that is repeated is posted once', async () => {
    const id = crypto.randomUUID()
    for (const _ of [1, 2, 3]) await post(star(4), { event: 'star', id, query: { topic: 'repeated' } })

    expect(await inBuilds('repeated')).toHaveLength(1)
  })

  test.each([
    ['is not among those that are wanted', { only_events: 'push,issues' }, 0],
    ['is among those that are wanted', { only_events: '["st*"]' }, 1],
    ['is among those that are not wanted', { exclude_events: '*ar' }, 0],
  ])('that %s', async (_, query, amount) => {
    const topic = JSON.stringify(query)
    expect(await post(star(5), { event: 'star', query: { topic, ...query } })).toMatchObject({ status: 200 })
    expect(await inBuilds(topic)).toHaveLength(amount)
  })
})

describe('what has a state', () => {
  test('is edited while it is the last message of its topic', async () => {
    await post(run(2, 'in_progress', null, 'edited'), { event: 'workflow_run' })
    await post(run(2, 'completed', 'success', 'edited'), { event: 'workflow_run' })
    const messages = await inBuilds('garden / edited')

    expect(messages).toHaveLength(1)
    expect(messages[0]!['content']).toContain('passed')
  })

  test('is told anew after another message', async () => {
    await post(run(3, 'in_progress', null, 'talk'), { event: 'workflow_run' })
    await realm.owner.send('builds', 'garden / talk', 'Fingers crossed')
    await post(run(3, 'completed', 'failure', 'talk'), { event: 'workflow_run' })

    expect(await inBuilds('garden / talk')).toHaveLength(3)
  })
})

describe('a request is refused', () => {
  test.each([
    ['for a service that there is not', {}, 'nothing', 404],
    ['with a body that is no JSON', '{"action": ', 'github', 400],
    ['with a body that is too large', JSON.stringify('x'.repeat(1024 * 1024)), 'github', 400],
  ])('%s', async (_, payload, service, status) => {
    expect(await post(payload, {}, service)).toMatchObject({ status, result: 'error' })
  })

  test('without a good key', async () => {
    expect(await post(star(1), { query: { api_key: 'x'.repeat(32) } })).toMatchObject({ status: 401 })
  })
})

test.each([
  ['the name of its event', { event: 'x'.repeat(5000) }, {}],
  ['its id', { event: 'star', id: 'x'.repeat(5000) }, {}],
  ['what it is the state of', { event: 'workflow_run' }, { workflow_run: { id: '\0\uD800'.repeat(1000) } }],
])('an event is taken whatever is in %s', async (_, delivery, payload) => {
  expect(await post({ ...star(11), ...payload }, { ...delivery, query: { topic: 'any' } })).toMatchObject({
    status: 200,
  })
})

test('a body of a hundred thousand nested lists is answered', async () => {
  expect(await post('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({ status: 200 })
})

test('a service may look whether its address is good', async () => {
  const response = await reach(realm.host, `/api/v1/external/github?api_key=${bot.key}`, { method: 'HEAD' })

  expect(response.status).toBe(200)
})

interface Added {
  bot_id: number
  api_key: string
  secret: string | null
}

const add = async (params: Readonly<Record<string, unknown>>): Promise<Added> =>
  (await realm.owner.post('/integrations', params)) as unknown as Added

const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('an integration', () => {
  test('posts where its owner chose, whatever the address says', async () => {
    const { id } = await realm.stream('chosen', realm.owner)
    const { api_key, secret } = await add({ service: 'github', stream_id: id, topic: 'code' })
    const body = JSON.stringify(star(6))
    const headers = { 'X-Hub-Signature-256': signatureOf(secret!, body) }

    expect(await post(body, { event: 'star', query: { api_key }, headers })).toMatchObject({ status: 200 })
    const [message] = await realm.owner.messages([{ operator: 'stream', operand: 'chosen' }])
    expect(message).toMatchObject({ subject: 'code', sender_full_name: 'GitHub' })
  })

  test.each([
    ['is not signed', () => ({})],
    ['is signed with another secret', () => ({ 'X-Hub-Signature-256': signatureOf('wrong', '{}') })],
  ])('refuses what %s', async (_, headers) => {
    const { api_key } = await add({ service: 'github' })

    expect(await post('{}', { event: 'star', query: { api_key }, headers: headers() })).toMatchObject({ status: 403 })
  })

  test('takes events of its own service only', async () => {
    const { api_key } = await add({ service: 'github' })
    const response = await reach(realm.host, `/api/v1/external/json?api_key=${api_key}&stream=builds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"content":"Hello"}',
    })

    expect(response.status).toBe(401)
  })

  test('gets another secret', async () => {
    const { api_key, bot_id } = await add({ service: 'github' })
    const { secret } = await realm.owner.patch(`/integrations/${bot_id}`, { renew_secret: true })
    const headers = { 'X-Hub-Signature-256': signatureOf(secret as string, '{}') }

    expect(await post('{}', { event: 'ping', query: { api_key }, headers })).toMatchObject({ status: 200 })
  })

  test('is changed by its owner, and listed', async () => {
    const { bot_id } = await add({ service: 'github' })
    await realm.owner.patch(`/integrations/${bot_id}`, { topic: 'all of it', only_events: ['push'] })
    const { integrations } = await realm.owner.get('/realm/integrations')

    expect(integrations).toContainEqual(
      expect.objectContaining({
        bot_id,
        service: 'github',
        topic: 'all of it',
        only_events: ['push'],
        has_secret: true,
      }),
    )
  })

  test('is nothing to another member', async () => {
    const bo = await realm.user('bo')
    const { bot_id } = await add({ service: 'github' })

    expect(await bo.ask('PATCH', `/integrations/${bot_id}`, { topic: 'mine' })).toMatchObject({ status: 400 })
    expect((await bo.get('/realm/integrations'))['integrations']).toEqual([])
  })
})

describe('what a service sent lately', () => {
  test('is listed: messages, events that nobody knows, and failures', async () => {
    const { id } = await realm.stream('lately', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id, topic: 'code' })
    const body = JSON.stringify(star(7))
    const headers = { 'X-Hub-Signature-256': signatureOf(secret!, body) }
    await post(body, { event: 'star', query: { api_key }, headers })
    await post(body, { event: 'comet', query: { api_key }, headers })
    await post(body, { event: 'star', query: { api_key } })

    await vi.waitFor(async () => {
      const { posted, failed, unknown } = await realm.owner.get(`/integrations/${bot_id}/deliveries`)
      expect(posted).toEqual([expect.objectContaining({ event: 'star' })])
      expect(unknown).toEqual({ comet: 1 })
      expect(failed).toEqual([
        expect.objectContaining({ event: 'star', body: null, code: 'BAD_REQUEST', reason: 'not_signed' }),
      ])
    })
  })

  test('cannot be sent again if it was not signed, because anybody may have written it', async () => {
    const { id } = await realm.stream('forged', realm.owner)
    const { api_key, bot_id } = await add({ service: 'github', stream_id: id })
    await post(star(8), { event: 'star', query: { api_key } })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(bot_id)}/retry`

    expect(await realm.owner.ask('POST', retry)).toMatchObject({ status: 400 })
    expect(await realm.owner.messages([{ operator: 'stream', operand: 'forged' }])).toEqual([])
  })
})

/** The id of the only failed request of a bot. */
const failureOf = (bot_id: number): Promise<string> =>
  vi.waitFor(async () => {
    const { failed } = await realm.owner.get(`/integrations/${bot_id}/deliveries`)
    expect(failed).toHaveLength(1)
    return (failed as { id: string }[])[0]!.id
  })

describe('a failed request', () => {
  test('of an event that nobody wants to read of posts nothing, and is listed no longer', async () => {
    const { id } = await realm.stream('unwanted', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id })
    await realm.owner.delete(`/streams/${id}`)
    const body = JSON.stringify(star(12))
    await post(body, {
      event: 'star',
      query: { api_key },
      headers: { 'X-Hub-Signature-256': signatureOf(secret!, body) },
    })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(bot_id)}/retry`
    await realm.owner.patch(`/integrations/${bot_id}`, { excluded_events: ['star'] })

    expect(await realm.owner.post(retry)).toMatchObject({ outcome: 'not_shown' })
    expect((await realm.owner.get(`/integrations/${bot_id}/deliveries`))['failed']).toEqual([])
  })

  test('stays while its stream is archived, and is posted in another one', async () => {
    const { id } = await realm.stream('old place', realm.owner)
    const { id: other } = await realm.stream('new place', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id })
    await realm.owner.delete(`/streams/${id}`)
    const body = JSON.stringify(star(13))
    await post(body, {
      event: 'star',
      query: { api_key },
      headers: { 'X-Hub-Signature-256': signatureOf(secret!, body) },
    })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(bot_id)}/retry`

    expect(await realm.owner.ask('POST', retry)).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' })
    await realm.owner.patch(`/integrations/${bot_id}`, { stream_id: other })
    expect(await realm.owner.post(retry)).toMatchObject({ outcome: 'posted' })
    expect(await realm.owner.messages([{ operator: 'stream', operand: 'new place' }])).toHaveLength(1)
  })
})

test('the events of an integration are chosen anew, though its stream was archived', async () => {
  const { id } = await realm.stream('archived', realm.owner)
  const { bot_id } = await add({ service: 'github', stream_id: id })
  await realm.owner.delete(`/streams/${id}`)

  expect(await realm.owner.ask('PATCH', `/integrations/${bot_id}`, { only_events: ['push'] })).toMatchObject({
    status: 200,
  })
  expect(await realm.owner.ask('PATCH', `/integrations/${bot_id}`, { stream_id: 99_999_999 })).toMatchObject({
    status: 400,
  })
})

test('an integration posts a test message', async () => {
  const { id } = await realm.stream('tried', realm.owner)
  const { bot_id } = await add({ service: 'github', stream_id: id })
  await realm.owner.post(`/integrations/${bot_id}/test`)
  const [message] = await realm.owner.messages([{ operator: 'stream', operand: 'tried' }])

  expect(message).toMatchObject({ subject: 'GitHub', sender_id: bot_id })
})

test('an event costs the rows of its message, one of them for its link', async () => {
  const query = { topic: 'costs' }
  await post(star(9), { event: 'star', query })
  const cost = costOf(await post(star(10), { event: 'star', query }))

  expect(cost.rows_written).toBe(5)
})
