import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rivulet } from '../../import/rivulet/index'
import type { ShownBackup } from '../../src/backups/schema'
import { beforeFirstId } from '../../src/core/sql/ids'
import { checkArchive, downloadExport, requestExport, unpackExport, withBucket, type Archive } from '../kit/archives'
import { makeBackup, backupKeys, finishBackups, readBackups } from '../kit/backups'
import { convert, textOf } from '../kit/conversion'
import { killObject } from '../kit/faulty-database'
import { costOf, newRealm, reach, type Person, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { waitForJobs } from '../kit/services'

let realm: TestRealm
let owner: Person

beforeEach(async () => {
  realm = await newRealm()
  owner = realm.owner
  // An alarm does not say which realm it is for: a request has to come first.
  await owner.patch('/realm', { description: 'Boats' })
})

afterEach(() => {
  vi.useRealTimers()
})

const day = 24 * 3600

/** Lets days pass, and the work of the day be done. */
async function afterDays(days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day * 1000 })
  await realm.ringAlarm()
}

/** The realm's backups after each of the next days. */
async function everyDay(days: number): Promise<number[]> {
  const amounts: number[] = []
  for (let passed = 0; passed < days; passed += 1) {
    await afterDays(1)
    amounts.push((await finishBackups(realm)).length)
  }
  return amounts
}

/** What the notification bot wrote to the owner of backups. */
const notices = async (person: Person): Promise<string[]> =>
  (await person.messages([['is', 'private']], { apply_markdown: false }))
    .map(({ content }) => content as string)
    .filter((content) => content.includes('backup'))

const allow = () => owner.patch('/realm', { owner_full_content_access: true })

/** The archive of the latest backup, which must be as declared but for its files. */
async function readArchive(): Promise<Archive> {
  await allow()
  const { backup_url } = (await readBackups(owner)).at(-1)!
  return unpackExport(realm, { export_url: backup_url })
}

/** Messages beyond so many, as if the others had been deleted. */
const grow = (messages: number) =>
  realm.behindTheWriter(
    env.DB.prepare('update message set id = ? where id = (select max(id) from message where id < ?)').bind(
      beforeFirstId(realm.id) + messages,
      beforeFirstId(realm.id + 1),
    ),
    env.DB.prepare(`update commit_state set counters = json_set(counters, '$.message', ?) where realm_id = ?`).bind(
      messages,
      realm.id,
    ),
  )

describe('a backup', () => {
  test('is written, read back, and then has a size, its messages and a list of parts in the bucket', async () => {
    await owner.send('general', 'tides', 'high')
    const listener = await owner.listen({ event_types: ['backups'] })
    await owner.post('/realm/backups')

    expect(await readBackups(owner)).toMatchObject([
      { pending: true, acting_user_id: owner.id, verified_timestamp: null, size: null, backup_url: null },
    ])
    const [made] = await finishBackups(realm)

    expect(made).toMatchObject({
      pending: false,
      verified_timestamp: expect.any(Number),
      failed_timestamp: null,
      failure: null,
      message_count: 1,
    })
    const list = await (await env.UPLOADS!.get(made!.manifest_key!))!.json<{ parts: { key: string; size: number }[] }>()
    const sizes = await Promise.all(list.parts.map(async ({ key }) => (await env.UPLOADS!.head(key))?.size))
    expect(sizes).toEqual(list.parts.map(({ size }) => size))
    expect(sizes.reduce<number>((sum, size) => sum + size!, 0)).toBe(made!.size)
    expect((await listener.events()).every(({ type }) => type === 'backups')).toBe(true)
    expect(await notices(owner)).toEqual([])
  })

  test('has everything, and refers to files that stay where they are', async () => {
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    await ada.write([bo], 'a private word')
    await ada.upload('POST', '/users/me/avatar', [pictureFile()])
    await owner.upload('POST', '/realm/icon', [pictureFile()])
    await owner.upload('POST', '/realm/emoji/gull', [pictureFile()])
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['A chart'], 'chart.txt')])
    await ada.write([bo], `[chart](${String(uri)})`)
    await makeBackup(realm)
    const archive = await readArchive()

    expect(archive.allText).toContain('a private word')
    expect(archive.json('manifest.json')).toMatchObject({ format: 2, private_data: 'all', files: 'in_bucket' })
    expect(archive.text('README.txt')).toContain('stored_files/')
    expect([...archive.files.keys()].filter((name) => /^files\/.*\//.test(name))).toEqual([])
    const places = archive.records('stored_files') as { path: string; key: string }[]
    expect(places).toHaveLength(4)
    const bytes = await Promise.all(places.map(async ({ key }) => (await env.UPLOADS!.get(key))?.bytes()))
    const chart = places.findIndex(({ path }) => path === archive.records('files')[0].file)
    expect(new TextDecoder().decode(bytes[chart])).toBe('A chart')

    // With each file at its path, the archive is whole.
    const whole = new Map(archive.files)
    const last = whole.get('manifest.json')!
    whole.delete('manifest.json')
    for (const [index, { path }] of places.entries()) whole.set(path, bytes[index]!)
    whole.set('manifest.json', last)
    checkArchive(Object.assign(Object.create(Object.getPrototypeOf(archive) as object) as Archive, { files: whole }))
  })

  test('is read by imports, which know where files are in the bucket', async () => {
    const ada = await realm.user('ada')
    await ada.upload('POST', '/users/me/avatar', [pictureFile()])
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['A chart'], 'chart.txt')])
    await ada.send('general', 'tides', `[chart](${String(uri)})`)
    await makeBackup(realm)
    const archive = await readArchive()
    const result = await convert(rivulet, Object.fromEntries(archive.files))

    expect(result.records.messages).toMatchObject([{ content: expect.stringContaining('/user_uploads/1') }])
    const chart = result.records.files[0]!
    expect(chart).toMatchObject({ name: 'chart.txt', size: 7 })
    expect(textOf(result.files.get(chart.file!))).toMatch(/^stored at user_uploads\//)
    expect(result.skipped).toEqual({})
  })

  test('waits for an export, and an export for it', async () => {
    const writing = { now: 0, most: 0 }
    await withBucket(realm, {
      put: async (...args) => {
        writing.now += 1
        writing.most = Math.max(writing.most, writing.now)
        const kept = await env.UPLOADS!.put(...args)
        writing.now -= 1
        return kept
      },
    })
    await Promise.all([owner.post('/export/realm'), owner.post('/realm/backups')])
    await owner.post('/export/realm')
    expect(await finishBackups(realm)).toMatchObject([{ verified_timestamp: expect.any(Number) }])
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect((await owner.get('/export/realm'))['exports']).toMatchObject([{ pending: false }, { pending: false }])
    })
    expect(writing.most).toBe(1)
  })

  test('goes on after the object was lost', async () => {
    let puts = 0
    await withBucket(realm, {
      put: async () => {
        puts += 1
        void killObject(realm)
        return new Promise<never>(() => undefined)
      },
    })
    await owner.post('/realm/backups')

    await vi.waitFor(
      async () => expect(await readBackups(owner)).toMatchObject([{ verified_timestamp: expect.any(Number) }]),
      { timeout: 20_000 },
    )
    expect(puts).toBe(1)
  })

  test('that the server lost track of fails the next day, and others are made again', async () => {
    await realm.behindTheWriter(
      env.DB.prepare(`insert into realm_backup (id, begun_at, folder, origin) values (?, ?, 'backups/lost/', '')`).bind(
        beforeFirstId(realm.id) + 999,
        Date.now() / 1000,
      ),
    )
    await afterDays(1)

    expect(await finishBackups(realm)).toMatchObject([{ failure: 'lost' }])
    expect(await notices(owner)).toEqual([expect.stringContaining('lost track')])
    await owner.post('/realm/backups')
    expect((await finishBackups(realm)).filter(({ verified_timestamp }) => verified_timestamp)).toHaveLength(1)
  })

  test('costs a few rows for each part', async () => {
    await owner.post('/realm/backups')
    const counts = async () => {
      const report = (await owner.get('/realm/usage'))['resources'] as { name: string; today: { value: number } }[]
      return report.find(({ name }) => name === 'rows_written')!.today.value
    }
    await realm.ringAlarm()
    const before = await counts()
    await finishBackups(realm)
    await waitForJobs(realm)

    expect((await counts()) - before).toBeLessThan(12)
    expect((await owner.get('/realm/backups').then(costOf)).rows_read).toBeLessThan(12)
  })
})

describe('the schedule', () => {
  test('makes a backup each day, and keeps the number that the organization chose', async () => {
    await owner.patch('/realm', { backup_frequency: 'day', backups_to_keep: 2 })

    expect(await everyDay(3)).toEqual([1, 2, 2])
    const backups = await readBackups(owner)
    expect(
      backups.every(({ acting_user_id, verified_timestamp }) => acting_user_id === null && verified_timestamp),
    ).toBe(true)
    await waitForJobs(realm)
    const folders = new Set((await backupKeys(realm)).map((key) => key.split('/')[2]))
    expect(folders).toEqual(new Set(backups.map(({ manifest_key }) => manifest_key!.split('/')[2])))
  })

  test('makes one each week', async () => {
    await owner.patch('/realm', { backup_frequency: 'week' })

    expect(await everyDay(8)).toEqual([1, 1, 1, 1, 1, 1, 1, 2])
  })

  test('makes none where nobody asked for it', async () => {
    expect(await everyDay(2)).toEqual([0, 0])
    expect(await backupKeys(realm)).toEqual([])
  })

  test('counts what an owner asked for', async () => {
    await owner.patch('/realm', { backup_frequency: 'week' })
    await makeBackup(realm)

    expect(await everyDay(2)).toEqual([1, 1])
  })

  test('makes no more than one a week of an organization with more than 300,000 messages', async () => {
    await owner.send('general', 'tides', 'high')
    await owner.patch('/realm', { backup_frequency: 'day' })
    await grow(300_001)

    expect(await owner.get('/realm/backups')).toMatchObject({ frequency: 'week' })
    expect(await everyDay(3)).toEqual([1, 1, 1])
    await afterDays(5)
    expect(await finishBackups(realm)).toHaveLength(2)
  })

  test('tells owners once a week that the organization is too large', async () => {
    await owner.send('general', 'tides', 'high')
    await owner.patch('/realm', { backup_frequency: 'day' })
    await grow(1_000_001)
    await everyDay(3)

    expect(await readBackups(owner)).toMatchObject([{ failure: 'too_large' }])
    expect(await notices(owner)).toHaveLength(1)
    expect(await owner.ask('POST', '/realm/backups')).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('ends with the organization', async () => {
    await owner.patch('/realm', { backup_frequency: 'day' })
    await owner.post('/realm/deactivate')
    await afterDays(1)
    await waitForJobs(realm)

    expect(await backupKeys(realm)).toEqual([])
  })
})

/** Another object of the same size in place of those whose key is like this. */
async function swapBytes(key: string, like: RegExp): Promise<R2ObjectBody | null> {
  const object = await env.UPLOADS!.get(key)
  if (object === null || !like.test(key)) return object
  const bytes = await object.bytes()
  bytes[bytes.length - 1]! ^= 1
  await env.UPLOADS!.put(key, bytes)
  return env.UPLOADS!.get(key)
}

describe('a backup that was altered in the bucket', () => {
  const broken: [name: string, failure: string, get: (key: string) => Promise<R2ObjectBody | null>][] = [
    ['a part has other bytes', 'damaged', async (key) => swapBytes(key, /\/\d+-/)],
    ['a part is missing', 'damaged', async (key) => (/\/\d+-/.test(key) ? null : env.UPLOADS!.get(key))],
    ['the list of parts is another one', 'damaged', async (key) => swapBytes(key, /manifest/)],
    [
      'the list of parts is missing',
      'damaged',
      async (key) => (key.includes('manifest') ? null : env.UPLOADS!.get(key)),
    ],
  ]

  test.each(broken)('because %s replaces none, is deleted, and owners are told', async (_, failure, get) => {
    await owner.patch('/realm', { backup_frequency: 'day', backups_to_keep: 1 })
    await everyDay(1)
    const [good] = await readBackups(owner)
    const before = await backupKeys(realm)
    await withBucket(realm, { get })
    await everyDay(1)

    expect(await readBackups(owner)).toMatchObject([
      { id: good!.id, verified_timestamp: good!.verified_timestamp },
      { failure, verified_timestamp: null, manifest_key: null },
    ])
    expect(await notices(owner)).toEqual([expect.stringContaining('Earlier backups were not deleted')])
    await waitForJobs(realm)
    expect(await backupKeys(realm)).toEqual(before)

    // The next day another one is made, and replaces the good one.
    await realm.evict()
    await everyDay(1)
    expect((await readBackups(owner)).filter(({ verified_timestamp }) => verified_timestamp)).not.toMatchObject([
      { id: good!.id },
    ])
  })

  test('because the bucket takes nothing fails', async () => {
    await withBucket(realm, { put: () => Promise.reject(new Error('The bucket is away')) })
    await owner.post('/realm/backups')
    await vi.waitFor(
      async () => {
        await afterDays(0.001)
        expect(await readBackups(owner)).toMatchObject([{ pending: false, failure: 'not_written' }])
      },
      { timeout: 20_000 },
    )
    expect(await notices(owner)).toEqual([expect.stringContaining('could not be written')])
  })
})

describe('downloads', () => {
  test('are for owners while the organization allows them to export everything', async () => {
    const olaf = await realm.user('olaf', { role: 100 })
    await makeBackup(realm)
    expect(await readBackups(owner)).toMatchObject([{ backup_url: null, manifest_key: expect.any(String) }])

    await allow()
    const [own, other] = [(await readBackups(owner))[0]!.backup_url!, (await readBackups(olaf))[0]!.backup_url!]
    expect(own).not.toBe(other)
    expect((await downloadExport(realm, { export_url: other })).status).toBe(200)

    await owner.patch(`/users/${olaf.id}`, { role: 200 })
    expect((await downloadExport(realm, { export_url: other })).status).toBe(404)
    const { backup_url } = (await readBackups(owner))[0]!
    expect((await downloadExport(realm, { export_url: backup_url })).headers.get('Content-Disposition')).toContain(
      '.tar.gz',
    )
    await owner.patch('/realm', { owner_full_content_access: false })
    expect((await downloadExport(realm, { export_url: backup_url })).status).toBe(404)
  })

  test('need the whole link, of this organization', async () => {
    await allow()
    const { backup_url } = await makeBackup(realm)
    const { pathname } = new URL(backup_url!)
    const other = await newRealm()

    expect((await reach(other.host, pathname)).status).toBe(404)
    expect(
      (
        await reach(
          realm.host,
          pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(404)
    expect((await reach(realm.host, pathname.replace('/backups/', '/exports/'))).status).toBe(404)
    const { export_url } = await requestExport(owner)
    expect((await reach(realm.host, new URL(export_url!).pathname.replace('/exports/', '/backups/'))).status).toBe(404)
  })

  test('begin within an hour, and later ones for each new request', async () => {
    await allow()
    const link = await makeBackup(realm)
    const [id, user_id, expires] = link.backup_url!.split('/').at(-1)!.split('-') as [string, string, string]
    expect(Number(expires) - Date.now() / 1000).toBeGreaterThan(3500)
    const longer = { export_url: link.backup_url!.replace(expires, String(Number(expires) + 7200)) }
    expect((await downloadExport(realm, longer)).status).toBe(404)
    expect([id, user_id]).toEqual([String(link.id), String(owner.id)])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3590_000 })
    expect((await downloadExport(realm, { export_url: link.backup_url })).status).toBe(200)

    vi.setSystemTime(Date.now() + 20_000)
    expect((await downloadExport(realm, { export_url: link.backup_url })).status).toBe(404)
    expect((await downloadExport(realm, { export_url: (await readBackups(owner))[0]!.backup_url })).status).toBe(200)
  })

  test('do not come back with the role of an owner', async () => {
    await allow()
    const olaf = await realm.user('olaf', { role: 100 })
    await makeBackup(realm)
    const [{ backup_url }] = (await readBackups(olaf)) as [ShownBackup]
    await owner.patch(`/users/${olaf.id}`, { role: 400 })
    await owner.patch(`/users/${olaf.id}`, { role: 100 })

    expect((await downloadExport(realm, { export_url: backup_url })).status).toBe(404)
    expect((await downloadExport(realm, { export_url: (await readBackups(olaf))[0]!.backup_url })).status).toBe(200)
  })

  test('lead to nothing outside of the folder of the backup, whatever a restored database says', async () => {
    await allow()
    const { id, backup_url } = await makeBackup(realm)
    const { uri } = await owner.upload('POST', '/user_uploads', [new File(['A secret'], 'secret.txt')])
    await realm.behindTheWriter(
      env.DB.prepare('update realm_backup_part set key = ? where backup_id = ? and number = 1').bind(
        (uri as string).slice(1),
        id,
      ),
    )
    expect((await downloadExport(realm, { export_url: backup_url })).status).toBe(404)
  })

  test('end with the sessions that could have asked for them', async () => {
    await allow()
    const olaf = await realm.user('olaf', { role: 100 })
    const { backup_url } = await makeBackup(realm)
    await olaf.post('/users/me/api_key/regenerate')

    expect((await downloadExport(realm, { export_url: backup_url })).status).toBe(404)
    expect((await downloadExport(realm, { export_url: (await readBackups(owner))[0]!.backup_url })).status).toBe(200)
  })
})

describe('who may', () => {
  test.each([200, 300, 400, 600])('look, make and delete: nobody with the role %s', async (role) => {
    const ada = await realm.user('ada', { role })
    const { id } = await makeBackup(realm)
    const refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }

    expect(await ada.ask('GET', '/realm/backups')).toMatchObject(refusal)
    expect(await ada.ask('POST', '/realm/backups')).toMatchObject(refusal)
    expect(await ada.ask('DELETE', `/realm/backups/${id}`)).toMatchObject(refusal)
    expect(await ada.ask('PATCH', '/realm', { backup_frequency: 'day' })).toMatchObject(refusal)
    expect(await ada.ask('PATCH', '/realm', { backups_to_keep: 3 })).toMatchObject(refusal)
    expect(await readBackups(owner)).toMatchObject([{ id }])
  })

  test('an owner has one deleted, with everything of it in the bucket', async () => {
    const { id } = await makeBackup(realm)
    await owner.delete(`/realm/backups/${id}`)
    expect(await readBackups(owner)).toEqual([])
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect(await backupKeys(realm)).toEqual([])
    })
    expect(await owner.ask('DELETE', `/realm/backups/${id}`)).toMatchObject({ status: 404 })
  })

  test('ask for one at a time, and for two a day', async () => {
    const olaf = await realm.user('olaf', { role: 100 })
    await owner.post('/realm/backups')
    expect(await owner.ask('POST', '/realm/backups')).toMatchObject({ status: 400, reason: 'already_done' })
    const { id } = (await readBackups(owner))[0]!
    expect(await owner.ask('DELETE', `/realm/backups/${id}`)).toMatchObject({ status: 400 })
    await finishBackups(realm)
    await makeBackup(realm)

    expect(await owner.ask('POST', '/realm/backups')).toMatchObject({ status: 429 })
    expect(await olaf.ask('POST', '/realm/backups')).toMatchObject({ status: 200 })
  })
})

test.each([
  { backup_frequency: 'hour' },
  { backup_frequency: '' },
  { backups_to_keep: 0 },
  { backups_to_keep: 31 },
  { backups_to_keep: 1.5 },
])('%j is refused', async (setting) => {
  expect(await owner.ask('PATCH', '/realm', setting)).toMatchObject({ status: 400 })
})

test('without a bucket there are no backups, and the server says so', async () => {
  await realm.evict()
  await realm.inObject((object) => {
    const { UPLOADS: _, ...without } = env
    Object.assign(object, { env: without })
  })
  const refusal = { status: 400, msg: 'File uploads are not set up on this server.' }

  expect(await owner.ask('POST', '/realm/backups')).toMatchObject(refusal)
  expect(await owner.ask('PATCH', '/realm', { backup_frequency: 'day' })).toMatchObject(refusal)
  expect(await owner.ask('PATCH', '/realm', { backup_frequency: 'never' })).toMatchObject({ status: 200 })
  await afterDays(1)
  expect(await readBackups(owner)).toEqual([])
})

test('what backups take in the bucket is told', async () => {
  const { size } = await makeBackup(realm)
  const { resources } = await owner.get('/realm/usage')
  expect(resources).toContainEqual(
    expect.objectContaining({ name: 'backup_bytes', today: { value: size, percent: null, source: 'exact' } }),
  )
})
