import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

const day = 24 * 3600

/** Lets the realm's object do what it does once a day, when so many days have passed. */
async function afterDays(realm: TestRealm, days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day * 1000 })
  try {
    await realm.ringAlarm()
  } finally {
    vi.useRealTimers()
  }
}

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { id } = await realm.stream('harbour', realm.owner, ada)
  return { realm, ada, owner: realm.owner, stream_id: id }
}

const idsOf = async (person: Person): Promise<number[]> =>
  (await person.messages()).map((message) => message['id'] as number)

/** Makes messages look as if they had been sent earlier. */
const age = (ids: number[], days: number) =>
  env.DB.prepare(`update message set sent_at = sent_at - ${days * day} where id in (select value from json_each(?))`)
    .bind(JSON.stringify(ids))
    .run()

test('messages older than the organization keeps them are gone, and those who had them are told', async () => {
  const { realm, ada, owner } = await harbour()
  const old = [await ada.send('harbour', 'tides', 'old'), await ada.write([owner], 'old')]
  await age(old, 31)
  const young = [await ada.send('harbour', 'tides', 'young'), await ada.write([owner], 'young')]
  await owner.patch('/realm', { message_retention_days: 30 })
  const listener = await owner.listen({
    event_types: ['delete_message'],
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  })

  await afterDays(realm, 0)

  expect(await idsOf(ada)).toEqual(young)
  expect(await idsOf(owner)).toEqual(young)
  expect(await ada.messages([{ operator: 'search', operand: 'old' }])).toEqual([])
  expect(await listener.events()).toMatchObject([
    { message_type: 'stream', message_ids: [old[0]], topic: 'tides' },
    { message_type: 'private', message_ids: [old[1]] },
  ])
})

test('what a stream says of itself comes before what the organization says', async () => {
  const { realm, ada, owner, stream_id } = await harbour()
  await realm.stream('archive', owner, ada)
  const kept = await ada.send('archive', 'tides', 'kept')
  const gone = await ada.send('harbour', 'tides', 'gone')
  await age([kept, gone], 100)
  await owner.patch(`/streams/${stream_id}`, { message_retention_days: 10 })

  await afterDays(realm, 0)
  const left = await idsOf(ada)
  expect(left).toContain(kept)
  expect(left).not.toContain(gone)
})

test('a stream that keeps its messages for ever keeps them, whatever the organization says', async () => {
  const { realm, ada, owner, stream_id } = await harbour()
  const id = await ada.send('harbour', 'tides', 'kept')
  await age([id], 100)
  await owner.patch('/realm', { message_retention_days: 10 })
  await owner.patch(`/streams/${stream_id}`, { message_retention_days: 'unlimited' })

  await afterDays(realm, 0)
  expect(await idsOf(ada)).toContain(id)
})

test('nothing goes where everything is kept for ever', async () => {
  const { realm, ada } = await harbour()
  const id = await ada.send('harbour', 'tides', 'kept')
  await age([id], 10_000)
  await afterDays(realm, 0)
  expect(await idsOf(ada)).toEqual([id])
})

test('more than fits into one change goes bit by bit', async () => {
  const { realm, ada, owner } = await harbour()
  const ids: number[] = []
  for (let number = 0; number < 60; number += 1) ids.push(await ada.send('harbour', 'tides', `${number}`))
  await age(ids, 100)
  await owner.patch('/realm', { message_retention_days: 10 })

  await afterDays(realm, 0)
  expect((await idsOf(ada)).length).toBe(10)
  await afterDays(realm, 1 / 24)
  expect(await idsOf(ada)).toEqual([])
})

test('it is done once a day', async () => {
  const { realm, ada, owner } = await harbour()
  await owner.patch('/realm', { message_retention_days: 10 })
  // What is left to do goes on a minute later.
  await afterDays(realm, 0)
  await afterDays(realm, 0.01)
  const id = await ada.send('harbour', 'tides', 'old')
  await age([id], 100)

  await afterDays(realm, 0.9)
  expect(await idsOf(ada)).toEqual([id])
  await afterDays(realm, 1.1)
  expect(await idsOf(ada)).toEqual([])
})

/** Weekly traffic of the stream, as its subscriber is told. */
async function trafficOf(person: Person): Promise<number | null> {
  const { subscriptions } = await person.get('/users/me/subscriptions')
  const found = (subscriptions as { name: string; stream_weekly_traffic: number | null }[]).find(
    ({ name }) => name === 'harbour',
  )
  return found!.stream_weekly_traffic
}

test.for([
  ['a stream younger than a week', { age: 6, messages: 20 }, null],
  ['a week with 20 messages', { age: 7, messages: 20 }, 20],
  ['four weeks with 20 messages', { age: 28, messages: 20 }, 5],
  ['a year with 20 messages lately', { age: 365, messages: 20 }, 5],
  ['a year without messages', { age: 365, messages: 0 }, 0],
  ['a year with one message lately', { age: 365, messages: 1 }, 1],
  ['more than two digits', { age: 7, messages: 126 }, 130],
] as const)('weekly traffic of %s', async ([, given, expected]) => {
  const { realm, ada, stream_id } = await harbour()
  await env.DB.prepare(`update stream set date_created = date_created - ? where id = ?`)
    .bind(given.age * day, stream_id)
    .run()
  if (given.messages > 0) {
    const id = await ada.send('harbour', 'tides', 'Ahoy')
    await env.DB.prepare(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)
      insert into message (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
      select ?2 + n, ?2 + n, ?3, ?4, 0, 'tides', 'tides', '', '', unixepoch(), 'website' from number where n < ?1
    `)
      .bind(given.messages, id, ada.id, stream_id)
      .run()
  }
  await afterDays(realm, 0)
  expect(await trafficOf(ada)).toBe(expected)
})

test('traffic of more than four weeks ago does not count any more', async () => {
  const { realm, ada, stream_id } = await harbour()
  await env.DB.prepare(`update stream set date_created = 0 where id = ?`).bind(stream_id).run()
  await ada.send('harbour', 'tides', 'Ahoy')
  await afterDays(realm, 0)
  await afterDays(realm, 30)
  expect(await trafficOf(ada)).toBe(0)
})

/** The path of a new file. */
const upload = async (by: Person, name: string) =>
  (await by.upload('POST', '/user_uploads', [new File(['low tide'], name)]))['uri'] as string

const link = async (by: Person, name: string) => `[tides](${await upload(by, name)})`

/** Names of somebody's files. */
const names = async (of: Person) =>
  ((await of.get('/attachments'))['attachments'] as { name: string }[]).map(({ name }) => name)

test('files that no message held for a day are gone, unless a draft names them, and the rest stays', async () => {
  const { realm, ada, owner } = await harbour()
  const readRemainingIds = async () =>
    (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects.map(({ key }) => key.split('/').at(-1))
  const [drafted, held] = [
    await upload(ada, 'drafted.txt'),
    await upload(ada, 'held.txt'),
    await upload(ada, 'unheld.txt'),
  ]
  await ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: `[tides](${drafted})` }] })
  await ada.write([owner], `[tides](${held})`)
  const listener = await ada.listen({ queue_lifespan_secs: 7 * day })

  await afterDays(realm, 0.5)
  expect((await ada.get('/attachments'))['attachments']).toHaveLength(3)
  await afterDays(realm, 1.6)

  const { attachments, upload_space_used } = await ada.get('/attachments')
  expect((attachments as { name: string }[]).map(({ name }) => name)).toEqual(['drafted.txt', 'held.txt'])
  expect(upload_space_used).toBe(16)
  await expect.poll(readRemainingIds).toEqual(expect.not.arrayContaining(['unheld.txt']))
  expect(await readRemainingIds()).toHaveLength(2)
  expect(await listener.events('attachment')).toMatchObject([{ op: 'remove', upload_space_used: 16 }])
})

test('files that a description, a profile or a program names stay as long as it does', async () => {
  const { realm, ada, owner, stream_id } = await harbour()
  const [robin, jay] = [await realm.bot('robin', ada), await realm.bot('jay', ada)]
  const profile = async (who: Person, value: string) => who.patch('/users/me/profile_data', { data: [{ id, value }] })
  const { id } = await owner.post('/realm/profile_fields', { name: 'Home', field_type: 2 })
  await owner.patch('/realm', { description: await link(ada, 'realm.txt') })
  await owner.patch(`/streams/${stream_id}`, { description: await link(ada, 'stream.txt') })
  await owner.post('/user_groups/create', {
    name: 'crew',
    description: await link(ada, 'group.txt'),
    members: [owner.id],
  })
  await owner.post('/default_stream_groups/create', {
    group_name: 'all',
    description: await link(ada, 'streams.txt'),
    stream_names: ['harbour'],
  })
  await profile(ada, await link(ada, 'profile.txt'))
  await profile(owner, await link(ada, 'profile-of-another.txt'))
  await robin.must('PUT', '/bot_storage', { storage: { tides: await upload(robin, 'storage.txt') } })
  await jay.must('PUT', '/bot_storage', { storage: { tides: await upload(ada, 'storage-of-another.txt') } })
  await upload(ada, 'nowhere.txt')

  await afterDays(realm, 1.6)

  expect(await names(ada)).toEqual(['realm.txt', 'stream.txt', 'group.txt', 'streams.txt', 'profile.txt'])
  expect(await names(robin)).toEqual(['storage.txt'])

  await owner.patch('/realm', { description: 'Ships' })
  await robin.delete('/bot_storage')
  await afterDays(realm, 3)

  expect(await names(ada)).toEqual(['stream.txt', 'group.txt', 'streams.txt', 'profile.txt'])
  expect(await names(robin)).toEqual([])
})

test('files of messages that are not kept any longer go with them', async () => {
  const { realm, ada, owner } = await harbour()
  const { uri } = await ada.upload('POST', '/user_uploads', [new File(['low tide'], 'tides.txt')])
  const id = await ada.write([owner], `[tides](${uri as string})`)
  await owner.patch('/realm', { message_retention_days: 30 })
  await age([id], 31)

  await afterDays(realm, 1)

  expect(await ada.get('/attachments')).toMatchObject({ attachments: [], upload_space_used: 0 })
  const objects = async () => (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects
  await expect.poll(objects).toEqual([])
})

/** Whether any part of the index has these letters. */
const isThere = async (word: string) =>
  (await env.DB.prepare('select 1 from message_search_data where instr(block, cast(? as blob))').bind(word).first()) !==
  null

test('words of a deleted message are in no part of the search index any more, and others are found still', async () => {
  const { ada, owner } = await harbour()
  const id = await ada.send('harbour', 'tides', 'The zanzibarious secret')
  await ada.send('harbour', 'tides', 'An ordinary remark')
  expect(await isThere('zanzibari')).toBe(true)

  await owner.delete(`/messages/${id}`)

  expect(await isThere('zanzibari')).toBe(false)
  const found = await ada.messages([{ operator: 'search', operand: 'ordinary' }])
  expect(found.map(({ content }) => content as string)).toHaveLength(1)
})
