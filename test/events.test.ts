import { expect, test } from 'vitest'
import { newRealm } from './kit'

test('a message is told to those who receive it', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()

  const id = await ada.send('harbour', 'tides', 'High **water**')

  expect(await listener.events()).toMatchObject([
    { type: 'message', flags: [], message: { id, content: 'High **water**', content_type: 'text/x-markdown' } },
  ])
  expect(await listener.events()).toEqual([])
})

test('a waiting request is answered by the next event', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()

  const waiting = listener.next()
  const id = await ada.send('harbour', 'tides', 'High water')

  expect(await waiting).toMatchObject([{ type: 'message', message: { id } }])
})

test('a queue survives the eviction of the realm object', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()
  const id = await ada.send('harbour', 'tides', 'High water')

  await realm.forget()

  expect(await listener.events()).toMatchObject([{ type: 'message', message: { id }, flags: [] }])
})
