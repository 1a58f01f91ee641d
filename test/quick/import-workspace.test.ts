/** What a converter finds, on its way to the server (import/workspace.ts, import/batches.ts). */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutIntoBatches } from '../../import/batches.ts'
import type { Workspace, WorkspaceOptions } from '../../import/workspace.ts'
import type { Manifest } from '../../src/archive/records.ts'
import { sourceFiles } from '../kit/conversion.ts'
import { message, user, workspace } from '../kit/import-records.ts'

const none = sourceFiles({})

/** All records as the server gets them, batch by batch. */
function finishBatches(
  made: Workspace,
  source = none,
): { chapter: string; number: number; records: Record<string, unknown>[] }[] {
  const batches = made.finish(source)
  return batches.list.map((batch) => {
    const records = batches.records(batch).map((json) => JSON.parse(json) as Record<string, unknown>)
    expect(records).toHaveLength(batch.records)
    return { chapter: batch.chapter, number: batch.number, records }
  })
}

test('messages get ids in the order of time, and are sent newest first', () => {
  const made = workspace()
  const count = 600
  for (let index = 0; index < count; index += 1)
    made.message(message({ sent_at: (index * 7919) % 211, content: String(index) }))
  const all = finishBatches(made)
  expect(all.map(({ number, records }) => [number, records.length])).toEqual([
    [1, 250],
    [2, 250],
    [3, 100],
  ])
  const inOrder = all.toReversed().flatMap(({ records }) => records)
  expect(inOrder.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => 101 + index))
  const keys = inOrder.map(({ sent_at, content }) => Number(sent_at) * count + Number(content))
  expect(keys).toEqual(keys.toSorted((left, right) => left - right))
  expect(made.plan.last_ids.message).toBe(100 + count)
  expect(made.plan.counts.messages).toBe(count)
})

test('the ids of the source stay, and what has no id or the same one is refused', () => {
  const made = workspace()
  for (const id of [7, 3, 5]) made.message({ ...message(), id })
  expect(() => made.message(message())).toThrow('Message 4: all or none have an id.')
  expect(finishBatches(made)[0]!.records.map(({ id }) => id)).toEqual([3, 5, 7])

  const twice = workspace()
  for (const id of [7, 7]) twice.message({ ...message(), id })
  expect(() => twice.finish(none)).toThrow('two of what there can only be one of: ids of messages')
  const users = workspace()
  for (const id of [101, 101]) users.add('users', user(id))
  expect(() => users.finish(none)).toThrow('two of what there can only be one of: ids of records')
})

test('chapters are sent in their order, whatever the order in which they are found', () => {
  const made = workspace()
  made.message(message({ flags: [{ user_id: 102, bits: 2 }] }))
  made.add('domains', { domain: 'b.example', allow_subdomains: false })
  made.message(
    message({
      sent_at: 1,
      flags: [
        { user_id: 102, bits: 2 },
        { user_id: 101, bits: 8 },
      ],
    }),
  )
  made.add('users', user(102))
  made.add('domains', { domain: 'a.example', allow_subdomains: false })
  const all = finishBatches(made)
  expect(all.map(({ chapter }) => chapter)).toEqual(['users', 'domains', 'marks', 'messages'])
  expect(all[1]!.records.map(({ domain }) => domain)).toEqual(['b.example', 'a.example'])
  expect(all[2]!.records).toEqual([
    { user_id: 101, read: [], flags: [[101, 8]] },
    {
      user_id: 102,
      read: [],
      flags: [
        [101, 2],
        [102, 2],
      ],
    },
  ])
  expect(made.plan.counts).toMatchObject({ users: 1, domains: 2, marks: 2, messages: 2, streams: 0 })
})

test.each([
  ['users', user(101, { full_name: '' }), /^Record 1 of users \(id 101\): full_name: /],
  ['domains', { domain: 'a', allow_subdomains: 1 }, /^Record 1 of domains: allow_subdomains: /],
  ['users', user(101, { full_name: 'N\0' }), /half of a character$/],
  ['users', user(101, { full_name: 'N\ud83d' }), /half of a character$/],
] as const)('a record that breaks a rule is named', (chapter, record, text) => {
  expect(() => workspace().add(chapter, record as never)).toThrow(text)
})

test.each([
  [{ content: 'x'.repeat(65_537) }, /content: has more than 65536 bytes/],
  [{ content: 'a\0b' }, /half of a character/],
  [{ conversation_id: 3 }, /it must be in a stream or in a conversation/],
  [{ topic: 't'.repeat(61) }, /topic: /],
  [
    {
      edit_history: Array.from({ length: 20 }, () => ({ user_id: 1, timestamp: 1, prev_content: 'x'.repeat(60_000) })),
    },
    /more than 1040000 bytes/,
  ],
])('a message that breaks a rule is named', (more, text) => {
  expect(() => workspace().message(message(more))).toThrow(text)
})

test('texts that look like escapes are fine', () => {
  const content = String.raw`\u0000 \\ud83d \\\u0007 😀` + '\u0007'
  const made = workspace()
  made.message(message({ content }))
  expect(finishBatches(made)[0]!.records[0]!['content']).toBe(content)
})

test('other owners become administrators, unless roles are kept', () => {
  const owners = [user(101, { role: 100 }), user(102, { role: 100 }), user(103, { role: 200 })]
  const roles = (options: Partial<WorkspaceOptions>): [unknown[], number] => {
    const made = workspace(options)
    for (const one of owners) made.add('users', one)
    return [finishBatches(made)[0]!.records.map(({ role }) => role), made.warnings.length]
  }
  expect(roles({ ownAddress: '102@EXAMPLE.com' })).toEqual([[200, 100, 200], 1])
  expect(roles({ keepsRoles: true })).toEqual([[100, 100, 200], 0])
})

test('the highest ids of an archive of our own stay', () => {
  const made = workspace()
  const last_ids = { ...made.plan.last_ids, message: 900, user: 5 }
  const manifest: Manifest = {
    ...made.plan,
    origin: 'https://old.example',
    completed: 5,
    private_data: 'none',
    last_ids,
  }
  made.manifest(manifest)
  made.add('users', user(9))
  made.message({ ...message(), id: 30 })
  made.finish(none)
  expect(made.plan).toMatchObject({ origin: 'https://old.example', completed: 5, private_data: 'none' })
  expect(made.plan.last_ids).toMatchObject({ message: 900, user: 9, recipient: 0 })
})

test('files are listed with their content, pictures first', async () => {
  const made = workspace()
  const source = sourceFiles({ 'in/a.txt': 'tide tables' })
  const file = { user_id: 101, name: 'a.txt', content_type: 'text/plain', size: 11, created_at: 1 }
  made.add('files', { id: 101, ...file, file: 'files/1' })
  made.add('files', { id: 102, ...file, file: 'files/2' })
  made.add('files', { id: 103, ...file, file: null })
  made.add('users', user(101, { avatar: 'files/face' }))
  made.file('files/1', { name: 'in/a.txt' })
  made.file('files/2', { bytes: Buffer.from('bytes') })
  made.file('files/face', {
    async *pieces() {
      yield Buffer.from('fa')
      yield Buffer.from('ce')
    },
  })
  expect(() => made.file('files/1', { name: 'x' })).toThrow('two of what there can only be one of: "files/1"')
  made.finish(source)
  const found: unknown[] = []
  for (const upload of made.uploads.list) {
    const { size, contentType, pieces } = await made.uploads.content(upload, source)
    const text = Buffer.concat(await Array.fromAsync(pieces)).toString()
    expect(size).toBe(text.length)
    found.push([upload.kind, upload.id, contentType, text])
  }
  expect(found).toEqual([
    ['avatar', 101, 'application/octet-stream', 'face'],
    ['attachment', 102, 'text/plain', 'bytes'],
    ['attachment', 101, 'text/plain', 'tide tables'],
  ])
  expect(made.statistics.contents).toBe(3)
})

test('a file that is named but missing is said', () => {
  for (const gives of [false, true]) {
    const made = workspace()
    made.add('users', user(101, { avatar: 'files/face' }))
    if (gives) made.file('files/face', { name: 'nowhere' })
    expect(() => made.finish(none)).toThrow(/"(files\/face|nowhere)" \(avatar 101\) is not in the archive/)
  }
})

test('what an archive has is counted', () => {
  const made = workspace()
  made.add('users', user(101))
  made.add('users', user(102, { bot: { type: 1, owner_id: 101, is_system_bot: false } }))
  made.message(message({ content: 'see https://example.com' }))
  made.message(message({ topic: 'TIDES' }))
  made.message(message({ topic: 'ebb', flags: [{ user_id: 101, bits: 2 }] }))
  made.message(message({ stream_id: null, conversation_id: 1, topic: '', content: '[x](/user_uploads/7)' }))
  made.skip('channel_join')
  made.skip('channel_join', 2)
  made.warn('twice')
  made.warn('twice')
  made.finish(none)
  expect(made.statistics).toMatchObject({ people: 1, streamMessages: 3, privateMessages: 1, linking: 2, flags: 1 })
  expect(made.topics).toBe(2)
  expect(Object.fromEntries(made.skipped)).toEqual({ channel_join: 3 })
  expect(made.warnings).toEqual(['twice'])
})

test('batches have all records in their order, and no batch exceeds a limit', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 })
  const limits = fc.record({ records: fc.integer({ min: 1, max: 10 }), bytes: fc.integer({ min: 91, max: 300 }) })
  fc.assert(
    fc.property(sizes, limits, fc.boolean(), (all, limit, isDescending) => {
      const rows = all.map((bytes, index) => ({ key: isDescending ? 1000 - index : index + 1, bytes }))
      const batches = [...cutIntoBatches('users', rows, limit)]
      expect(batches.map(({ number }) => number)).toEqual(batches.map((_, index) => index + 1))
      let rest = rows
      for (const { records, firstKey, lastKey } of batches) {
        const own = rest.slice(0, records)
        rest = rest.slice(records)
        expect(own.every(({ key }) => key >= firstKey && key <= lastKey)).toBe(true)
        expect(lastKey - firstKey).toBe(records - 1)
        expect(own.length).toBeLessThanOrEqual(limit.records)
        expect(own.reduce((sum, { bytes }) => sum + bytes + 1, 0)).toBeLessThanOrEqual(limit.bytes)
      }
      expect(rest).toEqual([])
    }),
  )
})
