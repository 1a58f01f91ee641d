import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newRealm, type Answer, type Person } from '../kit'

/** What somebody has not read, as a new queue would be told. */
const unread = async (person: Person): Promise<Answer> => {
  const { unread_msgs } = await person.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })
  return unread_msgs as Answer
}

const nothing = { count: 0, pms: [], huddles: [], streams: [], mentions: [], old_unreads_missing: false }

const sortedIds = (people: Person[]): string =>
  people
    .map(({ id }) => id)
    .toSorted((left, right) => left - right)
    .join(',')

test(
  'unread messages are listed by person, group and topic, sorted; own ones are read',
  { timeout: 20_000 },
  async () => {
    const realm = await newRealm()
    const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
    const [harbour, quay] = [await realm.stream('harbour', ada, bo), await realm.stream('quay', ada, bo)]
    const inQuay = await bo.send('quay', 'fog', '1')
    const late = [await bo.send('harbour', 'tides', '2'), await bo.send('harbour', 'tides', '3')]
    const loud = await bo.send('harbour', 'Tides', '4')
    const early = await bo.send('harbour', 'fog', '5')
    const ofCy = await cy.write([ada], '6')
    const ofBo = [await bo.write([ada], '7'), await bo.write([ada], '8')]
    const ofThree = await cy.write([bo, ada], '9')
    const ofFour = await bo.write([realm.owner, ada, cy], '10')
    await ada.write([ada], '11')
    await ada.write([bo], '12')
    await ada.send('harbour', 'tides', '13')

    expect(await unread(ada)).toEqual({
      count: 10,
      pms: [
        { other_user_id: bo.id, sender_id: bo.id, unread_message_ids: ofBo },
        { other_user_id: cy.id, sender_id: cy.id, unread_message_ids: [ofCy] },
      ],
      huddles: [
        { user_ids_string: sortedIds([realm.owner, ada, bo, cy]), unread_message_ids: [ofFour] },
        { user_ids_string: sortedIds([ada, bo, cy]), unread_message_ids: [ofThree] },
      ],
      streams: [
        { stream_id: harbour.id, topic: 'Tides', unread_message_ids: [loud] },
        { stream_id: harbour.id, topic: 'fog', unread_message_ids: [early] },
        { stream_id: harbour.id, topic: 'tides', unread_message_ids: late },
        { stream_id: quay.id, topic: 'fog', unread_message_ids: [inQuay] },
      ],
      mentions: [],
      old_unreads_missing: false,
    })
  },
)

test('messages to oneself are unread once they are marked so', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const id = await ada.write([ada], 'note')

  await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })

  const own = { other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [id] }
  expect(await unread(ada)).toEqual({ ...nothing, count: 1, pms: [own] })
})

test('what was read is not unread, and what was marked unread again is', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  const ids: number[] = []
  for (let number = 0; number < 5; number += 1) ids.push(await bo.send('harbour', 'tides', `${number}`))
  const found = async () =>
    (await unread(ada))['streams'] as { stream_id: number; topic: string; unread_message_ids: number[] }[]

  await ada.post('/messages/flags', { messages: [ids[1], ids[3]], op: 'add', flag: 'read' })
  expect(await found()).toEqual([{ stream_id, topic: 'tides', unread_message_ids: [ids[0], ids[2], ids[4]] }])
  await ada.post('/mark_all_as_read')
  expect(await unread(ada)).toEqual(nothing)
  await ada.post('/messages/flags', { messages: [ids[3], ids[0]], op: 'remove', flag: 'read' })
  expect(await found()).toEqual([{ stream_id, topic: 'tides', unread_message_ids: [ids[0], ids[3]] }])
})

test('muted streams and topics are listed, but do not count', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const [harbour, quay] = [await realm.stream('harbour', ada, bo), await realm.stream('quay', ada, bo)]
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: harbour.id, topic: 'GOSSIP', op: 'add' })
  await ada.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: quay.id, property: 'is_muted', value: true }],
  })
  // That the streams were created is news to Bo.
  await bo.post('/mark_all_as_read')
  const gossip = await bo.send('harbour', 'gossip', 'psst')
  const heard = await bo.send('harbour', 'tides', 'high')
  const quiet = await bo.send('quay', 'tides', 'low')

  expect(await unread(ada)).toMatchObject({
    count: 1,
    streams: [
      { topic: 'gossip', unread_message_ids: [gossip] },
      { topic: 'tides', unread_message_ids: [heard] },
      { stream_id: quay.id, unread_message_ids: [quiet] },
    ],
  })
  expect(await unread(bo)).toEqual(nothing)
})

test('mentions are listed, those of everybody only where nothing is muted', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const [harbour, quay] = [await realm.stream('harbour', ada, bo), await realm.stream('quay', ada, bo)]
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: harbour.id, topic: 'gossip', op: 'add' })
  await ada.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: quay.id, property: 'is_muted', value: true }],
  })
  const mentions = {
    toAll: await bo.send('harbour', 'tides', '@**all** look'),
    toAda: await bo.send('harbour', 'tides', '@**Ada** look'),
    toBoth: await bo.send('harbour', 'tides', '@**all** @**Ada** look'),
    toAllInMutedTopic: await bo.send('harbour', 'gossip', '@**all** look'),
    toAdaInMutedTopic: await bo.send('harbour', 'gossip', '@**Ada** look'),
    toAllInMutedStream: await bo.send('quay', 'tides', '@**all** look'),
    toAdaInMutedStream: await bo.send('quay', 'tides', '@**Ada** @**all** look'),
    inPrivate: await bo.write([ada], '@**Ada** look'),
    ofBo: await bo.send('harbour', 'tides', '@**Bo** look'),
    read: await bo.send('harbour', 'tides', '@**Ada** look'),
  }
  await ada.post('/messages/flags', { messages: [mentions.read], op: 'add', flag: 'read' })

  const { toAllInMutedTopic: _, toAllInMutedStream: __, ofBo: ___, read: ____, ...listed } = mentions
  expect((await unread(ada))['mentions']).toEqual(Object.values(listed))
})

test('streams that were left are not listed, not even what is marked unread there', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await realm.stream('harbour', ada, bo)
  const id = await bo.send('harbour', 'tides', 'high')
  expect(await unread(ada)).toMatchObject({ count: 1 })

  await ada.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
  expect(await unread(ada)).toEqual(nothing)
  await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
  expect(await unread(ada)).toEqual(nothing)
  await bo.send('harbour', 'tides', 'not received')
  expect(await unread(ada)).toEqual(nothing)
})

test('of very many unread messages the newest are told', { timeout: 60_000 }, async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const { id: stream_id } = await realm.stream('harbour', ada)
  const oldest = await bo.send('harbour', 'tides', 'oldest')
  const first = await bo.send('harbour', 'tides', 'first')
  const copies = async (amount: number, gap = 0) => {
    await env.DB.batch([
      env.DB.prepare(`
        with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)
        insert into message (
          id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
        )
        select
          (select max(id) from message where recipient_id = ?2) + n + ?4, event_id, sender_id, recipient_id, is_private, topic,
          topic_key, content, rendered_content, sent_at, client
        from number, message
        where message.id = ?3
      `).bind(amount, stream_id, first, gap),
    ])
  }

  await copies(49_997)
  const almost = await unread(ada)
  expect(almost).toMatchObject({ count: 49_999, old_unreads_missing: false })
  // From far more ids than are told, the newest are looked up.
  await copies(1)
  expect(await unread(ada)).toMatchObject({ count: 50_000, old_unreads_missing: true })
  await copies(1, 1_000_000)
  const told = await unread(ada)

  expect(told).toMatchObject({ count: 50_000, old_unreads_missing: true })
  const [{ unread_message_ids }] = told['streams'] as [{ unread_message_ids: number[] }]
  expect(unread_message_ids).not.toContain(oldest)
  expect(unread_message_ids[0]).toBe(first)
})
