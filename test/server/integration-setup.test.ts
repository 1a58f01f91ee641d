import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, reach, type Params, type TestRealm } from '../kit'
import { addIntegration, postEvent, star, type Integration } from '../kit/integrations'

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
})

const add = (params: Params): Promise<Integration> => addIntegration(realm.owner, params)

describe('an integration', () => {
  test('posts where its owner chose, whatever the address says', async () => {
    const { id } = await realm.stream('chosen', realm.owner)
    const { api_key, secret } = await add({ service: 'github', stream_id: id, topic: 'code' })
    const query = { api_key, stream: 'elsewhere', topic: 'elsewhere' }

    expect(await postEvent(realm, star(1), { event: 'star', query, secret })).toMatchObject({ status: 200 })
    const [message] = await realm.owner.messages([{ operator: 'stream', operand: 'chosen' }])
    expect(message).toMatchObject({ subject: 'code', sender_full_name: 'GitHub' })
  })

  test.each([
    ['is not signed', null],
    ['is signed with another secret', 'wrong'],
  ])('refuses a request that %s', async (_, secret) => {
    const { api_key } = await add({ service: 'github' })

    expect(await postEvent(realm, '{}', { event: 'star', query: { api_key }, secret })).toMatchObject({ status: 403 })
  })

  test('takes events of its own service only', async () => {
    const { api_key } = await add({ service: 'github' })
    const response = await reach(realm.host, `/api/v1/external/json?api_key=${api_key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"content":"Hello"}',
    })

    expect(response.status).toBe(401)
  })

  test('gets another secret', async () => {
    const { api_key, bot_id } = await add({ service: 'github' })
    const { secret } = await realm.owner.patch(`/integrations/${bot_id}`, { renew_secret: true })

    expect(await postEvent(realm, '{}', { event: 'ping', query: { api_key }, secret })).toMatchObject({ status: 200 })
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

  test('is neither changed by another member, nor listed for them', async () => {
    const bo = await realm.user('bo')
    const { bot_id } = await add({ service: 'github' })

    expect(await bo.ask('PATCH', `/integrations/${bot_id}`, { topic: 'mine' })).toMatchObject({ status: 400 })
    expect((await bo.get('/realm/integrations'))['integrations']).toEqual([])
  })

  test('lets its owner choose other events while its stream is archived, but no stream that does not exist', async () => {
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

  test('posts a test message', async () => {
    const { id } = await realm.stream('tried', realm.owner)
    const { bot_id } = await add({ service: 'github', stream_id: id })
    await realm.owner.post(`/integrations/${bot_id}/test`)
    const [message] = await realm.owner.messages([{ operator: 'stream', operand: 'tried' }])

    expect(message).toMatchObject({ subject: 'GitHub', sender_id: bot_id })
  })
})
