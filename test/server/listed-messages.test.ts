import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
/** Three messages of a stream that both are in, and one between them in private. */
let ids: number[]
let whisper: number

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  await realm.stream('harbour', ada, bo)
  ids = [await ada.send('harbour', 'tides', '*one*'), await bo.send('harbour', 'tides', '*two*')]
  whisper = await ada.write([bo], 'Between us')
  ids.push(await ada.send('harbour', 'ebb', '*three*'))
})

const askForMessages = (person: Person, message_ids: unknown, params: Params = {}): Promise<Answer> =>
  person.ask('GET', '/messages', { message_ids, ...params })

const messagesOf = (answer: Answer) => answer['messages'] as ({ id: number; flags: string[] } & Params)[]
const idsOf = (answer: Answer): number[] => messagesOf(answer).map(({ id }) => id)

describe('messages by their ids', () => {
  test('are those of an ordinary page, oldest first and each once', async () => {
    await bo.post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'starred' })
    await ada.post(`/messages/${ids[2]}/reactions`, { emoji_name: 'tada' })
    const page = await bo.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 10 })
    expect(idsOf(page)).toEqual([ids[0], ids[1], whisper, ids[2]])

    const answer = await askForMessages(bo, [ids[2], ids[0], whisper, ids[1], ids[0]])

    expect(answer).toMatchObject({
      status: 200,
      anchor: 0,
      found_anchor: false,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
    })
    expect(messagesOf(answer)).toEqual(messagesOf(page))
    expect(idsOf(await askForMessages(bo, [ids[1]]))).toEqual([ids[1]])
    expect(idsOf(await askForMessages(bo, []))).toEqual([])
  })

  test('have the form that is asked for', async () => {
    const form = { apply_markdown: false, client_gravatar: false }
    const page = await bo.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 10, ...form })

    const answer = await askForMessages(bo, [...ids, whisper], form)

    expect(messagesOf(answer)[0]).toMatchObject({ content: '*one*', avatar_url: expect.any(String) })
    expect(messagesOf(answer)).toEqual(messagesOf(page))
  })

  test('leave out what is deleted, hidden, elsewhere or nowhere', async () => {
    const cy = await realm.user('cy')
    const elsewhere = await newRealm()
    const foreign = await elsewhere.owner.write([elsewhere.owner], 'Mine')
    const gone = await ada.send('harbour', 'tides', 'gone')
    await realm.owner.delete(`/messages/${gone}`)

    const all = [...ids, whisper, foreign, gone, 4_000_000, 0, -1, Number.MAX_SAFE_INTEGER]
    expect(idsOf(await askForMessages(bo, all))).toEqual([ids[0], ids[1], whisper, ids[2]])
    expect(idsOf(await askForMessages(cy, all))).toEqual(ids)
    expect(idsOf(await askForMessages(elsewhere.owner, all))).toEqual([foreign])
  })

  test('that one may see but does not hold are as by their id alone', async () => {
    const dee = await realm.user('dee')
    const guest = await realm.user('gus', { role: 600 })

    const answer = await askForMessages(dee, ids)
    const single = await dee.get(`/messages/${ids[0]}`)

    expect(messagesOf(answer).map(({ flags }) => flags)).toEqual([['read'], ['read'], ['read']])
    expect(messagesOf(answer)[0]).toEqual(single['message'])
    expect(idsOf(await askForMessages(guest, ids))).toEqual([])
  })

  test('of a private stream come to subscribers alone, and stay with those who received them', async () => {
    const eve = await realm.user('eve')
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      principals: [ada.id, eve.id],
    })
    const before = await ada.send('cellar', 'wine', 'Red')
    await eve.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
    const after = await ada.send('cellar', 'wine', 'White')

    expect(idsOf(await askForMessages(ada, [before, after]))).toEqual([before, after])
    expect(idsOf(await askForMessages(eve, [before, after]))).toEqual([before])
    expect(idsOf(await askForMessages(bo, [before, after]))).toEqual([])
  })

  test.each<[what: string, message_ids: unknown, params: Params, code?: string]>([
    ['an anchor', [1], { anchor: 'newest' }],
    ['num_before', [1], { num_before: 0 }],
    ['num_after', [1], { num_after: 10 }],
    ['a narrow', [1], { narrow: [] }],
    ['use_first_unread_anchor', [1], { use_first_unread_anchor: true }],
    ['more than 1,000 of them', Array.from({ length: 1001 }, (_, index) => index), {}],
    ['fractions', [1.5], {}],
    ['words', ['one'], {}],
    ['no list', 1, {}],
    ['null', 'null', {}],
    ['no JSON', '[1', {}],
  ])('with %s are refused', async (_, message_ids, params, code = 'BAD_REQUEST') => {
    expect(await askForMessages(bo, message_ids, params)).toMatchObject({ status: 400, code })
  })

  test('may be a thousand', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ids[0]! + index)

    expect((await askForMessages(bo, many)).status).toBe(200)
  })
})
