import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { settingsOf } from '../../src/accounts/settings'
import { beforeFirstId } from '../../src/core/sql/ids'
import { Database } from '../../src/core/sql/database'
import { sqlOver, type Fragment } from '../../src/core/sql/sql'
import { messages } from '../../src/exports/full/messages'
import { consentedScope, type Scope } from '../../src/exports/full/scope'
import {
  checkArchive,
  requestExport,
  readExports,
  exportKeys,
  unpackExport,
  downloadExport,
  type Archive,
} from '../kit/archives'
import { newRealm, type Person, type TestRealm } from '../kit'
import { pictureFile } from '../kit/pictures'
import { seed } from '../kit/seeded-messages'

let realm: TestRealm
let owner: Person

beforeEach(async () => {
  realm = await newRealm()
  owner = realm.owner
})

const idInRealm = (id: number): number => id - beforeFirstId(realm.id)

const allow = (person: Person) => person.patch('/settings', { allow_private_data_export: true })

const allowEverything = () => owner.patch('/realm', { owner_full_content_access: true })

/** The archive of a full export, which must be as declared. */
async function readArchive(export_type: 2 | 3): Promise<Archive> {
  if (export_type === 3) await allowEverything()
  const archive = await unpackExport(realm, await requestExport(owner, { export_type }))
  checkArchive(archive)
  return archive
}

const contents = (archive: Archive): string[] => archive.records('messages').map(({ content }) => content as string)

async function uploadFile(person: Person, name: string, content: string): Promise<string> {
  return (await person.upload('POST', '/user_uploads', [new File([content], name)]))['uri'] as string
}

async function privateStream(name: string, params: object, maker: Person, ...others: Person[]): Promise<number> {
  await maker.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    invite_only: true,
    principals: [maker, ...others].map(({ id }) => id),
    ...params,
  })
  return (await maker.get('/get_stream_id', { stream: name }))['stream_id'] as number
}

const day = 24 * 3600 * 1000

/** Something that must not be found. */
const secret = (place: string) => `Marker of ${place}`

describe('who may ask', () => {
  test.each([
    [2, 'administrator', 200],
    [3, 'administrator', 200],
    [2, 'member', 400],
  ])('an export of the type %s is for owners, not for an %s', async (export_type, _, role) => {
    await allowEverything()
    const ada = await realm.user('ada', { role })

    expect(await ada.ask('POST', '/export/realm', { export_type })).toMatchObject({
      status: 400,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(await readExports(owner)).toEqual([])
  })

  test('owners see how many people allow it', async () => {
    const [ada] = [await realm.user('ada'), await realm.user('bo')]
    await realm.bot('robin', ada)
    await allow(ada)
    expect(await owner.get('/export/realm/consents')).toMatchObject({ people: 3, consenting: 1 })
    await owner.delete(`/users/${ada.id}`)
    expect(await owner.get('/export/realm/consents')).toMatchObject({ people: 2, consenting: 0 })
    const cy = await realm.user('cy', { role: 200 })
    expect(await cy.ask('GET', '/export/realm/consents')).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('everything is exported only where the organization allows it', async () => {
    expect(await owner.ask('POST', '/export/realm', { export_type: 3 })).toMatchObject({ status: 400 })
    await allowEverything()
    expect(await owner.ask('POST', '/export/realm', { export_type: 3 })).toMatchObject({ status: 200 })
  })

  test.each([0, 4, 'all'])('there is no type %s', async (export_type) => {
    expect(await owner.ask('POST', '/export/realm', { export_type })).toMatchObject({ status: 400 })
  })

  test('administrators see that there is a full export, but cannot download or delete it', async () => {
    const ada = await realm.user('ada', { role: 200 })
    const { id, export_url } = await requestExport(owner, { export_type: 2 })

    expect(export_url).not.toBeNull()
    expect(await readExports(ada)).toMatchObject([{ id, export_type: 2, export_url: null, pending: false }])
    expect(await ada.ask('DELETE', `/export/realm/${id}`)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    await owner.delete(`/export/realm/${id}`)
  })

  test('the link of an owner ends with the role', async () => {
    const olaf = await realm.user('olaf', { role: 100 })
    const made = await requestExport(olaf, { export_type: 2 })
    expect((await downloadExport(realm, made)).status).toBe(200)
    await owner.patch(`/users/${olaf.id}`, { role: 200 })

    expect((await downloadExport(realm, made)).status).toBe(404)
  })

  test('an export of public data says so', async () => {
    expect(await requestExport(owner)).toMatchObject({ export_type: 1 })
  })
})

/** Texts of the announcements. */
const readAnnouncement = async (person: Person) =>
  (
    await person.messages(
      [
        ['stream', 'general'],
        ['topic', 'data exports'],
      ],
      { apply_markdown: false },
    )
  ).map(({ content }) => content)

describe('what everybody is told', () => {
  test.each([
    [2, 'the people who allow it'],
    [3, '**everything**'],
  ])('an export of the type %s', async (export_type, words) => {
    const ada = await realm.user('ada')
    await allowEverything()
    await requestExport(owner, { export_type })

    expect((await readAnnouncement(ada)).at(-1)).toContain(words)
  })

  test('that owners may export everything, once', async () => {
    const ada = await realm.user('ada')
    await allowEverything()
    await allowEverything()
    await owner.patch('/realm', { owner_full_content_access: false })

    expect(await readAnnouncement(ada)).toEqual([expect.stringContaining('allowed owners to export **everything**')])
  })

  test('nothing of a public export', async () => {
    await requestExport(owner)
    expect(await readAnnouncement(owner)).toEqual([])
  })

  test.each(['no stream', 'a private stream'])('with %s for announcements nothing is done', async (kind) => {
    const hidden = await privateStream('hidden', {}, owner)
    await owner.patch('/realm', { notifications_stream_id: kind === 'no stream' ? -1 : hidden })

    expect(await owner.ask('POST', '/export/realm', { export_type: 2 })).toMatchObject({ status: 400 })
    expect(await owner.ask('PATCH', '/realm', { owner_full_content_access: true })).toMatchObject({
      status: 400,
    })
    expect(await readExports(owner)).toEqual([])
  })

  test('only owners allow it', async () => {
    const ada = await realm.user('ada', { role: 200 })
    expect(await ada.ask('PATCH', '/realm', { owner_full_content_access: true })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  })
})

describe('consent', () => {
  test.each([
    ['nobody', [], []],
    ['the sender', ['ada'], ['to bo', 'to ada']],
    ['the receiver', ['bo'], ['to bo', 'to ada']],
    ['somebody else', ['cy'], []],
  ])('of %s decides about private messages', async (_, names, wanted) => {
    const people = { ada: await realm.user('ada'), bo: await realm.user('bo'), cy: await realm.user('cy') }
    await people.ada.write([people.bo], 'to bo')
    await people.bo.write([people.ada], 'to ada')
    for (const name of names) await allow(people[name as keyof typeof people])
    const archive = await readArchive(2)

    expect(contents(archive).filter((text) => text.startsWith('to '))).toEqual(wanted)
    expect(archive.records('conversations')).toHaveLength(wanted.length > 0 ? 1 : 0)
  })

  test('of a subscriber opens a private stream, and of somebody who left does not', async () => {
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    await privateStream('harbour', {}, ada, bo)
    await ada.send('harbour', 'tides', 'in the harbour')
    await privateStream('tower', {}, ada, bo)
    await ada.send('tower', 'bells', secret('the tower'))
    await bo.delete('/users/me/subscriptions', { subscriptions: ['tower'] })
    await allow(bo)
    const archive = await readArchive(2)

    expect(contents(archive)).toContain('in the harbour')
    expect(archive.records('streams').map(({ name }) => name as string)).toEqual(['general', 'harbour'])
    expect(archive.allText).not.toContain('Marker')
  })

  test('of a subscriber opens a stream with protected history as far as they can read it', async () => {
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    await privateStream('harbour', { history_public_to_subscribers: false }, ada)
    await ada.send('harbour', 'tides', secret('the time before'))
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }], principals: [bo.id] })
    await ada.send('harbour', 'tides', 'since then')
    await allow(bo)
    const { allText: everything } = await readArchive(2)

    expect(everything).toContain('since then')
    expect(everything).not.toContain('Marker')
  })

  test('opens archived streams to who was there', async () => {
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    const harbour = await realm.stream('harbour', ada)
    await ada.send('harbour', 'tides', 'in the harbour')
    const tower = await realm.stream('tower', bo)
    await bo.send('tower', 'bells', secret('the tower'))
    for (const { id } of [harbour, tower]) await owner.delete(`/streams/${id}`)
    await allow(ada)
    const archive = await readArchive(2)

    expect(contents(archive)).toContain('in the harbour')
    expect(archive.records('streams')).toContainEqual(
      expect.objectContaining({ id: idInRealm(harbour.id), name: 'harbour', is_archived: true }),
    )
    expect(archive.allText).not.toContain('Marker')
  })

  test('of a person includes their bots, and no others', async () => {
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    const [robin, wren] = [await realm.bot('robin', ada), await realm.bot('wren', bo)]
    await robin.must('PUT', '/bot_storage', { storage: { nest: 'in the mast' } })
    await wren.must('PUT', '/bot_storage', { storage: { nest: secret('a nest') } })
    await allow(ada)
    const archive = await readArchive(2)

    expect(archive.records('bots')).toMatchObject([{ user_id: idInRealm(robin.id), storage: { nest: 'in the mast' } }])
    expect(archive.allText).not.toContain('Marker')
  })
})

/** Sets everything that a person has for themself, with a text that can be found. */
async function plant(person: Person, other: Person, text: string): Promise<void> {
  await person.post('/drafts', {
    drafts: [{ type: 'private', to: [other.id], topic: '', content: `${text} draft`, timestamp: 1700000000 }],
  })
  await person.post('/messages', {
    type: 'stream',
    to: 'general',
    topic: 'later',
    content: `${text} later`,
    deliver_at: new Date(Date.now() + day).toISOString().slice(0, 16).replace('T', ' '),
    tz_guess: 'UTC',
    delivery_type: 'send_later',
  })
  await person.post('/users/me/alert_words', { alert_words: [`${text} word`] })
  await person.patch('/users/me/subscriptions/muted_topics', { stream: 'general', topic: `${text} topic`, op: 'add' })
  await person.post(`/users/me/muted_users/${other.id}`)
  await person.patch('/settings', { enter_sends: true })
  await person.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: await generalStreamId(person), property: 'color', value: '#123456' }],
  })
  await uploadFile(person, `${text}.txt`, `${text} file`)
}

const generalStreamId = async (person: Person) =>
  (await person.get('/get_stream_id', { stream: 'general' }))['stream_id'] as number

test('personal data is there of consenting people only', async () => {
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [ada.id, bo.id] })
  await plant(ada, bo, 'open')
  await plant(bo, ada, 'Marker')
  const id = await owner.send('general', 'tides', 'high')
  for (const person of [ada, bo]) await person.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await allow(ada)
  const archive = await readArchive(2)

  for (const chapter of ['drafts', 'muted_topics', 'muted_users', 'marks'])
    expect(new Set(archive.records(chapter).map(({ user_id }) => user_id as number))).toEqual(
      new Set([idInRealm(ada.id)]),
    )
  expect(archive.records('scheduled_messages')).toMatchObject([{ sender_id: idInRealm(ada.id), content: 'open later' }])
  expect(archive.records('marks')).toContainEqual({ user_id: idInRealm(ada.id), read: [], flags: [[idInRealm(id), 2]] })
  const users = archive.records('users')
  expect(users.find((one) => one.id === idInRealm(ada.id))).toMatchObject({
    settings: { enter_sends: true },
    alert_words: ['open word'],
  })
  expect(users.find((one) => one.id === idInRealm(bo.id))).toMatchObject({ settings: {}, alert_words: [] })
  const subscriptions = archive.records('subscriptions')
  const colorOf = (person: Person) =>
    subscriptions.find(({ user_id }) => user_id === idInRealm(person.id)).color as string
  expect([colorOf(ada), colorOf(bo)]).toEqual(['#123456', null])
  expect(archive.records('files')).toMatchObject([{ name: 'open.txt' }])
  expect(archive.allText).not.toContain('Marker')
})

test('no secret is in an archive of everything', async () => {
  const ada = await realm.user('ada')
  await realm.bot('robin', ada)
  await ada.post('/bots', {
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: 3,
    payload_url: '"https://hook.test/"',
    service_interface: 1,
  })
  await ada.patch('/settings', { email: 'marker-of-an-address@example.com' })
  await owner.post('/invites/multiuse')
  await owner.post('/invites', { invitee_emails: 'guest@example.com', stream_ids: [await generalStreamId(owner)] })
  await uploadFile(ada, 'chart.txt', 'A chart')
  const { allText: everything } = await readArchive(3)

  expect(everything).toContain('guest@example.com')
  expect(everything).not.toContain('marker-of-an-address')
  const columns = [
    ['password', 'hash'],
    ['session', 'hash'],
    ['attachment', 'link_key'],
    ['realm_export', 'token'],
    ['invitation', 'link_key'],
    ['invitation', 'key_hash'],
    ['bot', 'token'],
    ['email_change', 'token'],
  ] as const
  for (const [table, column] of columns) {
    const { results } = await env.DB.prepare(
      `select ${column} as secret from ${table} where ${column} is not null`,
    ).all<{
      secret: string
    }>()
    expect(results, table).not.toEqual([])
    for (const { secret: one } of results) expect(everything).not.toContain(one)
  }
  for (const { key } of [ada, owner]) expect(everything).not.toContain(key)
})

test('real addresses are there of everybody, unless nobody may see them', async () => {
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await allow(ada)
  const addresses = async (export_type: 2 | 3) => {
    const users = (await readArchive(export_type)).records('users')
    return [ada, bo].map(({ id }) => users.find((one) => one.id === idInRealm(id)).delivery_email as string)
  }
  expect(await addresses(2)).toEqual([ada.email, bo.email])
  await owner.patch('/realm', { email_address_visibility: 4 })
  expect(await addresses(2)).toEqual([ada.email, null])
  expect(await addresses(3)).toEqual([ada.email, bo.email])
})

test('everything is there, as it was', async () => {
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const harbour = await realm.stream('harbour', ada, bo)
  const tower = await realm.stream('tower')
  await owner.upload('POST', '/realm/icon', [pictureFile()])
  await ada.upload('POST', '/users/me/avatar', [pictureFile()])
  await owner.upload('POST', '/realm/emoji/gull', [pictureFile()])
  await owner.post('/realm/filters', { pattern: 'ship-(?P<id>[0-9]+)', url_format_string: 'https://ships.test/%(id)s' })
  await owner.post('/realm/playgrounds', { name: 'Sand', pygments_language: 'C', url_prefix: 'https://sand.test/' })
  await owner.post('/realm/domains', { domain: 'harbour.test', allow_subdomains: true })
  await owner.post('/user_groups/create', { name: 'pilots', description: 'Who steer', members: [ada.id, bo.id] })
  await owner.post('/default_streams', { stream_id: harbour.id })
  await owner.post('/default_stream_groups/create', {
    group_name: 'waterside',
    description: 'By the sea',
    stream_names: ['tower'],
  })
  await owner.patch('/realm', { mandatory_topics: true })
  const boat = (await owner.post('/realm/profile_fields', { name: 'Boat', field_type: 1 }))['id'] as number
  const mate = (await owner.post('/realm/profile_fields', { name: 'Mate', field_type: 6 }))['id'] as number
  await ada.patch('/users/me/profile_data', {
    data: [
      { id: boat, value: 'Barge' },
      { id: mate, value: [bo.id] },
    ],
  })
  await ada.post('/users/me/status', { status_text: 'at sea', emoji_name: 'gull' })
  await owner.post('/invites', { invitee_emails: 'guest@example.com', stream_ids: [harbour.id] })
  const uri = await uploadFile(ada, 'chärt.txt', 'A chart')
  const link = `#narrow/stream/${harbour.id}-harbour/topic/tides/near/7`
  const id = await ada.send('harbour', 'tides', `High at *noon*: [chart](${uri}) @**Bo|${bo.id}** [there](${link})`)
  await ada.patch(`/messages/${id}`, { content: `High at *one*: [chart](${uri}) @**Bo|${bo.id}** [there](${link})` })
  await bo.post(`/messages/${id}/reactions`, { emoji_name: 'gull' })
  const poll = await ada.send('harbour', 'tides', '/poll Where?\nhere\nthere')
  const note = await bo.write([ada], 'Are you there?')
  await ada.post('/messages/flags', { messages: [note], op: 'add', flag: 'read' })
  await owner.delete(`/users/${bo.id}`)

  const archive = await readArchive(3)

  expect(archive.text('README.txt')).toContain('manifest.json')
  expect(archive.json('manifest.json')).toMatchObject({
    format: 2,
    origin: `http://${realm.host}`,
    private_data: 'all',
    last_ids: { profile_field: 2, realm_emoji: 1, attachment: 1 },
  })
  expect(archive.json('realm.json')).toMatchObject({
    settings: { mandatory_topics: true, notifications_stream_id: idInRealm(await generalStreamId(owner)) },
    icon: 'files/organization/icon.png',
    logo: null,
  })
  expect(archive.json('realm.json').settings).not.toHaveProperty('owner_full_content_access')
  const [gull] = archive.records('emoji')
  expect(gull).toMatchObject({ name: 'gull', author_id: idInRealm(owner.id), deactivated: false })
  const users = archive.records('users')
  const userOf = (person: Person) => users.find((one) => one.id === idInRealm(person.id))
  expect(userOf(ada)).toMatchObject({
    delivery_email: ada.email,
    full_name: 'Ada',
    bot: null,
    profile: { [idInRealm(boat)]: 'Barge', [idInRealm(mate)]: `[${idInRealm(bo.id)}]` },
    status: { text: 'at sea', emoji_name: 'gull', emoji_code: String(gull.id), reaction_type: 'realm_emoji' },
  })
  expect(userOf(bo)).toMatchObject({ is_active: false, avatar: null })
  expect(users.filter(({ bot }) => bot?.is_system_bot)).toHaveLength(1)
  for (const path of [archive.json('realm.json').icon, userOf(ada).avatar, gull.picture])
    expect(archive.files.get(path as string)).toEqual(await pictureFile().bytes())
  expect(archive.records('user_groups')).toContainEqual(
    expect.objectContaining({ name: 'pilots', members: [idInRealm(ada.id), idInRealm(bo.id)] }),
  )
  expect(archive.records('streams')).toContainEqual(
    expect.objectContaining({ id: idInRealm(harbour.id), is_default: true, invite_only: false }),
  )
  expect(archive.records('default_stream_groups')).toMatchObject([
    { name: 'waterside', streams: [idInRealm(tower.id)] },
  ])
  expect(archive.records('linkifiers')).toMatchObject([{ id: 1, pattern: 'ship-(?P<id>[0-9]+)' }])
  expect(archive.records('playgrounds')).toMatchObject([{ id: 1, name: 'Sand' }])
  expect(archive.records('domains')).toEqual([{ domain: 'harbour.test', allow_subdomains: true }])
  expect(archive.records('invitations')).toMatchObject([
    { email: 'guest@example.com', streams: [idInRealm(harbour.id)], inviter_id: idInRealm(owner.id) },
  ])
  const [file] = archive.records('files')
  expect(file).toMatchObject({ user_id: idInRealm(ada.id), name: 'chärt.txt', size: 7, content_type: 'text/plain' })
  expect(archive.text(file.file as string)).toBe('A chart')
  const [conversation] = archive.records('conversations')
  expect(conversation.members).toEqual([idInRealm(ada.id), idInRealm(bo.id)])
  const rest =
    `[chart](/user_uploads/${file.id}) @**Bo|${idInRealm(bo.id)}** ` +
    `[there](#narrow/stream/${idInRealm(harbour.id)}-harbour/topic/tides/near/7)`
  const sent = archive.records('messages')
  expect(sent.find((one) => one.id === idInRealm(id))).toEqual({
    id: idInRealm(id),
    sender_id: idInRealm(ada.id),
    stream_id: idInRealm(harbour.id),
    conversation_id: null,
    topic: 'tides',
    content: `High at *one*: ${rest}`,
    sent_at: expect.any(Number),
    client: expect.any(String),
    is_me_message: false,
    wildcard_mentioned: false,
    is_quiet: false,
    submessages: [],
    reactions: [
      { user_id: idInRealm(bo.id), emoji_name: 'gull', emoji_code: String(gull.id), reaction_type: 'realm_emoji' },
    ],
    last_edit_at: expect.any(Number),
    edit_history: [
      { user_id: idInRealm(ada.id), timestamp: expect.any(Number), prev_content: `High at *noon*: ${rest}` },
    ],
    files: [file.id],
  })
  expect(sent.find((one) => one.id === idInRealm(poll)).submessages).toMatchObject([{ msg_type: 'widget' }])
  expect(sent.find((one) => one.id === idInRealm(note))).toMatchObject({ conversation_id: conversation.id, topic: '' })
})

test('the read state is complete', async () => {
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const harbour = await realm.stream('harbour', ada, bo)
  const ids = await seed(bo, 100, harbour.id)
  await ada.post('/messages/flags', { messages: [ids[40], ids[42]], op: 'add', flag: 'read' })
  await ada.post('/messages/flags', { messages: [ids[3]], op: 'add', flag: 'starred' })
  await bo.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
  const archive = await readArchive(3)

  const words = new Map<number, number>()
  for (const { user_id, read } of archive.records('marks'))
    if (user_id === idInRealm(ada.id))
      for (const [word, bits] of read as [number, number][]) words.set(word, (words.get(word) ?? 0) | bits)
  const marked = ids.map(idInRealm).filter((id) => ((words.get(id >> 5) ?? 0) >> (id & 31)) & 1)
  expect(marked).toEqual([ids[40], ids[42]].map((id) => idInRealm(id!)))
  const subscriptions = archive.records('subscriptions').filter(({ stream_id }) => stream_id === idInRealm(harbour.id))
  const spansOf = (person: Person) => subscriptions.find(({ user_id }) => user_id === idInRealm(person.id))
  expect(spansOf(ada)).toMatchObject({ active: true, spans: [{ to: null, unread_from: expect.any(Number) }] })
  expect(spansOf(ada).spans[0].unread_from).toBeLessThanOrEqual(idInRealm(ids[0]!))
  expect(spansOf(bo)).toMatchObject({
    active: false,
    spans: [{ to: expect.any(Number), unread_from: null, ended_name: 'harbour' }],
  })
})

test('edits in a private stream do not come along with a message that left it', async () => {
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await owner.patch('/realm', { move_messages_between_streams_policy: 1 })
  await privateStream('hut', {}, ada, bo)
  const id = await ada.send('hut', 'plans', secret('what was there'))
  await ada.patch(`/messages/${id}`, { content: 'harmless' })
  await ada.patch(`/messages/${id}`, {
    stream_id: await generalStreamId(owner),
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  })
  await ada.patch(`/messages/${id}`, { content: 'even better' })
  const archive = await readArchive(2)

  expect(archive.records('messages').find((one) => one.id === idInRealm(id))).toMatchObject({
    content: 'even better',
    edit_history: [{ prev_content: 'harmless' }],
  })
  expect(archive.allText).not.toContain('Marker')
})

test('a large one is made in parts, and keeps to what there was at the start', async () => {
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const { id: harbour } = await realm.stream('harbour', ada)
  await ada.write([bo], 'first')
  await bo.write([cy], 'second')
  const { results } = await env.DB.prepare(
    'select conversation_id as id from conversation_member where user_id in (?, ?) order by conversation_id',
  )
    .bind(ada.id, cy.id)
    .all<{ id: number }>()
  await allow(ada)
  const ids = await seed(bo, 12_000, harbour, results[0]!.id, results[1]!.id)
  const archive = await readArchive(2)

  expect((await exportKeys(realm)).length).toBeGreaterThan(2)
  const there = new Set(archive.records('messages').map(({ id }) => id as number))
  for (const [index, id] of ids.entries()) expect(there.has(idInRealm(id))).toBe(index % 3 !== 2)
})

test('a page of messages reads these twice and hardly more', async () => {
  const ada = await realm.user('ada')
  const { id: harbour } = await realm.stream('harbour', ada)
  await ada.write([owner], 'first')
  const { id: conversation } = (await env.DB.prepare(
    'select conversation_id as id from conversation_member where user_id = ?',
  )
    .bind(ada.id)
    .first<{ id: number }>())!
  await allow(ada)
  await seed(ada, 3000, harbour, conversation)
  const database = new Database(env.DB)
  const run = async (statement: Fragment) => (await database.send([statement]))[0]!.rows
  const sql = sqlOver({ run, cachedFirst: run })
  const until = beforeFirstId(realm.id) + 2000
  const last = { user: 100, recipient: 100, message: 2000, attachment: 0, realm_emoji: 0, user_group: 100 }
  const others = { profile_field: 0, linkifier: 0, playground: 0, default_stream_group: 0 }
  const scope = await consentedScope(sql, realm.id)
  const source = {
    sql,
    realm_id: realm.id,
    settings: settingsOf({ realm_settings: '{}' }),
    until,
    last: { ...last, ...others },
    origin: `http://${realm.host}`,
  }
  const cost = async (of: Scope | null) => {
    database.resetTally()
    const { items } = await messages.page({ ...source, scope: of }, [beforeFirstId(realm.id) + 500])
    expect(items).toHaveLength(500)
    expect(items.every(({ record }) => record !== null)).toBe(true)
    return database.tally.rows_read / items.length
  }

  expect(await cost(null)).toBeLessThan(2.1)
  expect(await cost(scope)).toBeLessThan(4)
})
