import { beforeAll, expect, test } from 'vitest'
import { newRealm, type Answer, type Person } from '../kit'

let ada: Person
let id: number
let harbour: number

beforeAll(async () => {
  const realm = await newRealm()
  ada = await realm.user('ada')
  harbour = (await realm.stream('harbour', ada)).id
  id = await ada.send('harbour', 'tides', 'High water')
  await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: harbour, topic: 'rats', op: 'add' })
})

const mute = (op: string, topic: string) =>
  ada.ask('PATCH', '/users/me/subscriptions/muted_topics', { stream_id: harbour, topic, op })

const refusals: [reason: string, what: string, ask: () => Promise<Answer>][] = [
  ['already_done', 'a reaction again', () => ada.ask('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })],
  ['already_done', 'no reaction again', () => ada.ask('DELETE', `/messages/${id}/reactions`, { emoji_name: 'smile' })],
  ['already_done', 'a mute again', () => mute('add', 'rats')],
  ['already_done', 'no mute again', () => mute('remove', 'tides')],
  ['already_done', 'an edit that changes nothing', () => ada.ask('PATCH', `/messages/${id}`, { topic: 'tides' })],
  ['not_found', 'a message that is not there', () => ada.ask('DELETE', '/messages/4000000')],
  ['not_found', 'a draft that is not there', () => ada.ask('DELETE', '/drafts/4000000')],
]

test.each(refusals)('the reason %s: %s', async (reason, _, ask) => {
  expect(await ask()).toMatchObject({ result: 'error', reason })
})

test('most refusals give no reason beside their code', async () => {
  expect(await ada.ask('PATCH', `/messages/${id}`, { topic: ' ' })).not.toHaveProperty('reason')
})
