import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Database } from '../../src/core/sql/database'
import { sqlOver, type Fragment } from '../../src/core/sql/sql'
import { beforeFirstId } from '../../src/core/sql/ids'
import { publicMessages } from '../../src/exports/public-messages'
import { settingsOf } from '../../src/accounts/settings'
import {
  waitForExports,
  downloadExport,
  requestExport,
  readExports,
  exportKeys,
  unpackExport,
  withBucket,
  type Archive,
  type Export,
} from '../kit/archives'
import { killObject } from '../kit/faulty-database'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { seed } from '../kit/seeded-messages'
import { failedAttempts, waitForJobs } from '../kit/services'

let realm: TestRealm
let owner: Person

beforeEach(async () => {
  realm = await newRealm()
  owner = realm.owner
})

const day = 24 * 3600
const refusal = { status: 400, result: 'error', code: 'BAD_REQUEST' }

async function uploadFile(person: Person, name: string, content: string | Uint8Array): Promise<string> {
  const answer = await person.upload('POST', '/user_uploads', [new File([content], name)])
  expect(answer.msg).toBe('')
  return answer['uri'] as string
}

/** Lets the realm's object do what is due when so many seconds have passed. */
async function alarmAfter(seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    await realm.ringAlarm()
  } finally {
    vi.useRealTimers()
  }
}

const idsIn = (archive: Archive): number[] => archive.records('messages').map(({ id }) => id as number)

/** Looks like an export that was asked for so long ago. */
async function seedExport(
  id: number,
  columns: { age?: number; failed?: boolean; pending?: boolean } = {},
): Promise<void> {
  const { age = 0, failed = false, pending = false } = columns
  const now = Date.now() / 1000
  await env.DB.prepare(`
    insert into realm_export (id, realm_id, acting_user_id, export_time, token, origin, completed_at, failed_at)
    values (?, ?, ?, ?, ?, '', ?, ?)
  `)
    .bind(
      beforeFirstId(realm.id) + id,
      realm.id,
      owner.id,
      now - age,
      `${realm.id} ${id}`,
      failed || pending ? null : now,
      failed ? now : null,
    )
    .run()
}

describe('an export', () => {
  test('is pending at first, and then has a link; its creator gets an event for both', async () => {
    const listener = await owner.listen({ event_types: ['realm_export'] })
    await owner.post('/export/realm')

    const [begun] = await listener.next()
    expect(begun).toEqual({
      type: 'realm_export',
      exports: [
        {
          id: expect.any(Number),
          export_type: 1,
          export_time: expect.any(Number),
          acting_user_id: owner.id,
          export_url: null,
          deleted_timestamp: null,
          failed_timestamp: null,
          copied_timestamp: null,
          pending: true,
        },
      ],
    })
    const [was] = begun!['exports'] as Export[]
    expect(Math.abs(was!.export_time - Date.now() / 1000)).toBeLessThan(60)

    const [ended] = await listener.next()
    const link = expect.stringMatching(new RegExp(`^http://${realm.host}/exports/\\d+-${owner.id}-[\\w-]{43}$`))
    expect(ended).toEqual({ type: 'realm_export', exports: [{ ...was, export_url: link, pending: false }] })
    expect(await readExports(owner)).toEqual(ended!['exports'])
  })

  test('sends events to nobody else, not even to another administrator', async () => {
    const others = [await realm.user('ada', { role: 200 }), await realm.user('bo')]
    const listeners = await Promise.all(others.map((person) => person.listen({ event_types: ['realm_export'] })))
    const { id } = await requestExport(owner)
    await owner.delete(`/export/realm/${id}`)

    for (const listener of listeners) expect(await listener.events()).toEqual([])
  })

  test('is told to the administrator who deletes it, and not to the one who asked for it', async () => {
    const ada = await realm.user('ada', { role: 200 })
    const { id } = await requestExport(owner)
    const [own, other] = [await owner.listen(), await ada.listen()]
    await ada.delete(`/export/realm/${id}`)

    expect(await own.events()).toEqual([])
    expect(await other.events()).toEqual([{ type: 'realm_export', exports: await readExports(ada) }])
  })

  test('sends no event to somebody who is no longer an administrator', async () => {
    const ada = await realm.user('ada', { role: 200 })
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await withBucket(realm, {
      put: async (...args) => {
        reached.resolve()
        await released.promise
        return env.UPLOADS!.put(...args)
      },
    })
    const own = await owner.listen({ event_types: ['realm_export'] })
    await ada.post('/export/realm')
    const listener = await ada.listen({ event_types: ['realm_export'] })
    await reached.promise
    await owner.patch(`/users/${ada.id}`, { role: 400 })
    await owner.post('/export/realm')
    released.resolve()

    await waitForExports(own)
    expect(await readExports(owner)).toMatchObject([{ acting_user_id: ada.id, pending: false }, { pending: false }])
    expect(await listener.events()).toEqual([])
  })

  test('waits until those before it are made', async () => {
    const writing = { now: 0, most: 0, all: 0 }
    await withBucket(realm, {
      put: async (...args) => {
        writing.now += 1
        writing.all += 1
        writing.most = Math.max(writing.most, writing.now)
        const kept = await env.UPLOADS!.put(...args)
        writing.now -= 1
        return kept
      },
    })
    const listener = await owner.listen({ event_types: ['realm_export'] })
    await Promise.all([1, 2, 3].map(() => owner.post('/export/realm')))
    const exports = await waitForExports(listener)

    expect(exports).toHaveLength(3)
    expect(writing).toEqual({ now: 0, most: 1, all: 3 })
    for (const one of exports) {
      expect(one.export_url).not.toBeNull()
      expect((await unpackExport(realm, one)).json('realm.json')).toMatchObject({ id: realm.id })
    }
  })

  test('does not wait for one that was lost a day ago, which has failed then', async () => {
    await seedExport(999, { age: day + 60, pending: true })

    expect(await requestExport(owner)).toMatchObject({
      id: beforeFirstId(realm.id) + 999,
      failed_timestamp: expect.any(Number),
    })
    expect(await readExports(owner)).toMatchObject([{ export_url: expect.any(String) }, { export_url: null }])
  })

  test('leaves nothing when it was given up before its part was kept', async () => {
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let puts = 0
    await withBucket(realm, {
      put: async (...args) => {
        puts += 1
        if (puts === 1) {
          begun.resolve()
          await late.promise
        }
        return env.UPLOADS!.put(...args)
      },
    })
    await owner.post('/export/realm')
    await begun.promise
    await env.DB.prepare('update realm_export set export_time = export_time - ? where realm_id = ?')
      .bind(day + 60, realm.id)
      .run()
    const two = await requestExport(owner)
    await vi.waitFor(async () => expect(await failedAttempts(realm)).toHaveLength(1))

    late.resolve()

    await vi.waitFor(async () => {
      await alarmAfter(1)
      expect(await failedAttempts(realm)).toEqual([])
    })
    expect(await readExports(owner)).toMatchObject([{ failed_timestamp: expect.any(Number) }, { id: two.id }])
    expect(await exportKeys(realm)).toHaveLength(1)
    expect((await unpackExport(realm, two)).json('realm.json')).toMatchObject({ id: realm.id })
  })

  test('is of one organization', async () => {
    await owner.send('general', 'tides', 'ours')
    const other = await newRealm()
    await other.owner.send('general', 'tides', 'theirs')
    const { allText: everything } = await unpackExport(realm, await requestExport(owner))

    expect(everything).toContain('ours')
    expect(everything).not.toContain('theirs')
  })

  test('has nothing that was sent after it began', async () => {
    const early = await owner.send('general', 'tides', 'early')
    await withBucket(realm, {
      get: async (key) => {
        // The picture of the organization is read before messages are.
        await owner.send('general', 'tides', 'late')
        return env.UPLOADS!.get(key)
      },
    })
    await owner.upload('POST', '/realm/icon', [pictureFile()])
    const archive = await unpackExport(realm, await requestExport(owner))

    expect(idsIn(archive)).toEqual([early])
  })
})

/** How a guess at the address of an archive is answered. */
async function statusOf(host: string, token: string): Promise<number> {
  const response = await reach(host, `/exports/${encodeURIComponent(token)}`)
  await response.arrayBuffer()
  return response.status
}

describe('the link of an export', () => {
  test('saves a compressed archive, and needs no credentials', async () => {
    const response = await downloadExport(realm, await requestExport(owner))
    await response.arrayBuffer()

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': expect.stringMatching(
        new RegExp(`^attachment; filename="${realm.string_id}-\\d{4}-\\d\\d-\\d\\d\\.tar\\.gz"`),
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('leads nowhere else: not when guessed, nor at another organization', async () => {
    const one = await requestExport(owner)
    const token = one.export_url!.split('/').at(-1)!

    for (const guess of [token.slice(0, -1), 'A'.repeat(32), String(one.id)])
      expect(await statusOf(realm.host, guess), guess).toBe(404)
    expect(await statusOf((await newRealm()).host, token)).toBe(404)
    expect(await statusOf(realm.host, token)).toBe(200)
  })

  test('goes on when the organization is closed', async () => {
    const one = await requestExport(owner)
    await owner.post('/realm/deactivate')

    expect((await unpackExport(realm, one)).json('realm.json')).toMatchObject({ id: realm.id })
  })

  test('leads nowhere once the export is deleted, of which nothing is kept', async () => {
    const one = await requestExport(owner)
    expect(await exportKeys(realm)).toHaveLength(1)
    await owner.delete(`/export/realm/${one.id}`)

    expect((await downloadExport(realm, one)).status).toBe(404)
    const deleted_timestamp = expect.closeTo(Date.now() / 1000, -2)
    expect(await readExports(owner)).toEqual([{ ...one, export_url: null, deleted_timestamp }])
    while ((await exportKeys(realm)).length > 0) await alarmAfter(1)
  })

  test('breaks off, and the log says so, when a part of the archive is missing', async () => {
    const made = await requestExport(owner)
    const [key] = await exportKeys(realm)
    await env.UPLOADS!.delete(key!)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)

    const response = await downloadExport(realm, made)

    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(logged.mock.calls).toEqual([[expect.stringContaining('A part is missing')]])
    logged.mockRestore()
  })
})

/** Tries to delete the export with this number. */
const deleting = (id: number) => owner.ask('DELETE', `/export/realm/${beforeFirstId(realm.id) + id}`)

describe('what cannot be done', () => {
  test('deleting an unknown export is refused', async () => {
    const other = await newRealm()
    const { id } = await requestExport(other.owner)

    expect(await deleting(999)).toMatchObject(refusal)
    expect(await owner.ask('DELETE', `/export/realm/${id}`)).toMatchObject(refusal)
    expect(await other.owner.get('/export/realm')).toMatchObject({ exports: [{ deleted_timestamp: null }] })
  })

  test.each([
    ['is pending', { pending: true }],
    ['failed', { failed: true }],
  ])('nobody deletes an export that %s', async (_, columns) => {
    await seedExport(1, columns)
    const before = await readExports(owner)

    expect(await deleting(1)).toMatchObject(refusal)
    expect(await readExports(owner)).toEqual(before)
  })

  test('deleting an export twice is refused', async () => {
    await seedExport(1)
    expect((await deleting(1)).status).toBe(200)
    const before = await readExports(owner)

    expect(await deleting(1)).toMatchObject(refusal)
    expect(await readExports(owner)).toEqual(before)
  })

  test('there are five exports in seven days, failed and deleted ones included', async () => {
    for (const id of [1, 2, 3]) await seedExport(id)
    await seedExport(4, { failed: true })
    await seedExport(5, { age: 7 * day + 60 })
    await realm.behindTheWriter(
      env.DB.prepare(
        `update commit_state set counters = json_set(counters, '$.realm_export', 5) where realm_id = ?`,
      ).bind(realm.id),
    )
    await deleting(1)
    expect(await owner.ask('POST', '/export/realm')).toMatchObject({ status: 200 })

    expect(await owner.ask('POST', '/export/realm')).toMatchObject(refusal)
    expect(await readExports(owner)).toHaveLength(6)
  })

  test.each([
    ['files', 'update realm set upload_space_used = 10 * 1024 * 1024 * 1024 + 1 where id = ?'],
    ['messages', `update commit_state set counters = json_set(counters, '$.message', 1000001) where realm_id = ?`],
  ])('an organization with too many %s is not exported', async (_, statement) => {
    await realm.behindTheWriter(env.DB.prepare(statement).bind(realm.id))

    expect(await owner.ask('POST', '/export/realm')).toMatchObject(refusal)
    expect(await readExports(owner)).toEqual([])
  })

  test('nothing is exported where files cannot be kept', async () => {
    const upload = 'File uploads are not set up on this server.'
    await realm.evict()
    await realm.inObject((object) => {
      const { UPLOADS: _, ...without } = env
      Object.assign(object, { env: without })
    })

    expect(await owner.ask('POST', '/export/realm')).toMatchObject({ ...refusal, msg: upload })
    expect(await readExports(owner)).toEqual([])
  })
})

/** Something that must not be found. */
const secret = (place: string) => `Marker of ${place}`

describe('what is in an archive', () => {
  test('is everything that everybody may see', async () => {
    const ada = await realm.user('ada')
    const bo = await realm.user('bo')
    const harbour = await realm.stream('harbour', ada, bo)
    const tower = await realm.stream('tower')
    await owner.upload('POST', '/realm/icon', [pictureFile()])
    await ada.upload('POST', '/users/me/avatar', [pictureFile()])
    await owner.upload('POST', '/realm/emoji/gull', [pictureFile()])
    await owner.post('/realm/filters', {
      pattern: 'ship-(?P<id>[0-9]+)',
      url_format_string: 'https://ships.test/%(id)s',
    })
    await owner.post('/realm/playgrounds', { name: 'Sand', pygments_language: 'C', url_prefix: 'https://sand.test/' })
    await owner.post('/realm/domains', { domain: 'harbour.test', allow_subdomains: true })
    await owner.post('/user_groups/create', { name: 'pilots', description: 'Who steer', members: [ada.id, bo.id] })
    await owner.post('/default_streams', { stream_id: harbour.id })
    await owner.post('/default_stream_groups/create', {
      group_name: 'waterside',
      description: 'By the sea',
      stream_names: ['tower'],
    })
    const field = (await owner.post('/realm/profile_fields', { name: 'Boat', field_type: 1 }))['id'] as number
    await ada.patch('/users/me/profile_data', { data: [{ id: field, value: 'Barge' }] })
    const uri = await uploadFile(ada, 'chärt.txt', 'A chart')
    const id = await ada.send('harbour', 'tides', `High at *noon*: [chart](${uri})`)
    await ada.patch(`/messages/${id}`, { content: `High at *one*: [chart](${uri})` })
    await bo.post(`/messages/${id}/reactions`, { emoji_name: 'gull' })
    await owner.delete(`/users/${bo.id}`)

    const archive = await unpackExport(realm, await requestExport(owner))

    expect(archive.text('README.txt')).toContain('manifest.json')
    expect(archive.json('manifest.json')).toMatchObject({
      organization: realm.string_id,
      counts: { users: { records: 4 }, messages: { records: 1 }, attachments: { records: 1 }, emoji: { records: 1 } },
    })
    const realmFile = archive.json('realm.json')
    expect(realmFile).toMatchObject({
      name: expect.stringMatching(/^Realm \d+$/),
      settings: { invite_required: true },
      user_settings_defaults: { emojiset: 'google' },
      domains: [{ domain: 'harbour.test', allow_subdomains: true }],
      logo: null,
    })
    expect(archive.json('linkifiers.json')).toMatchObject([{ pattern: 'ship-(?P<id>[0-9]+)' }])
    expect(archive.json('playgrounds.json')).toMatchObject([{ name: 'Sand' }])
    expect(archive.json('profile_fields.json')).toMatchObject([{ id: field, name: 'Boat' }])
    expect(archive.json('default_stream_groups.json')).toMatchObject([{ name: 'waterside', stream_ids: [tower.id] }])
    expect(archive.json('user_groups.json')).toContainEqual(
      expect.objectContaining({ name: 'pilots', description: 'Who steer', members: [ada.id, bo.id] }),
    )
    const users = archive.records('users')
    const [adaThere, boThere] = [ada, bo].map((person) => users.find(({ user_id }) => user_id === person.id))
    expect(adaThere).toMatchObject({ full_name: 'Ada', is_active: true, profile_data: { [field]: { value: 'Barge' } } })
    expect(boThere).toMatchObject({ full_name: 'Bo', is_active: false, avatar: null })
    expect(archive.records('streams')).toContainEqual(
      expect.objectContaining({ stream_id: harbour.id, name: 'harbour', is_default: true, subscribers: [ada.id] }),
    )
    const [gull] = archive.records('emoji')
    expect(gull).toMatchObject({ name: 'gull', author_id: owner.id, deactivated: false })
    expect(archive.records('messages')).toEqual([
      {
        id,
        stream_id: harbour.id,
        sender_id: ada.id,
        topic: 'tides',
        content: `High at *one*: [chart](${uri})`,
        rendered_content: expect.stringContaining('High at <em>one</em>'),
        timestamp: expect.any(Number),
        client: expect.any(String),
        is_me_message: false,
        submessages: [],
        reactions: [expect.objectContaining({ emoji_name: 'gull', user_id: bo.id })],
        last_edit_timestamp: expect.any(Number),
        edit_history: [expect.objectContaining({ user_id: ada.id, prev_content: expect.stringContaining('*noon*') })],
      },
    ])
    const [attachment] = archive.records('attachments')
    expect(attachment).toEqual({
      id: expect.any(Number),
      user_id: ada.id,
      path_id: uri.slice('/user_uploads/'.length),
      name: 'chärt.txt',
      content_type: 'text/plain',
      size: 7,
      created_at: expect.any(Number),
      message_ids: [id],
      file: uri.slice(1),
    })
    expect(archive.text(attachment.file as string)).toBe('A chart')
    for (const path of [realmFile.icon, adaThere.avatar, gull.picture])
      expect(archive.files.get(path as string), path as string).toEqual(await pictureFile().bytes())
  })

  test('is nothing that somebody may not see', async () => {
    const ada = await realm.user('ada')
    const bo = await realm.user('bo')
    const cy = await realm.user('cy')
    const harbour = await realm.stream('harbour', ada, bo)
    const create = (name: string, params: object) =>
      ada.post('/users/me/subscriptions', {
        subscriptions: [{ name, description: secret(`described ${name}`) }],
        ...params,
      })
    await create(secret('private'), { invite_only: true, principals: [ada.id, bo.id] })
    await create(secret('protected'), { invite_only: true, history_public_to_subscribers: false })
    await create('shed', {})
    const sendWithFile = async (stream: string) => {
      const uri = await uploadFile(ada, `${secret('a file name')}.txt`, secret('a file'))
      await ada.send(stream, secret('a topic').slice(0, 60), `${secret('a message')} [file](${uri})`)
    }
    await sendWithFile(secret('private'))
    await sendWithFile(secret('protected'))
    await sendWithFile('shed')
    await owner.delete(`/streams/${(await owner.get('/get_stream_id', { stream: 'shed' }))['stream_id']}`)
    await cy.write([ada], secret('somebody who left'))
    await cy.write([ada, bo], secret('a group'))
    await owner.delete(`/users/${cy.id}`)
    await uploadFile(ada, secret('unsent'), secret('an unsent file'))
    const both = await uploadFile(ada, 'both.txt', 'In both')
    const hidden = await ada.write([bo], `[both](${both})`)
    const shown = await ada.send('harbour', 'tides', `[both](${both})`)
    const gone = await ada.send('harbour', 'tides', secret('a deleted message'))
    await owner.delete(`/messages/${gone}`)
    await ada.post('/drafts', {
      drafts: [{ type: 'private', to: [], topic: '', content: secret('a draft'), timestamp: 1700000000 }],
    })
    await ada.post('/users/me/alert_words', { alert_words: [secret('an alert word')] })
    await ada.patch('/users/me/subscriptions/muted_topics', {
      stream: 'harbour',
      topic: secret('a muted topic'),
      op: 'add',
    })
    await ada.post('/bots', { full_name: 'Helper', short_name: 'helper', config_data: { key: secret('a bot') } })
    await ada.patch('/settings', { email: 'marker-of-an-address@example.com' })
    await owner.post('/invites', { invitee_emails: 'marker-of-a-guest@example.com', stream_ids: [harbour.id] })
    await owner.patch('/realm', { email_address_visibility: 3 })

    const archive = await unpackExport(realm, await requestExport(owner))
    const { allText: everything } = archive

    expect(idsIn(archive)).toEqual([shown])
    expect(archive.records('attachments')).toMatchObject([{ name: 'both.txt', message_ids: [shown] }])
    expect(archive.records('attachments')[0].message_ids).not.toContain(hidden)
    expect([...archive.files.keys()].filter((name) => name.startsWith('user_uploads/'))).toHaveLength(1)
    expect(archive.records('streams').map(({ name }) => name as string)).toEqual(['general', 'harbour'])
    expect(everything).toContain('In both')
    expect(everything).not.toMatch(/marker/i)
    for (const person of [ada, bo, cy, owner]) {
      expect(everything, person.email).not.toContain(person.email)
      expect(everything).not.toContain(person.key)
    }
    const { results } = await env.DB.prepare(`
      select hash as secret from password union all select hash from session union all select link_key from attachment
      union all select token from realm_export
    `).all<{ secret: string }>()
    for (const { secret } of results) expect(everything).not.toContain(secret)
  })

  test('says what messages were before only where people may look it up', async () => {
    const id = await owner.send('general', 'tides', 'before')
    await owner.patch(`/messages/${id}`, { content: 'after' })
    await owner.patch('/realm', { allow_edit_history: false })
    const archive = await unpackExport(realm, await requestExport(owner))

    expect(archive.records('messages')).toMatchObject([{ content: 'after', last_edit_timestamp: expect.any(Number) }])
    expect(archive.allText).not.toContain('before')
  })

  test('tells of a file that the bucket has not any more', async () => {
    const uri = await uploadFile(owner, 'chart.txt', 'A chart')
    await owner.send('general', 'tides', `[chart](${uri})`)
    await env.UPLOADS!.delete(uri.slice(1))
    const archive = await unpackExport(realm, await requestExport(owner))

    expect(archive.records('attachments')).toMatchObject([{ name: 'chart.txt', file: null }])
  })
})

describe('an export in several parts', () => {
  let wanted: number[]

  beforeEach(async () => {
    const [one, two] = [await realm.stream('harbour'), await realm.stream('tower')]
    const lists = await Promise.all(
      [
        [two.id, 4000],
        [one.id, 3500],
      ].map(async ([id, count]) => [id!, count!] as const),
    )
    wanted = []
    for (const [id, count] of lists.toReversed()) {
      wanted.push(...(await seed(owner, count, id)))
    }
  })

  test('is one archive with every message once', async () => {
    const archive = await unpackExport(realm, await requestExport(owner))

    expect(await exportKeys(realm)).toHaveLength(2)
    expect(idsIn(archive)).toEqual(wanted)
    expect(archive.json('manifest.json').counts.messages).toEqual({ pages: 15, records: 7500 })
  })

  test('fails when the organization is closed meanwhile, and nothing is kept of it', async () => {
    let puts = 0
    await withBucket(realm, {
      put: async (...args) => {
        puts += 1
        await owner.post('/realm/deactivate')
        return env.UPLOADS!.put(...args)
      },
    })

    await owner.post('/export/realm')

    const ended = () =>
      env.DB.prepare('select completed_at, failed_at from realm_export where realm_id = ?').bind(realm.id).first()
    await vi.waitFor(
      async () => {
        await alarmAfter(1)
        expect(await ended()).toEqual({ completed_at: null, failed_at: expect.any(Number) })
        expect(await exportKeys(realm)).toEqual([])
      },
      // A part of 3,500 messages takes longer than a second on a busy machine.
      { timeout: 20_000 },
    )
    await waitForJobs(realm)
    expect(puts).toBe(1)
  })

  test.each([
    ['before a part is kept', false],
    ['after a part is kept and before that is written down', true],
  ])('is complete when its object was lost %s', async (_, isKept) => {
    let puts = 0
    await withBucket(realm, {
      put: async (...args) => {
        puts += 1
        const kept = puts === 1 || isKept ? await env.UPLOADS!.put(...args) : null
        if (puts === 1) return kept
        void killObject(realm)
        return new Promise(() => undefined)
      },
    })
    const listener = await owner.listen({ event_types: ['realm_export'] })
    await owner.post('/export/realm')

    const [one] = await waitForExports(listener)
    expect(idsIn(await unpackExport(realm, one!))).toEqual(wanted)
    await owner.delete(`/export/realm/${one!.id}`)
    while ((await exportKeys(realm)).length > 0) await alarmAfter(1)
    expect(puts).toBe(2)
  })
})

test('files that are too much for one part go on in the next', async () => {
  const mebibyte = 1024 * 1024
  const uris: string[] = []
  for (const fill of [1, 2, 3])
    uris.push(await uploadFile(owner, `${fill}.bin`, new Uint8Array(9 * mebibyte).fill(fill)))
  for (const uri of uris) await owner.send('general', 'tides', `[file](${uri})`)
  const archive = await unpackExport(realm, await requestExport(owner))

  expect(await exportKeys(realm)).toHaveLength(2)
  expect(archive.records('attachments').map(({ file }) => file as string)).toEqual(uris.map((uri) => uri.slice(1)))
  for (const [place, uri] of uris.entries()) {
    const bytes = archive.files.get(uri.slice(1))!
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([9 * mebibyte, place + 1, place + 1])
  }
})

test('an export fails when nothing can be kept three times, and the next one is made', async () => {
  let puts = 0
  await withBucket(realm, {
    put: async (...args) => {
      puts += 1
      if (puts <= 3) throw new Error('The bucket is not there')
      return env.UPLOADS!.put(...args)
    },
  })
  const listener = await owner.listen({ event_types: ['realm_export'], queue_lifespan_secs: 7 * day })
  await owner.post('/export/realm')
  await owner.post('/export/realm')
  const isPending = async () => (await readExports(owner)).some(({ pending }) => pending)
  for (let round = 1; await isPending(); round += 1) await alarmAfter(round * 400)

  const exports = await waitForExports(listener)
  expect(exports).toMatchObject([
    { export_url: null, failed_timestamp: expect.any(Number), deleted_timestamp: null, pending: false },
    { export_url: expect.any(String), failed_timestamp: null, pending: false },
  ])
  expect(puts).toBe(4)
})

test('nothing is kept of an export that fails later on', async () => {
  await seed(owner, 7000, (await realm.stream('harbour')).id)
  let puts = 0
  await withBucket(realm, {
    put: async (...args) => {
      puts += 1
      if (puts > 1) throw new Error('The bucket is full')
      return env.UPLOADS!.put(...args)
    },
  })
  await owner.post('/export/realm')
  const isPending = async () => (await readExports(owner)).some(({ pending }) => pending)
  for (let round = 1; await isPending(); round += 1) await alarmAfter(round * 400)
  for (let round = 20; (await exportKeys(realm)).length > 0; round += 1) await alarmAfter(round * 400)

  expect(await readExports(owner)).toMatchObject([{ export_url: null, failed_timestamp: expect.any(Number) }])
  expect(puts).toBe(4)
  const { results } = await env.DB.prepare(
    'select key from realm_export_part join realm_export on realm_export.id = export_id where realm_id = ?',
  )
    .bind(realm.id)
    .all()
  expect(results).toEqual([])
})

test('a page of messages reads these twice and hardly more, however many others there are', async () => {
  const ada = await realm.user('ada')
  const [harbour, tower] = [await realm.stream('harbour'), await realm.stream('tower')]
  await owner.write([ada], 'Are you there?')
  const { id: conversation } = (await env.DB.prepare(
    'select conversation_id as id from conversation_member where user_id = ?',
  )
    .bind(ada.id)
    .first<{ id: number }>())!
  await seed(owner, 3000, conversation)
  const ids = await seed(owner, 3000, harbour.id)
  await seed(owner, 3000, tower.id)
  const database = new Database(env.DB)
  const run = async (statement: Fragment) => (await database.send([statement]))[0]!.rows
  const sql = sqlOver({ run, cachedFirst: run })
  const settings = settingsOf({ realm_settings: '{}' })
  const source = { sql, realm_id: realm.id, settings, until: Number.MAX_SAFE_INTEGER }

  const after = ids[2899]!
  const { items, isLast } = await publicMessages.page(source, [harbour.id, after])
  expect(isLast).toBe(false)
  expect(items.map(({ place }) => place).slice(0, 2)).toEqual([
    [harbour.id, after + 1],
    [harbour.id, after + 2],
  ])
  expect(items.at(-1)!.place[0]).toBe(tower.id)
  expect(database.tally.rows_read).toBeLessThanOrEqual(2.1 * items.length)
})

test('a page of messages is not longer than memory can bear', async () => {
  const { id } = await realm.stream('harbour')
  const ids = await seed(owner, 10, id)
  await env.DB.prepare(
    `update message set edit_history = json_array(json_object('timestamp', 1, 'prev_content', hex(zeroblob(900000)))) where id >= ?`,
  )
    .bind(ids[0]!)
    .run()
  const archive = await unpackExport(realm, await requestExport(owner))

  expect(idsIn(archive)).toEqual(ids)
  const sizes = [...archive.files].filter(([name]) => name.startsWith('messages/')).map(([, { length }]) => length)
  expect(sizes).toHaveLength(5)
  for (const size of sizes) expect(size).toBeLessThan(4_000_000)
})

test('a file that is larger than a part is stored piece by piece while it is read', async () => {
  const zeros = new Uint8Array(17 * 1024 * 1024)
  const key = await crypto.subtle.generateKey({ name: 'AES-CTR', length: 256 }, false, ['encrypt'])
  const cipher = { name: 'AES-CTR', counter: new Uint8Array(16), length: 64 }
  // Bytes that cannot be compressed.
  const content = new Uint8Array(await crypto.subtle.encrypt(cipher, key as CryptoKey, zeros))
  const uri = await uploadFile(owner, 'film.bin', content)
  await owner.send('general', 'tides', `[film](${uri})`)
  const bucket = env.UPLOADS!
  const uploads: string[] = []
  await withBucket(realm, {
    createMultipartUpload: (name, options) => {
      uploads.push(name)
      return bucket.createMultipartUpload(name, options)
    },
  })
  const archive = await unpackExport(realm, await requestExport(owner))

  // `toEqual` takes half a minute for this many bytes.
  expect(Buffer.compare(archive.files.get(uri.slice(1))!, content)).toBe(0)
  expect(uploads).toEqual(await exportKeys(realm))
})
