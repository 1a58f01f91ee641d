/** Erasures that take more than one step, and what happens when the object is lost between two of them. */
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { newRealm } from '../kit'
import { waitForErasure } from '../kit/erasures'
import { seed } from '../kit/seeded-messages'

const countOf = (table: string, user_id: number, column = 'user_id') =>
  env.DB.prepare(`select count(*) as amount from ${table} where ${column} = ?`).bind(user_id).first<number>('amount')

test(
  'many messages and stars go step by step, also when the object is lost meanwhile',
  { timeout: 60_000 },
  async () => {
    const realm = await newRealm()
    const zed = await realm.user('zebulon')
    const ada = await realm.user('ada')
    const { id } = await realm.stream('harbour', zed, ada)
    const other = await ada.send('harbour', 'tides', 'By Ada')
    await seed(zed, 1200, id)
    await realm.behindTheWriter(
      env.DB.prepare(`
      insert into message_search (rowid, topic, content, sender)
      select id, topic, content, sender from message_words
      where id in (select id from message where sender_id = ?)
    `).bind(zed.id),
      env.DB.prepare(`
      insert into message_flag (user_id, message_id, flags) select ?, id, 2 from message where sender_id = ?
    `).bind(zed.id, zed.id),
    )
    expect(await countOf('message', zed.id, 'sender_id')).toBe(1200)

    await realm.owner.post(`/users/${zed.id}/erase`, { messages: 'delete' })
    await realm.evict()
    await realm.owner.get('/users')
    await realm.ringAlarm()
    await waitForErasure(zed)

    expect(await countOf('message', zed.id, 'sender_id')).toBe(0)
    expect(await countOf('message_flag', zed.id)).toBe(0)
    expect((await ada.messages()).map((message) => message['id'])).toEqual([other])
  },
)

test('an erasure that lost its job goes on a day later', async () => {
  const realm = await newRealm()
  const zed = await realm.user('zebulon')
  await zed.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Dear all' }] })
  await realm.owner.post(`/users/${zed.id}/erase`, { messages: 'keep' })
  await waitForErasure(zed)
  await realm.behindTheWriter(
    env.DB.prepare('insert into erasure (user_id, deletes_messages, advanced_at) values (?, 1, ?)').bind(
      zed.id,
      Date.now() / 1000,
    ),
  )
  const amount = () => countOf('erasure', zed.id)
  await realm.ringAlarm()
  expect(await amount()).toBe(1)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 3600 * 1000 })
  try {
    await realm.ringAlarm()
    await realm.ringAlarm()
    await expect.poll(amount).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
