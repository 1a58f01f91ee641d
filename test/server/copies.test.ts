import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { chapterNames } from '../../src/archive/records'
import { beforeFirstId } from '../../src/core/sql/ids'
import { requestExport, readExports, unpackExport, type Archive } from '../kit/archives'
import { CopyRun, type Part } from '../kit/copies'
import { newRealm, type Person, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { seed } from '../kit/seeded-messages'

let realm: TestRealm
let owner: Person
let ada: Person
let bo: Person
let harbour: { id: number; name: string }
let ids: number[]

beforeAll(async () => {
  realm = await newRealm()
  ;({ owner } = realm)
  ;[ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  harbour = await realm.stream('harbour', ada, bo, owner)
  await ada.upload('POST', '/users/me/avatar', [pictureFile()])
  await owner.upload('POST', '/realm/icon', [pictureFile()])
  await owner.upload('POST', '/realm/emoji/gull', [pictureFile('gif that moves')])
  await ada.write([bo], 'Only for Bo')
  ids = await seed(ada, 1200, harbour.id)
  const { uri } = await ada.upload('POST', '/user_uploads', [new File(['high at noon'], 'tides.txt')])
  await ada.send('harbour', 'tides', `See [tides](${uri})`)
})

/** What changed from one run to another, by chapter and place. */
async function differences(before: ReadonlyMap<string, Part>, run: CopyRun): Promise<string[]> {
  const changed: string[] = []
  for (const [place, { tag }] of before) {
    const [chapter, after] = place.split(' ') as [string, string]
    const part = await run.readPart(chapter, { after: JSON.parse(after), tags: tag })
    if (part.status !== 304) changed.push(place)
  }
  return changed
}

/**
 * Records as texts to compare. The names of files differ. The notice about the export came later than the copy, and the owner, who
 * asked for it, has read it.
 */
const texts = (records: readonly unknown[]): string[] =>
  records
    .map((record) => JSON.stringify(record).replaceAll(/files\/[^"]+/g, 'files/'))
    .filter((text) => !text.startsWith('{"user_id":1,"read":'))

/** What every commit of the organization changes. */
const state = () => env.DB.prepare('select * from commit_state where realm_id = ?').bind(realm.id).first()

const place = (index: number): string => JSON.stringify([beforeFirstId(realm.id) + index * 500])

describe('a copy', () => {
  test('has what a full export has', async () => {
    await owner.patch('/realm', { owner_full_content_access: true })
    const run = await CopyRun.begin(owner, 3)
    const archive: Archive = await unpackExport(realm, await requestExport(owner, { export_type: 3 }))
    for (const chapter of chapterNames) {
      const exportedRecords = archive.records(chapter) as { id: number }[]
      const records =
        chapter === 'messages'
          ? exportedRecords.filter(({ id }) => id <= run.manifest.last_ids.message)
          : exportedRecords
      expect(texts(await run.records(chapter)), chapter).toEqual(texts(records))
    }
    expect(texts(await run.records('realm'))).toEqual(texts([archive.json('realm.json')]))
    expect(run.manifest).toMatchObject({ format: 2, private_data: 'all', origin: `http://${realm.host}` })
  })

  test('has the files that its records name, under other names when they are others', async () => {
    const run = await CopyRun.begin(owner)
    const files = [...(await run.readAllParts()).values()].flatMap((part) => part.files)
    expect(files.map(({ kind }) => kind).toSorted()).toEqual(['attachment', 'avatar', 'emoji', 'icon', 'still_emoji'])
    for (const one of files) expect(one.path).toMatch(/^files\/[a-z]+\/[a-z0-9-]+\.[a-z]+$/)
    const attachment = files.find(({ kind }) => kind === 'attachment')!
    const response = await run.file(attachment)
    expect(response.headers.get('Content-Length')).toBe('12')
    expect(await response.text()).toBe('high at noon')
    for (const kind of ['avatar', 'icon'])
      expect(await (await run.file(files.find((one) => one.kind === kind)!)).bytes()).toEqual(
        await pictureFile().bytes(),
      )

    await ada.upload('POST', '/users/me/avatar', [pictureFile()])
    const anew = (await run.parts('users')).flatMap((part) => part.files)
    expect(anew).toMatchObject([{ kind: 'avatar' }])
    expect(files).not.toContainEqual(anew[0])
  })

  test('is answered only where it changed', async () => {
    const first = await CopyRun.begin(owner)
    const before = await first.readAllParts()
    expect([...before.keys()].filter((key) => key.startsWith('messages'))).toEqual([
      'messages null',
      `messages ${place(1)}`,
      `messages ${place(2)}`,
    ])
    const second = await CopyRun.begin(owner)
    expect(second.run).toBe(first.run + 1)
    expect(second.copy_id).toBe(first.copy_id)
    expect(await differences(before, second)).toEqual([])

    // Any of several tags will do, and others will not.
    const { tag } = before.get('messages null')!
    expect((await second.readPart('messages', { tags: `"other", ${tag}` })).status).toBe(304)
    expect((await second.readPart('messages', { tags: '"other"' })).status).toBe(200)

    await ada.patch(`/messages/${ids[600]}`, { content: 'edited' })
    expect(await differences(before, second)).toEqual([`messages ${place(1)}`])
    await bo.post(`/messages/${ids[3]}/reactions`, { emoji_name: 'tada' })
    expect(await differences(before, second)).toEqual(['messages null', `messages ${place(1)}`])
  })

  test('moves no other part when messages go or somebody is subscribed', async () => {
    await owner.patch('/realm', { delete_own_message_policy: 5 })
    const before = await (await CopyRun.begin(owner)).readAllParts()
    await owner.delete(`/messages/${ids[10]}`)
    await owner.delete(`/messages/${ids[499]}`)
    const run = await CopyRun.begin(owner)
    expect(await differences(before, run)).toEqual(['messages null', `messages ${place(1)}`])
    expect((await run.parts('messages')).map(({ next }) => next)).toEqual([
      JSON.parse(place(1)),
      JSON.parse(place(2)),
      null,
    ])
  })

  test('writes no row, however often it is asked', async () => {
    const run = await CopyRun.begin(owner)
    const before = await state()
    await run.readAllParts()
    expect(await state()).toEqual(before)
  })
})

describe('what is in it', () => {
  test('follows consent when a run begins', async () => {
    const without = await CopyRun.begin(owner)
    expect(JSON.stringify(await without.records('messages'))).not.toContain('Only for Bo')
    await ada.patch('/settings', { allow_private_data_export: true })
    expect(JSON.stringify(await without.records('messages'))).not.toContain('Only for Bo')
    const run = await CopyRun.begin(owner)
    expect(JSON.stringify(await run.records('messages'))).toContain('Only for Bo')
    await ada.patch('/settings', { allow_private_data_export: false })
    expect(run.manifest).toMatchObject({ private_data: 'consented' })
  })

  test('is no file of somebody who does not allow it', async () => {
    await bo.upload('POST', '/user_uploads', [new File(['secret'], 'secret.txt')])
    const { id } = (await bo.get('/attachments'))['attachments'][0] as { id: number }
    const run = await CopyRun.begin(owner)
    expect((await run.file({ kind: 'attachment', id: id - beforeFirstId(realm.id) })).status).toBe(404)
  })

  test('is everything only while the organization allows that', async () => {
    await owner.patch('/realm', { owner_full_content_access: false })
    expect(await owner.ask('POST', '/export/realm/copies', { export_type: 3 })).toMatchObject({ status: 400 })
    await owner.patch('/realm', { owner_full_content_access: true })
    const run = await CopyRun.begin(owner, 3)
    expect(JSON.stringify(await run.records('messages'))).toContain('Only for Bo')
    await owner.patch('/realm', { owner_full_content_access: false })
    expect(await run.readPart('messages')).toMatchObject({ status: 400, records: [] })
    expect((await run.file({ kind: 'attachment', id: 1 })).status).toBe(400)
  })
})

describe('who may', () => {
  test('only owners, and only their own copy', async () => {
    const run = await CopyRun.begin(owner)
    const [other, administrator] = [await realm.user('una', { role: 100 }), await realm.user('cy', { role: 200 })]
    for (const by of [administrator, ada])
      expect(await by.ask('POST', '/export/realm/copies')).toMatchObject({
        status: 400,
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    expect((await run.readPart('users', { by: administrator })).code).toBe('UNAUTHORIZED_PRINCIPAL')
    expect(await run.readPart('users', { by: other })).toMatchObject({ status: 404 })
    expect((await run.file({ kind: 'icon', id: 0 }, other)).status).toBe(404)
    expect((await run.file({ kind: 'icon', id: 0 }, ada)).status).toBe(400)
  })

  test('no account of another organization, and no place leads to one', async () => {
    const run = await CopyRun.begin(owner)
    const later = await newRealm()
    expect(await run.readPart('users', { by: later.owner })).toMatchObject({ status: 404 })
    const own = await CopyRun.begin(later.owner)
    for (const chapter of chapterNames)
      for (const after of [[0], [-1], [0, 0], [0, 0, 0], [1, 0], [1, 0, 0], [2, 0, 0]])
        for (const record of (await own.readPart(chapter, { after })).records)
          expect(JSON.stringify(record), `${chapter} ${JSON.stringify(after)}`).not.toMatch(/Ada|ada@|harbour|number/)
  })
})

test.each([
  ['users', '[1.5]'],
  ['users', '[]'],
  ['users', '"1"'],
  ['users', '[1,2,3,4]'],
  ['users', '[1e300]'],
  ['users', '[-5]'],
  ['bots', '[9007199254740991]'],
  ['marks', '[7]'],
  ['marks', '[-1,5]'],
  ['muted_topics', '[1,2]'],
  ['passwords', 'null'],
  ['__proto__', 'null'],
])('the chapter %s has no place %s', async (chapter, after) => {
  const run = await CopyRun.begin(owner)
  const { status } = await run.readPart(chapter, { after: JSON.parse(after) as unknown })
  expect([400, 404]).toContain(status)
})

test.each([
  ['attachment', '999'],
  ['attachment', '0'],
  ['avatar', '99999999999999999999'],
  ['password', '1'],
  ['still_emoji', '7'],
  ['night_logo', '0'],
])('there is no %s %s', async (kind, id) => {
  const run = await CopyRun.begin(owner)
  expect((await run.file({ kind, id: id as unknown as number })).status).toBe(404)
})

test('a run ends when three others began, or after 7 days', async () => {
  const run = await CopyRun.begin(owner)
  for (let more = 0; more < 2; more += 1) await CopyRun.begin(owner)
  expect((await run.readPart('users')).status).toBe(200)
  const last = await CopyRun.begin(owner)
  expect((await run.readPart('users')).status).toBe(400)
  await realm.behindTheWriter(
    env.DB.prepare(
      `update realm_export set copy_runs = json_replace(copy_runs, '$[2].begun_at', unixepoch() - 8 * 86400) where id = ?`,
    ).bind(last.copy_id),
  )
  expect((await last.readPart('users')).status).toBe(400)
})

test('it is announced and listed when it begins, and again after a month or when the type changes', async () => {
  const one = await newRealm()
  const { owner: olga } = one
  const notices = async (): Promise<string[]> => {
    const { messages } = await olga.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'topic', operand: 'data exports' }],
    })
    return (messages as { content: string }[]).map(({ content }) => content)
  }
  const listener = await olga.listen({ event_types: ['realm_export'] })
  await CopyRun.begin(olga)
  const { copy_id } = await CopyRun.begin(olga)
  expect(await notices()).toHaveLength(1)
  expect(await readExports(olga)).toMatchObject([
    { id: copy_id, export_type: 2, copied_timestamp: expect.any(Number), export_url: null, pending: false },
  ])
  expect(await listener.next('realm_export')).toMatchObject([{ exports: [{ id: copy_id }] }, {}])
  expect(await olga.ask('DELETE', `/export/realm/${copy_id}`)).toMatchObject({ status: 400 })

  await olga.patch('/realm', { owner_full_content_access: true })
  const before = (await notices()).length
  await CopyRun.begin(olga, 3)
  expect((await notices()).length).toBe(before + 1)
  expect((await notices()).at(-1)).toContain('everything')

  await one.behindTheWriter(env.DB.prepare('update realm_export set export_time = export_time - 31 * 86400'))
  await CopyRun.begin(olga, 3)
  expect((await notices()).length).toBe(before + 2)
  expect(await readExports(olga)).toHaveLength(3)
  // Each announcement counts as an export does.
  for (const type of [2, 3, 2, 3]) await CopyRun.begin(olga, type)
  expect(await olga.ask('POST', '/export/realm/copies', { export_type: 2 })).toMatchObject({ status: 400 })
})

test('without a public stream for the announcement there is no copy', async () => {
  const one = await newRealm()
  await one.owner.patch('/realm', { notifications_stream_id: -1 })
  expect(await one.owner.ask('POST', '/export/realm/copies')).toMatchObject({ status: 400 })
  expect(await readExports(one.owner)).toEqual([])
})
