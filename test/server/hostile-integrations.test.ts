import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DayShares } from '../../src/core/turn/day-shares'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { addIntegration, postEvent, workflowRun, type Integration } from '../kit/integrations'

let realm: TestRealm
let member: Person

beforeAll(async () => {
  realm = await newRealm()
  member = await realm.user('mel')
})

/** Tells how a build stands, as GitHub does. Answers the status. */
async function postRun({ api_key, secret }: Integration, status: string, conclusion: string | null): Promise<number> {
  const run = workflowRun(1, status, conclusion)
  return (await postEvent(realm, run, { event: 'workflow_run', query: { api_key }, secret })).status
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
    const integration = await addIntegration(member, { service: 'github', stream_id })
    await postRun(integration, 'in_progress', null)
    await postRun(integration, 'completed', 'success')
    const messages = await messagesIn('den', member)

    expect(messages).toHaveLength(1)
    expect(messages[0]!['content']).toContain('passed')
  })

  test('is not edited where the bot may not post any more', async () => {
    const { id } = await realm.stream('news', realm.owner, member)
    const integration = await addIntegration(member, { service: 'github', stream_id: id })
    await postRun(integration, 'in_progress', null)
    await realm.owner.patch(`/streams/${id}`, { stream_post_policy: 2 })

    expect(await postRun(integration, 'completed', 'success')).toBe(400)
    expect((await messagesIn('news'))[0]!['content']).not.toContain('passed')
  })

  test('is not edited in a private stream that the owner of the bot has left', async () => {
    const stream_id = await privateStream('cave', realm.owner, member)
    const integration = await addIntegration(member, { service: 'github', stream_id })
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
    const { bot_id } = await addIntegration(realm.owner, { service: 'buildkite', secret: 'of the service' })

    expect(await realm.owner.ask('PATCH', `/integrations/${bot_id}`, change)).toMatchObject({ status: 400 })
    expect(await hasSecret(bot_id)).toBe(true)
  })

  test('is not taken where the service shows none', async () => {
    const params = { service: 'github', secret: 'mine' }

    expect(await realm.owner.ask('POST', '/integrations', params)).toMatchObject({ status: 400 })
  })

  test('can be renewed after the stream is gone', async () => {
    const { id } = await realm.stream('doomed', realm.owner)
    const { bot_id } = await addIntegration(realm.owner, { service: 'github', stream_id: id })
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
  const { api_key } = await addIntegration(realm.owner, { service: 'zapier', stream_id: id })

  const event = { content: '\u{1F337}'.repeat(4000) }

  expect(await postEvent(realm, event, { service: 'zapier', query: { api_key } })).toMatchObject({ status: 200 })
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
    const query = { api_key: key, stream: name }
    for (const text of texts) await postEvent(realm, { [field]: text }, { service, query })
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
  const { bot_id, api_key } = await addIntegration(mo, { service: 'github' })
  const requests = (): Promise<number> =>
    realm.inObject((object) => (object as unknown as { shares: DayShares }).shares.of(mo.id).object_requests ?? 0)
  const before = await requests()
  for (let count = 0; count < 40; count += 1)
    expect(await postEvent(realm, '{}', { query: { api_key } })).toMatchObject({ status: 403 })
  // Failures are reported behind the answer.
  await vi.waitFor(async () => {
    expect((await realm.owner.get(`/integrations/${bot_id}/deliveries`))['failed']).toHaveLength(5)
  })

  expect(await requests()).toBeLessThanOrEqual(before + 11)
})
