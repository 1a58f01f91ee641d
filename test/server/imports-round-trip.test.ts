import { expect, test } from 'vitest'
import { newRealm, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { archived, differences, imported } from '../kit/round-trip'

/** An organization with something in many chapters. */
async function used(): Promise<TestRealm> {
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
  await owner.patch('/realm', { mandatory_topics: true })
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
  const before = await archived(await used())
  const begun = await imported(before)
  const after = await archived(begun.realm)

  expect(differences(before, after)).toEqual([])
})
