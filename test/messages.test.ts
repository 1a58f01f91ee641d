import { expect, test } from 'vitest'
import { newRealm } from './kit'

test('a message sent to a stream is read by its subscribers', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const harbour = await realm.stream('harbour', ada, bo)

  const id = await ada.send('harbour', 'tides', 'High at *noon*.')

  expect(await bo.messages([{ operator: 'stream', operand: 'harbour' }])).toEqual([
    expect.objectContaining({
      id,
      type: 'stream',
      sender_id: ada.id,
      content: '<p>High at <em>noon</em>.</p>',
      display_recipient: 'harbour',
      stream_id: harbour.id,
      subject: 'tides',
      flags: [],
    }),
  ])
})
