import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { env } from 'cloudflare:workers'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { requestOwnData, unpackExport, withBucket, type Archive } from '../kit/archives'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  await realm.stream('harbour', ada, bo)
})

const readOwnArchive = async (person: Person): Promise<Archive> =>
  unpackExport(realm, { export_url: await requestOwnData(person) })

const keysOf = async (person: Person): Promise<string[]> => {
  const { objects } = await env.UPLOADS!.list({ prefix: `own-data/${realm.id}/${person.id}/` })
  return objects.map(({ key }) => key)
}

const contents = (archive: Archive, chapter: string): string[] =>
  archive.records(chapter).map(({ content }) => content as string)

const statusOf = async (url: string): Promise<number> => (await reach(realm.host, new URL(url).pathname)).status

test('an archive has what a person wrote, and nothing that others wrote elsewhere', async () => {
  const cy = await realm.user('cy')
  const id = await ada.send('harbour', 'tides', 'Ada in the stream')
  const question = await bo.send('harbour', 'tides', 'Bo in the stream')
  await ada.write([bo], 'Ada to Bo')
  await bo.write([ada], 'Bo to Ada')
  await bo.write([cy], 'Bo to Cy')
  await ada.post(`/messages/${question}/reactions`, { emoji_name: 'tada' })
  await bo.post(`/messages/${id}/reactions`, { emoji_name: 'heart' })
  await ada.post('/messages/flags', { messages: [question], op: 'add', flag: 'starred' })
  await ada.post('/users/me/alert_words', { alert_words: ['lighthouse'] })
  await ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'A draft of Ada' }] })
  await bo.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'A draft of Bo' }] })
  await ada.post(`/users/me/muted_users/${cy.id}`)
  await bo.post(`/users/me/muted_users/${cy.id}`)
  await realm.bot('gull', ada)
  await realm.bot('tern', bo)
  const { uri } = await ada.upload('POST', '/user_uploads', [new File(['bytes of Ada'], 'ada.txt')])
  await bo.upload('POST', '/user_uploads', [new File(['bytes of Bo'], 'bo.txt')])

  const archive = await readOwnArchive(ada)

  expect(contents(archive, 'stream_messages')).toEqual(['Ada in the stream'])
  expect(archive.records('stream_messages')).toMatchObject([
    { stream: 'harbour', topic: 'tides', reactions: [{ emoji_name: 'heart' }] },
  ])
  expect(contents(archive, 'private_messages')).toEqual(['Ada to Bo', 'Bo to Ada'])
  expect(archive.text('private_messages/000001.md')).toMatch(
    /^## .* · Ada · Bo\n\nAda to Bo\n\n## .* · Bo · Bo\n\nBo to Ada/,
  )
  expect(archive.records('reactions')).toMatchObject([{ emoji_name: 'tada', reaction_type: 'unicode_emoji' }])
  expect(archive.records('marks').flatMap(({ flags }) => flags as [number, number][])).toEqual([
    [question - (realm.id - 1) * 2 ** 32, expect.any(Number)],
  ])
  expect(contents(archive, 'drafts')).toEqual(['A draft of Ada'])
  expect(archive.records('muted_users')).toHaveLength(1)
  expect(archive.records('files')).toMatchObject([{ name: 'ada.txt', link: uri }])
  expect(archive.text(archive.records('files')[0].file as string)).toBe('bytes of Ada')
  const people = archive.records('users')
  expect(people.map(({ full_name }) => full_name as string).toSorted()).toEqual([
    'Ada',
    'Bo',
    expect.stringContaining('ull') as string,
  ])
  expect(people.find(({ full_name }) => full_name === 'Ada')).toMatchObject({
    delivery_email: ada.email,
    alert_words: ['lighthouse'],
  })
  expect(people.find(({ full_name }) => full_name === 'Bo')).toMatchObject({ delivery_email: null, settings: {} })
  expect(archive.records('streams').map(({ name }) => name as string)).toContain('harbour')
  expect(new Set(archive.records('subscriptions').map(({ user_id }) => user_id as number)).size).toBe(1)
  expect(archive.json('manifest.json')).toMatchObject({
    form: 'own data',
    counts: { stream_messages: 1, reactions: 1 },
  })
  for (const secret of ['Bo in the stream', 'Bo to Cy', 'A draft of Bo', 'bytes of Bo', 'tern', ada.key, bo.email])
    expect(archive.allText).not.toContain(secret)
})

test('a stream that the person lost has the name and the messages of that time', async () => {
  await bo.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cellar' }],
    invite_only: true,
    principals: [ada.id, bo.id],
  })
  const { stream_id } = await bo.get('/get_stream_id', { stream: 'cellar' })
  await ada.send('cellar', 'keys', 'Ada in the cellar')
  await ada.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
  await realm.owner.patch(`/streams/${stream_id as number}`, { new_name: 'vault', description: 'Of gold' })
  await bo.send('vault', 'gold', 'Bo in the vault')

  const archive = await readOwnArchive(ada)

  expect(contents(archive, 'stream_messages')).toEqual(['Ada in the cellar'])
  expect(archive.records('stream_messages')).toMatchObject([{ stream: 'cellar' }])
  for (const secret of ['vault', 'Of gold', 'Bo in']) expect(archive.allText).not.toContain(secret)
})

describe('who', () => {
  test('a guest gets their own data, and a bot does not', async () => {
    const guest = await realm.user('gus', { role: 600 })
    const bot = await realm.bot('gull', ada)
    expect((await readOwnArchive(guest)).json('manifest.json')).toMatchObject({ form: 'own data' })

    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect(await bot.ask(method, '/users/me/data')).toMatchObject({ status: 400 })
  })

  test('nobody else sees that an archive exists, not even owners, and its link cannot be made up', async () => {
    const url = await requestOwnData(ada)

    expect(await realm.owner.get('/users/me/data')).toMatchObject({ archive: null })
    expect((await realm.owner.get('/export/realm'))['exports']).toEqual([])
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.replace(String(ada.id), String(bo.id)))).toBe(404)
    expect(await statusOf(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).toBe(404)
    expect(await statusOf(url.replace(/-.*/, ''))).toBe(404)
  })
})

describe('how long', () => {
  test('a person deletes their archive', async () => {
    const url = await requestOwnData(ada)
    expect(await keysOf(ada)).not.toEqual([])
    await ada.delete('/users/me/data')

    expect(await statusOf(url)).toBe(404)
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect(await keysOf(ada)).toEqual([])
    })
    expect(await ada.get('/users/me/data')).toMatchObject({
      archive: { url: null, pending: false, deleted_timestamp: expect.any(Number) as number },
    })
    expect(await ada.ask('DELETE', '/users/me/data')).toMatchObject({ status: 400 })
  })

  test('an archive is deleted after 7 days, and then there may be another', async () => {
    const url = await requestOwnData(ada)
    expect(await ada.ask('POST', '/users/me/data')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    const { next_request_at } = await ada.get('/users/me/data')
    expect(next_request_at).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400)

    await realm.behindTheWriter(
      env.DB.prepare('update own_data set requested_at = requested_at - 700000 where user_id = ?').bind(ada.id),
    )
    await realm.inObject((_, { storage }) => storage.kv.delete('daily'))
    await realm.ringAlarm()
    expect(await statusOf(url)).toBe(404)
    expect(await ada.get('/users/me/data')).toMatchObject({ next_request_at: null, archive: { url: null } })
    expect(await statusOf(await requestOwnData(ada))).toBe(200)
  })

  test.each([
    ['deactivated', (person: Person) => realm.owner.delete(`/users/${person.id}`)],
    ['erased', (person: Person) => realm.owner.post(`/users/${person.id}/erase`, { messages: 'keep' })],
  ])('the archive of an account that is %s is deleted', async (_, end) => {
    const url = await requestOwnData(ada)
    await end(ada)

    expect(await statusOf(url)).toBe(404)
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect(await keysOf(ada)).toEqual([])
    })
  })

  test('a link ends with the other sessions of the person, who gets another one', async () => {
    const url = await requestOwnData(ada)
    await ada.delete('/users/me/sessions')

    expect(await statusOf(url)).toBe(404)
    const { archive } = await ada.get('/users/me/data')
    expect(await statusOf((archive as { url: string }).url)).toBe(200)
  })
})

test('archives are made one after the other, and one that was deleted does not stop the next', async () => {
  await withBucket(realm, { get: () => Promise.resolve(null) })
  const listener = await bo.listen({ event_types: ['own_data'] })
  await ada.post('/users/me/data')
  await bo.post('/users/me/data')
  expect(await ada.ask('POST', '/users/me/data')).toMatchObject({ status: 400 })
  await ada.delete('/users/me/data')

  await vi.waitFor(async () => {
    await realm.ringAlarm()
    const events = await listener.next('own_data')
    expect(events.at(-1)).toMatchObject({ archive: { pending: false, failed_timestamp: null, failure: null } })
  })
})

test('an archive that cannot be stored fails, and may be asked for again a day later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await withBucket(realm, { put: () => Promise.reject(new Error('lost')) })
  await ada.post('/users/me/data')
  let minutes = 0
  await vi.waitFor(async () => {
    vi.setSystemTime(Date.now() + (minutes += 1) * 60_000)
    await realm.ringAlarm()
    expect(await ada.get('/users/me/data')).toMatchObject({
      archive: { failed_timestamp: expect.any(Number) as number, failure: 'not_written' },
    })
  })
  const { next_request_at, archive } = await ada.get('/users/me/data')
  expect((next_request_at as number) - (archive as { failed_timestamp: number }).failed_timestamp).toBe(86_400)
})

/** What the organization's files take, as people and administrators see it. */
async function spaceUsed(): Promise<[ofPerson: number, ofRealm: number, reported: number]> {
  const { upload_space_used } = await ada.get('/attachments')
  const { resources } = (await realm.owner.get('/realm/usage')) as unknown as {
    resources: { name: string; today: { value: number } }[]
  }
  const row = await env.DB.prepare('select bytes from upload_space where user_id = ?')
    .bind(ada.id)
    .first<number>('bytes')
  const reported = resources.find(({ name }) => name === 'file_bytes')!.today.value
  return [row ?? 0, upload_space_used as number, reported]
}

describe('space', () => {
  test('an archive takes space of the person and of the organization for as long as it is there', async () => {
    expect(await spaceUsed()).toEqual([0, 0, 0])
    await requestOwnData(ada)
    const parts = await Promise.all((await keysOf(ada)).map((key) => env.UPLOADS!.head(key)))
    const size = parts.reduce((sum, part) => sum + part!.size, 0)
    expect(await spaceUsed()).toEqual([size, size, size])

    await ada.delete('/users/me/data')
    expect(await spaceUsed()).toEqual([0, 0, 0])
  })

  test('files that there is no room for are left out, and nothing else', async () => {
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['bytes of Ada'], 'ada.txt')])
    await ada.send('harbour', 'tides', 'Ada in the stream')
    const full = (Number(env.UPLOAD_QUOTA_MIB) * 1024 * 1024) / 4 - 5
    await realm.behindTheWriter(
      env.DB.prepare('update upload_space set bytes = ? where user_id = ?').bind(full, ada.id),
    )
    const archive = await readOwnArchive(ada)

    expect(archive.records('files')).toMatchObject([{ name: 'ada.txt', link: uri, file: null }])
    expect(archive.allText).not.toContain('bytes of Ada')
    expect(contents(archive, 'stream_messages')).toEqual(['Ada in the stream'])
  })
})

const lostAnswer = { archive: { pending: false, failed_timestamp: expect.any(Number) as number, failure: 'lost' } }

describe('an archive that the server lost track of', () => {
  beforeEach(() =>
    realm.behindTheWriter(
      env.DB.prepare(
        `insert into own_data (user_id, serial, requested_at, token, origin) values (?, 1, ?, 'a', 'https://x.test')`,
      ).bind(ada.id, Date.now() / 1000 - 60),
    ),
  )

  test('does not stop the next one', async () => {
    expect(await statusOf(await requestOwnData(bo))).toBe(200)
    expect(await ada.get('/users/me/data')).toMatchObject(lostAnswer)
  })

  test('fails with the work of the day', async () => {
    await realm.inObject((_, { storage }) => storage.kv.delete('daily'))
    await realm.ringAlarm()
    expect(await ada.get('/users/me/data')).toMatchObject(lostAnswer)
  })
})
