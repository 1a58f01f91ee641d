import { expect, test } from 'vitest'
import { newRealm, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { archiveRealm, archiveDifferences, importArchive } from '../kit/round-trip'

/** An organization with something in many chapters. */
async function newUsedRealm(): Promise<TestRealm> {
  const realm = await newRealm()
  const { owner } = realm
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo', { role: 300 })]
  const harbour = await realm.stream('harbour', ada, bo, owner)
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'boats' }],
    invite_only: true,
    principals: [ada.id, bo.id],
  })
  await ada.upload('POST', '/users/me/avatar', [pictureFile()])
  await owner.upload('POST', '/realm/emoji/boat', [pictureFile('gif that moves')])
  await owner.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_format_string: 'https://bugs.example/%(id)s' })
  await owner.post('/user_groups/create', { name: 'crew', description: 'All hands', members: [ada.id, bo.id] })
  await owner.patch('/realm', { mandatory_topics: true, jitsi_server_url: 'https://meet.example.com' })
  const { uri } = await ada.upload('POST', '/user_uploads', [new File(['tides'], 'tides.txt')])
  const first = await ada.send('harbour', 'tides', `@**Bo|${bo.id}** :boat: #17 [file](${uri}) **high**`)
  const second = await bo.send('harbour', 'tides', 'and low')
  await bo.patch(`/messages/${second}`, { content: 'and very low' })
  await bo.post(`/messages/${first}/reactions`, { emoji_name: 'boat' })
  await owner.post(`/messages/${first}/reactions`, { emoji_name: 'tada' })
  await ada.send('boats', 'secret', 'A private word')
  await ada.write([bo], 'Psst')
  await ada.write([bo, owner], 'All of us')
  await bo.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' })
  await bo.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' })
  await ada.patch(`/users/me/subscriptions/muted_topics`, { stream_id: harbour.id, topic: 'tides', op: 'add' })
  await ada.post('/users/me/muted_users/' + bo.id)
  await ada.post('/drafts', {
    drafts: [{ type: 'stream', to: [harbour.id], topic: 'tides', content: 'Later', timestamp: 1_600_000_000 }],
  })
  await ada.patch('/settings', { enter_sends: true })
  return realm
}

test('an organization that moved is the one that it was', async () => {
  const before = await archiveRealm(await newUsedRealm())
  const begun = await importArchive(before)
  const after = await archiveRealm(begun.realm)

  expect(archiveDifferences(before, after)).toEqual([])
})

test('votes for what somebody added, and widgets of messages for later, mean the same after a move', async () => {
  // The first organization has ids as archives do.
  await newRealm()
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const harbour = await realm.stream('harbour', ada, bo)
  const message_id = await ada.send('harbour', 'tides', '/poll When?\nAt dawn')
  const add = (person: typeof ada, content: object) =>
    person.post('/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(content) })
  await add(bo, { type: 'new_option', option: 'At noon', idx: 0 })
  await add(ada, { type: 'vote', key: `${bo.id},0`, vote: 1 })
  await add(ada, { type: 'vote', key: 'canned,0', vote: 1 })
  const widget_content = '{"widget_type":"poll","extra_data":{"question":"Who?","options":["I"]}}'
  const deliver_at = new Date(Date.now() + 86_400_000).toISOString()
  const later = { type: 'stream', to: harbour.id, topic: 'tides', content: 'Who comes along?', widget_content }
  await ada.post('/messages', { ...later, delivery_type: 'send_later', deliver_at })

  const before = await archiveRealm(realm)
  const begun = await importArchive(before)
  const after = await archiveRealm(begun.realm)

  expect(archiveDifferences(before, after)).toEqual([])
  const idOfBo = before.records('users').find(({ full_name }) => full_name === 'Bo').id as number
  const [poll] = (await begun.realm.owner.messages([['stream', 'harbour']])) as unknown as [
    { submessages: { content: string }[] },
  ]
  expect(poll.submessages.map(({ content }) => (JSON.parse(content) as { key?: string }).key)).toEqual([
    undefined,
    undefined,
    `${begun.here(idOfBo)},0`,
    'canned,0',
  ])
  expect(before.records('messages').flatMap(({ submessages }) => submessages as unknown[])).toContainEqual(
    expect.objectContaining({ content: `{"type":"vote","key":"${idOfBo},0","vote":1}` }),
  )
  expect(after.records('scheduled_messages')).toMatchObject([{ widget_content }])
})
