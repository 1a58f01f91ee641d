import { expect, test } from 'vitest'
import { chapterNames, type Manifest, type RealmRecord } from '../../src/archive/records'
import { exported, unpacked, type Archive } from '../kit/archives'
import { newRealm, type TestRealm } from '../kit'
import { TestImport, type Chapters } from '../kit/imports'
import { pictureFile } from '../kit/pictures'

/** A full archive of an organization. */
async function archived(realm: TestRealm): Promise<Archive> {
  await realm.owner.patch('/realm', { owner_full_content_access: true })
  return unpacked(realm, await exported(realm.owner, { export_type: 3 }))
}

/** The records of a chapter; [] if the archive has none. */
const recordsOf = (archive: Archive, chapter: string): Record<string, unknown>[] =>
  archive.records(chapter) as Record<string, unknown>[]

async function imported(archive: Archive): Promise<TestImport> {
  const begun = await TestImport.begin(await newRealm(), {
    plan: archive.json('manifest.json') as Manifest,
    record: archive.json('realm.json') as RealmRecord,
    keep_roles: true,
  })
  await begun.sendAll(Object.fromEntries(chapterNames.map((name) => [name, recordsOf(archive, name)])) as Chapters)
  for (const [chapter, kind, field] of [
    ['users', 'avatar', 'avatar'],
    ['emoji', 'emoji', 'picture'],
    ['files', 'attachment', 'file'],
  ] as const)
    for (const record of recordsOf(archive, chapter))
      if (record[field] !== null)
        expect(
          await begun.put(
            kind,
            record['id'] as number,
            archive.files.get(record[field] as string)! as Uint8Array<ArrayBuffer>,
          ),
        ).toMatchObject({ status: 200 })
  await begun.finish()
  return begun
}

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

/**
 * Whether a record is of the move itself: the notification bot of each organization, its notices about export and import, and what
 * the owner has read of them.
 */
function isOfMove(record: Record<string, unknown>, before: Archive): boolean {
  const { last_ids } = before.json('manifest.json') as Manifest
  const owner_id = 1
  return (
    record['delivery_email'] === 'notification-bot@rivulet.invalid' ||
    ('topic' in record && (record['id'] as number) > last_ids.message) ||
    (record['user_id'] === owner_id && ('read' in record || 'spans' in record))
  )
}

test('an organization that moved is the one that it was', async () => {
  const before = await archived(await used())
  const begun = await imported(before)
  const after = await archived(begun.realm)
  const differences = chapterNames.flatMap((chapter) => {
    // Files are called by random names.
    const texts = (archive: Archive) =>
      recordsOf(archive, chapter)
        .filter((record) => !isOfMove(record, before))
        .map((record) => JSON.stringify(record).replaceAll(/files\/[^"]+/g, 'files/'))
    const [left, right] = [texts(before), texts(after)]
    return [
      ...left.filter((text) => !right.includes(text)).map((text) => `- ${chapter} ${text}`),
      ...right.filter((text) => !left.includes(text)).map((text) => `+ ${chapter} ${text}`),
    ]
  })

  expect(differences).toEqual([])
})
