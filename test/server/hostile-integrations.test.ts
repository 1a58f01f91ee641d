import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DayShares } from '../../src/core/turn/day-shares'
import { newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let member: Person

beforeAll(async () => {
  realm = await newRealm()
  member = await realm.user('mel')
})

interface Added {
  readonly bot_id: number
  readonly api_key: string
  readonly secret: string | null
}

const add = async (person: Person, params: Readonly<Record<string, unknown>>): Promise<Added> =>
  (await person.post('/integrations', params)) as unknown as Added

/** Posts a body with the key of a bot. Answers the status. */
async function post(
  service: string,
  key: string,
  body: string,
  { headers = {}, query = {} }: { headers?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<number> {
  const asked = new URLSearchParams({ api_key: key, ...query })
  const response = await reach(realm.host, `/api/v1/external/${service}?${asked.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  await response.body?.cancel()
  return response.status
}

/** Tells how a build stands, as GitHub does. */
async function postRun({ api_key, secret }: Added, status: string, conclusion: string | null): Promise<number> {
  const body = JSON.stringify({
    action: status,
    repository: { name: 'garden', full_name: 'tidewater/garden' },
    sender: { login: 'ada' },
    workflow_run: { id: 1, name: 'Tests', run_number: 1, status, conclusion, head_branch: 'main' },
  })
  return post('github', api_key, body, {
    headers: {
      'X-GitHub-Event': 'workflow_run',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret!).update(body).digest('hex')}`,
    },
  })
}

const messagesIn = (stream: string, person = realm.owner): Promise<Answer[]> =>
  person.messages([{ operator: 'stream', operand: stream }])

async function privateStream(name: string, ...people: Person[]): Promise<number> {
  const subscriptions = [{ name }]
  const principals = people.map(({ id }) => id)
  await people[0]!.post('/users/me/subscriptions', { subscriptions, invite_only: true, principals })
  return (await people[0]!.get('/get_stream_id', { stream: name }))['stream_id'] as number
}

describe('a message that tells how something stands', () => {
  test('is edited in a private stream, where only the owner of the bot is subscribed', async () => {
    const stream_id = await privateStream('den', member)
    const integration = await add(member, { service: 'github', stream_id })
    await postRun(integration, 'in_progress', null)
    await postRun(integration, 'completed', 'success')
    const messages = await messagesIn('den', member)

    expect(messages).toHaveLength(1)
    expect(messages[0]!['content']).toContain('passed')
  })

  test('is not edited where the bot may not post any more', async () => {
    const { id } = await realm.stream('news', realm.owner, member)
    const integration = await add(member, { service: 'github', stream_id: id })
    await postRun(integration, 'in_progress', null)
    await realm.owner.patch(`/streams/${id}`, { stream_post_policy: 2 })

    expect(await postRun(integration, 'completed', 'success')).toBe(400)
    expect((await messagesIn('news'))[0]!['content']).not.toContain('passed')
  })

  test('is not edited in a private stream that the owner of the bot has left', async () => {
    const stream_id = await privateStream('cave', realm.owner, member)
    const integration = await add(member, { service: 'github', stream_id })
    await postRun(integration, 'in_progress', null)
    await realm.owner.delete('/users/me/subscriptions', { subscriptions: ['cave'], principals: [member.id] })

    expect(await postRun(integration, 'completed', 'success')).toBe(400)
    expect((await messagesIn('cave'))[0]!['content']).not.toContain('passed')
  })
})

const hasSecret = async (id: number): Promise<boolean | undefined> => {
  const { integrations } = await realm.owner.get('/realm/integrations')
  return (integrations as { bot_id: number; has_secret: boolean }[]).find(({ bot_id }) => bot_id === id)?.has_secret
}

describe('the secret of an integration', () => {
  test.each([
    ['renewed', { renew_secret: true }],
    ['replaced by an empty one', { secret: '  ' }],
  ])('that its service made is not lost by being %s', async (_, change) => {
    const { bot_id } = await add(realm.owner, { service: 'buildkite', secret: 'of the service' })

    expect(await realm.owner.ask('PATCH', `/integrations/${bot_id}`, change)).toMatchObject({ status: 400 })
    expect(await hasSecret(bot_id)).toBe(true)
  })

  test('is not taken where the service shows none', async () => {
    const params = { service: 'github', secret: 'mine' }

    expect(await realm.owner.ask('POST', '/integrations', params)).toMatchObject({ status: 400 })
  })

  test('can be renewed after the stream is gone', async () => {
    const { id } = await realm.stream('doomed', realm.owner)
    const { bot_id } = await add(realm.owner, { service: 'github', stream_id: id })
    await realm.owner.delete(`/streams/${id}`)

    expect((await realm.owner.patch(`/integrations/${bot_id}`, { renew_secret: true }))['secret']).toMatch(/./)
  })
})

test('the topic of an integration must be one', async () => {
  const params = { service: 'github', topic: 'a\u0001b' }

  expect(await realm.owner.ask('POST', '/integrations', params)).toMatchObject({ status: 400 })
})

test('a line of many bytes is cut, and posted', async () => {
  const { id } = await realm.stream('tulips', realm.owner)
  const { api_key } = await add(realm.owner, { service: 'zapier', stream_id: id })

  expect(await post('zapier', api_key, JSON.stringify({ content: '\u{1F337}'.repeat(4000) }))).toBe(200)
  expect(await messagesIn('tulips')).toHaveLength(1)
})

describe('what programs compose', () => {
  test.each([
    ['zapier', 'content'],
    ['slack_incoming', 'text'],
  ])('mentions nobody and is no command: %s', async (service, field) => {
    const { name } = await realm.stream(`composed ${service}`, realm.owner)
    const { key } = await realm.bot(`composer-${service.replace('_', '-')}`, realm.owner, { type: 2 })
    const texts = ['@*all*', '@**all**', '@_**all**', '<@U1|**all**>', '/poll Tea?\nyes\nno', '/me waves']
    for (const text of texts) await post(service, key, JSON.stringify({ [field]: text }), { query: { stream: name } })
    const messages = await messagesIn(name)

    expect(messages).toHaveLength(texts.length)
    for (const message of messages) {
      expect(message).toMatchObject({ is_me_message: false, submessages: [], flags: [] })
      expect(message['content']).not.toContain('user-mention')
    }
  })
})

test('requests that are not signed cost the owner of the bot few of their requests of the day', async () => {
  const mo = await realm.user('mo')
  const { bot_id, api_key } = await add(mo, { service: 'github' })
  const requests = (): Promise<number> =>
    realm.inObject((object) => (object as unknown as { shares: DayShares }).shares.of(mo.id).object_requests ?? 0)
  const before = await requests()
  for (let count = 0; count < 40; count += 1) expect(await post('github', api_key, '{}')).toBe(403)
  // Failures are reported behind the answer.
  await vi.waitFor(async () => {
    expect((await realm.owner.get(`/integrations/${bot_id}/deliveries`))['failed']).toHaveLength(5)
  })

  expect(await requests()).toBeLessThanOrEqual(before + 11)
})
