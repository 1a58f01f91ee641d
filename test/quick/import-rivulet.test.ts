/** Archives of our own (import/rivulet, import/kinds.ts). */
import { expect, test } from 'vitest'
import { converterFor } from '../../import/kinds.ts'
import { rivulet } from '../../import/rivulet/index.ts'
import { convert, sourceFiles, textOf, type FileContent } from '../kit/conversion.ts'
import { lines, manifest, message, stream, user } from '../kit/import-records.ts'

const realm = {
  name: 'Harbour',
  description: '',
  date_created: 5,
  settings: {},
  user_settings_defaults: {},
  icon: 'files/organization/icon.png',
  logo: null,
  night_logo: 'files/organization/lost.png',
}

const emoji = {
  id: 1,
  name: 'gull',
  author_id: 1,
  deactivated: false,
  picture: 'files/emoji/1.png',
  still_picture: null,
}

const file = { id: 1, user_id: 1, name: 'tides.txt', content_type: 'text/plain', size: 99, created_at: 1 }

const archive: Record<string, FileContent> = {
  'README.txt': 'An archive.',
  'manifest.json': manifest({ users: 2, streams: 1, emoji: 1, files: 2, messages: 3 }),
  'realm.json': realm,
  'users/000001.ndjson': lines(user(1, { avatar: 'files/avatars/1.png' })),
  'users/000002.ndjson': lines(user(2, { delivery_email: null, full_name: 'Bo', avatar: 'files/avatars/lost.png' })),
  'emoji/000001.ndjson': lines(emoji),
  'streams/000001.ndjson': lines(stream(1)),
  'files/000001.ndjson': lines(
    { ...file, file: 'files/uploads/1/tides.txt' },
    { ...file, id: 2, file: 'files/uploads/2/lost.txt' },
  ),
  'messages/000001.ndjson': lines(
    { id: 3, ...message({ sender_id: 1, stream_id: 1 }) },
    { id: 9, ...message({ sender_id: 2, stream_id: 1, sent_at: 2000 }) },
  ),
  'messages/000002.ndjson': lines({
    id: 11,
    ...message({ sender_id: 1, stream_id: 1, sent_at: 3000, content: '[tides](/user_uploads/1)', files: [1] }),
  }),
  'files/organization/icon.png': 'icon',
  'files/avatars/1.png': 'face',
  'files/emoji/1.png': 'gull',
  'files/uploads/1/tides.txt': 'high at noon',
}

test('all records are read, with their ids, and the files that they name', async () => {
  const { realm: organization, records, files, skipped } = await convert(rivulet, archive)
  expect(organization).toMatchObject({ name: 'Harbour', icon: 'files/organization/icon.png', night_logo: null })
  expect(records.users.map(({ id, avatar }) => [id, avatar])).toEqual([
    [1, 'files/avatars/1.png'],
    [2, null],
  ])
  expect(records.messages.map(({ id }) => id)).toEqual([3, 9, 11])
  expect(records.files.map(({ file: path, size }) => [path, size])).toEqual([
    ['files/uploads/1/tides.txt', 12],
    [null, 99],
  ])
  expect([...files]).toEqual([...files.keys()].map((name) => [name, name]))
  expect(skipped).toEqual({ 'files without content': 3 })
})

test('addresses can be given for people who have none', async () => {
  const { records } = await convert(rivulet, archive, {
    addresses: new Map([
      ['bo', 'bo@example.com'],
      ['1', 'x@example.com'],
    ]),
  })
  expect(records.users.map(({ delivery_email }) => delivery_email)).toEqual(['1@example.com', 'bo@example.com'])
})

test('an emoji whose picture is lost gets an empty one', async () => {
  const { 'files/emoji/1.png': _, ...rest } = archive
  const { records, files, skipped } = await convert(rivulet, rest)
  expect(records.emoji).toEqual([emoji])
  expect(files.get('files/emoji/1.png')).toBeInstanceOf(Uint8Array)
  expect(skipped).toEqual({ 'files without content': 4 })
})

test('records that the manifest does not count, or that are missing, are said', async () => {
  const more = { ...archive, 'streams/000002.ndjson': lines(stream(2)) }
  await expect(convert(rivulet, more)).rejects.toThrow(
    'The archive has 2 records of streams, but 1 by its manifest.json.',
  )
  const { 'users/000002.ndjson': _, ...fewer } = archive
  await expect(convert(rivulet, fewer)).rejects.toThrow('The archive has 1 records of users, but 2')
})

test.each([
  [{ format: 1, organization: 'harbour', counts: {} }, /export of public data \(format 1\).*full export/],
  [{ format: 3 }, /made by a later release \(format 3\)/],
  [{ format: 2 }, /^manifest\.json: /],
  [[], /^manifest\.json: /],
  ['{', /manifest\.json/],
])('the manifest %j is refused', async (content, text) => {
  await expect(convert(rivulet, { ...archive, 'manifest.json': content })).rejects.toThrow(text)
})

test('an archive without its manifest is incomplete', async () => {
  const { 'manifest.json': _, ...rest } = archive
  await expect(convert(rivulet, rest)).rejects.toThrow(/no manifest\.json, .* incomplete/)
})

test('a line that is no record is named', async () => {
  const broken = { ...archive, 'users/000002.ndjson': '{"id":2\n' }
  await expect(convert(rivulet, broken)).rejects.toThrow(/Line 1 of users\/000002\.ndjson/)
})

test('archives are recognized by what is in them', async () => {
  expect((await converterFor(sourceFiles(archive), null)).kind).toBe('rivulet')
  const format1 = { 'manifest.json': { format: 1 }, 'users/000001.ndjson': '', 'attachments/000001.ndjson': '' }
  expect((await converterFor(sourceFiles(format1), null)).kind).toBe('rivulet')
  await expect(converterFor(sourceFiles({ 'photo.jpg': 'x' }), null)).rejects.toThrow(
    /^This is none of the archives[^]*\n {2}rivulet: Rivulet, by manifest\.json/,
  )
  expect((await converterFor(sourceFiles({ 'photo.jpg': 'x' }), 'rivulet')).kind).toBe('rivulet')
})

test('of a backup, files are where the bucket has them', async () => {
  const stored = { path: 'files/uploads/2/lost.txt', key: 'user_uploads/1/ab/lost.txt' }
  const backup = { ...archive, 'stored_files/000001.ndjson': lines(stored) }
  const { records, files, skipped } = await convert(rivulet, backup)
  expect(records.files[1]).toMatchObject({ id: 2, file: stored.path, size: 99 })
  expect(textOf(files.get(stored.path))).toBe(`stored at ${stored.key}`)
  expect(skipped).toEqual({ 'files without content': 2 })

  const hostile = { ...archive, 'stored_files/000001.ndjson': lines({ path: '../../etc/passwd', key: 7 }) }
  await expect(convert(rivulet, hostile)).rejects.toThrow('stored_files/000001.ndjson')
})
