import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newRealm, type Params, type TestRealm } from '../kit'
import { addIntegration, failureOf, postEvent, star, type Integration } from '../kit/integrations'

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
})

const add = (params: Params): Promise<Integration> => addIntegration(realm.owner, params)

describe('a delivery', () => {
  test('is listed as a message, as an event that nobody knows, or as a failure', async () => {
    const { id } = await realm.stream('lately', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id, topic: 'code' })
    const query = { api_key }
    await postEvent(realm, star(1), { event: 'star', query, secret })
    await postEvent(realm, star(1), { event: 'comet', query, secret })
    await postEvent(realm, star(1), { event: 'star', query })

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
    await postEvent(realm, star(1), { event: 'star', query: { api_key } })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(realm, bot_id)}/retry`

    expect(await realm.owner.ask('POST', retry)).toMatchObject({ status: 400 })
    expect(await realm.owner.messages([{ operator: 'stream', operand: 'forged' }])).toEqual([])
  })
})

describe('a failed request', () => {
  test('of an event that is no longer chosen posts nothing, and leaves the list', async () => {
    const { id } = await realm.stream('unwanted', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id })
    await realm.owner.delete(`/streams/${id}`)
    await postEvent(realm, star(1), { event: 'star', query: { api_key }, secret })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(realm, bot_id)}/retry`
    await realm.owner.patch(`/integrations/${bot_id}`, { excluded_events: ['star'] })

    expect(await realm.owner.post(retry)).toMatchObject({ outcome: 'not_shown' })
    expect((await realm.owner.get(`/integrations/${bot_id}/deliveries`))['failed']).toEqual([])
  })

  test('cannot be sent again while its stream is archived, and is posted after another stream is chosen', async () => {
    const { id } = await realm.stream('old place', realm.owner)
    const { id: other } = await realm.stream('new place', realm.owner)
    const { api_key, bot_id, secret } = await add({ service: 'github', stream_id: id })
    await realm.owner.delete(`/streams/${id}`)
    await postEvent(realm, star(1), { event: 'star', query: { api_key }, secret })
    const retry = `/integrations/${bot_id}/deliveries/${await failureOf(realm, bot_id)}/retry`

    expect(await realm.owner.ask('POST', retry)).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' })
    await realm.owner.patch(`/integrations/${bot_id}`, { stream_id: other })
    expect(await realm.owner.post(retry)).toMatchObject({ outcome: 'posted' })
    expect(await realm.owner.messages([{ operator: 'stream', operand: 'new place' }])).toHaveLength(1)
  })
})
