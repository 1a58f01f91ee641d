import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'

interface Draft {
  id: number
  type: string
  to: number[]
  topic: string
  content: string
  timestamp: number
}

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person
let harbour: { id: number }
let secret: { id: number }
let foreigner: Person
let abroad: { id: number }
/** The realm’s own voice, which people may answer. */
let voice: number

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  harbour = await realm.stream('harbour', ada)
  await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
  secret = { id: (await bo.get('/get_stream_id', { stream: 'secret' }))['stream_id'] as number }
  const other = await newRealm()
  foreigner = other.owner
  abroad = await other.stream('abroad')
  voice = (await ada.listen()).state['cross_realm_bots'][0].user_id as number
})

beforeEach(async () => {
  await env.DB.prepare('delete from draft').run()
})

async function drafts(person: Person): Promise<Draft[]> {
  const { count, drafts: listed } = await person.get('/drafts')
  expect(count).toBe((listed as Draft[]).length)
  return listed as Draft[]
}

const create = (person: Person, ...list: unknown[]): Promise<Answer> => person.ask('POST', '/drafts', { drafts: list })

async function created(person: Person, ...list: unknown[]): Promise<number[]> {
  return (await person.post('/drafts', { drafts: list }))['ids'] as number[]
}

const toStream = (fields: object = {}) => ({
  type: 'stream',
  to: [harbour.id],
  topic: 'tides',
  content: 'High water',
  timestamp: 1_600_000_000,
  ...fields,
})

const draftToNobody = (fields: object = {}) => ({ type: '', to: [], topic: '', content: 'A thought', ...fields })

const toPeople = (people: number[], fields: object = {}) => ({
  type: 'private',
  to: people,
  topic: '',
  content: 'Psst',
  ...fields,
})

describe('creating', () => {
  test('answers ids in the order of the request', async () => {
    const ids = await created(
      ada,
      toStream({ timestamp: 3 }),
      toPeople([bo.id], { timestamp: 1 }),
      draftToNobody({ timestamp: 2 }),
    )

    expect(ids).toHaveLength(3)
    const byId = new Map((await drafts(ada)).map((draft) => [draft.id, draft.type]))
    expect(ids.map((id) => byId.get(id))).toEqual(['stream', 'private', ''])
  })

  test('keeps a draft with exactly these fields', async () => {
    const [id] = await created(ada, toStream())

    expect(await drafts(ada)).toEqual([
      {
        id,
        type: 'stream',
        to: [harbour.id],
        topic: 'tides',
        content: 'High water',
        timestamp: 1_600_000_000,
      },
    ])
  })

  test('fills in the time', async () => {
    const now = Math.floor(Date.now() / 1000)

    await created(ada, toStream({ timestamp: undefined }))

    const [draft] = await drafts(ada)
    expect(draft!.timestamp).toBeGreaterThanOrEqual(now)
    expect(draft!.timestamp).toBeLessThanOrEqual(now + 60)
  })

  test('answers whole seconds', async () => {
    await created(ada, toStream({ timestamp: 1_600_000_000.987 }), toStream({ timestamp: 0 }))

    expect((await drafts(ada)).map(({ timestamp }) => timestamp)).toEqual([0, 1_600_000_000])
  })

  test('of none does nothing', async () => {
    expect(await create(ada)).toMatchObject({ status: 200, ids: [] })
  })

  test('is refused without a list of them', async () => {
    expect(await ada.ask('POST', '/drafts')).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'drafts' argument",
      var_name: 'drafts',
    })
  })

  test.each<[string, () => object, object]>([
    ['a draft to nobody', () => draftToNobody(), { type: '', to: [], topic: '' }],
    ['a draft to nobody, with a topic', () => draftToNobody({ topic: 'tides' }), { type: '', to: [], topic: '' }],
    ['a draft to nobody, with people', () => draftToNobody({ to: [bo.id, 12345] }), { type: '', to: [], topic: '' }],
    ['a private draft to nobody yet', () => toPeople([]), { type: '', to: [], topic: '' }],
    ['a private draft with a topic', () => toPeople([bo.id], { topic: 'x' }), { type: 'private', topic: '' }],
    ['a stream draft without topic', () => toStream({ topic: '' }), { type: 'stream', topic: '' }],
    ['a stream draft with a blank topic', () => toStream({ topic: ' ' }), { type: 'stream', topic: '' }],
    ['a topic with space round it', () => toStream({ topic: ' tides ' }), { topic: 'tides' }],
    ['a topic of 60 characters', () => toStream({ topic: '🌊'.repeat(60) }), { topic: '🌊'.repeat(60) }],
    ['content with space after it', () => toStream({ content: '\n  Ebb \n\n' }), { content: '  Ebb' }],
    [
      'half a character',
      () => toStream({ topic: 'a\ud800', content: 'b\udfff' }),
      { topic: 'a\ufffd', content: 'b\ufffd' },
    ],
    ['content of 10,000 bytes', () => toStream({ content: 'x'.repeat(10_000) }), { content: 'x'.repeat(10_000) }],
  ])('keeps %s', async (_, draft, kept) => {
    await created(ada, draft())

    expect(await drafts(ada)).toMatchObject([kept])
  })

  test.each<[string, () => number[], () => number[]]>([
    ['one person', () => [bo.id], () => [bo.id]],
    ['several', () => [cy.id, bo.id], () => [cy.id, bo.id]],
    ['oneself among others', () => [ada.id, bo.id], () => [bo.id]],
    ['oneself alone', () => [ada.id], () => [ada.id]],
    ['the realm’s own voice', () => [voice], () => [voice]],
    ['somebody twice', () => [bo.id, cy.id, bo.id], () => [bo.id, cy.id]],
    ['somebody unknown among others', () => [bo.id, 4_000_000], () => [bo.id]],
    ['somebody of another realm among others', () => [bo.id, foreigner.id], () => [bo.id]],
  ])('keeps whom a private draft is for: %s', async (_, to, kept) => {
    await created(ada, toPeople(to()))

    expect(await drafts(ada)).toMatchObject([{ type: 'private', to: kept() }])
  })

  test.each<[string, () => unknown]>([
    ['a stream draft without stream', () => toStream({ to: [] })],
    ['a stream draft with two', () => toStream({ to: [harbour.id, harbour.id] })],
    ['an unknown stream', () => toStream({ to: [4_000_000] })],
    ['a hidden stream', () => toStream({ to: [secret.id] })],
    ['a stream of another realm', () => toStream({ to: [abroad.id] })],
    ['unknown people only', () => toPeople([4_000_000, -1])],
    ['people of another realm only', () => toPeople([foreigner.id])],
    ['an address for an id', () => ({ ...toPeople([]), to: ['bo@example.com'] })],
    ['a fraction for an id', () => toPeople([1.5])],
    ['one id instead of a list', () => ({ ...toPeople([]), to: bo.id })],
    ['too many people', () => toPeople(Array.from({ length: 1001 }, () => bo.id))],
    ['another type', () => toStream({ type: 'public' })],
    ['no type', () => toStream({ type: undefined })],
    ['no recipients', () => toStream({ to: undefined })],
    ['no topic', () => toStream({ topic: undefined })],
    ['no content', () => toStream({ content: undefined })],
    ['an id', () => toStream({ id: 1 })],
    ['another key', () => toStream({ color: 'red' })],
    ['empty content', () => toStream({ content: '' })],
    ['blank content', () => toStream({ content: ' \n ' })],
    ['NUL in the content', () => toStream({ content: 'a\0b' })],
    ['NUL in the topic', () => toStream({ topic: 'a\0b' })],
    ['NUL in the topic of a draft to nobody', () => draftToNobody({ topic: 'a\0b' })],
    ['content over 10,000 bytes', () => toStream({ content: 'x'.repeat(9999) + 'é' })],
    ['a topic over 60 characters', () => toStream({ topic: 'x'.repeat(61) })],
    ['content that is no text', () => toStream({ content: 7 })],
    ['a topic that is no text', () => toStream({ topic: null })],
    ['a negative time', () => toStream({ timestamp: -1 })],
    ['a time that is no number', () => toStream({ timestamp: '1600000000' })],
    ['null as time', () => toStream({ timestamp: null })],
    ['a time beyond all bounds', () => toStream({ timestamp: 1e300 })],
    ['no object', () => 'a draft'],
    ['null', () => null],
  ])('refuses %s, and the good drafts with it', async (_, bad) => {
    const answer = await create(ada, toStream(), bad(), draftToNobody())

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(await drafts(ada)).toEqual([])
  })

  test.each(['', 'none', '{}', 'null'])('refuses what is no list: %s', async (text) => {
    expect(await ada.ask('POST', '/drafts', { drafts: text })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('is limited for each request', async () => {
    const many = Array.from({ length: 101 }, () => draftToNobody())

    expect(await create(ada, ...many)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await create(ada, ...many.slice(1))).status).toBe(200)
  })

  test('is limited to a thousand drafts for each user', async () => {
    const hundred = Array.from({ length: 100 }, () => draftToNobody())
    for (let round = 1; round <= 9; round += 1) await created(ada, ...hundred)
    await created(ada, ...hundred.slice(1))

    expect(await create(ada, draftToNobody(), draftToNobody())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await create(ada, draftToNobody())).status).toBe(200)
    expect(await create(ada, draftToNobody())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await create(bo, draftToNobody())).status).toBe(200)
  })

  test('gives each of ten at once an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => created(ada, draftToNobody(), draftToNobody())))

    expect(new Set(answers.flat()).size).toBe(20)
    expect(await drafts(ada)).toHaveLength(20)
  })

  test.each<[string, () => Promise<Person>]>([
    ['guests', () => realm.user('guest', { role: 600 })],
    ['bots', () => realm.bot('robo', ada)],
  ])('is open to %s', async (_, who) => {
    const person = await who()

    await created(person, draftToNobody())

    expect(await drafts(person)).toHaveLength(1)
  })

  test('for a public stream is refused to guests who do not read it', async () => {
    const guest = await realm.user('outsider', { role: 600 })

    expect(await create(guest, toStream())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await create(ada, toStream())).status).toBe(200)
  })
})

describe('listing', () => {
  test('shows the oldest edit first', async () => {
    const ids = await created(
      ada,
      draftToNobody({ timestamp: 30 }),
      draftToNobody({ timestamp: 10.9 }),
      draftToNobody({ timestamp: 10.1 }),
      draftToNobody({ timestamp: 20 }),
    )

    expect((await drafts(ada)).map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 3, 0])
  })

  test('shows nobody the drafts of others', async () => {
    await created(ada, toStream())

    expect(await drafts(bo)).toEqual([])
    expect(await drafts(realm.owner)).toEqual([])
  })

  test('still shows a draft to a stream that one lost sight of', async () => {
    const dee = await realm.user('dee')
    await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [dee.id] })
    const [id] = await created(dee, toStream({ to: [secret.id] }))
    await dee.delete('/users/me/subscriptions', { subscriptions: ['secret'] })

    expect(await drafts(dee)).toMatchObject([{ id, type: 'stream', to: [secret.id] }])
    expect(await dee.ask('PATCH', `/drafts/${id}`, { draft: toStream({ to: [secret.id] }) })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })
})

describe('replacing', () => {
  test('puts all of the new draft in the place of the old', async () => {
    const [id, other] = await created(ada, toStream({ timestamp: 1 }), draftToNobody({ timestamp: 2 }))

    const answer = await ada.patch(`/drafts/${id}`, {
      draft: toPeople([bo.id], { content: 'Changed', timestamp: 3 }),
    })

    expect(answer).toMatchObject({ result: 'success', msg: '' })
    expect(await drafts(ada)).toMatchObject([
      { id: other, content: 'A thought' },
      { id, type: 'private', to: [bo.id], topic: '', content: 'Changed', timestamp: 3 },
    ])
  })

  test('takes the present time where none is given', async () => {
    const now = Math.floor(Date.now() / 1000)
    const [id] = await created(ada, toStream())

    await ada.patch(`/drafts/${id}`, { draft: toStream({ timestamp: undefined }) })

    expect((await drafts(ada))[0]!.timestamp).toBeGreaterThanOrEqual(now)
  })

  test.each<[string, () => unknown]>([
    ['two streams', () => toStream({ to: [harbour.id, harbour.id] })],
    ['a hidden stream', () => toStream({ to: [secret.id] })],
    ['an id', () => toStream({ id: 1 })],
    ['no content', () => toStream({ content: ' ' })],
    ['a negative time', () => toStream({ timestamp: -0.5 })],
    ['NUL', () => toStream({ content: '\0' })],
    ['a list', () => [toStream()]],
  ])('is refused for %s', async (_, bad) => {
    const [id] = await created(ada, toStream())

    const answer = await ada.ask('PATCH', `/drafts/${id}`, { draft: bad() })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await drafts(ada)).toMatchObject([{ content: 'High water', timestamp: 1_600_000_000 }])
  })

  test('needs a draft', async () => {
    const [id] = await created(ada, toStream())

    expect(await ada.ask('PATCH', `/drafts/${id}`)).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })
})

test('deleting takes one draft away, once', async () => {
  const [id, other] = await created(ada, toStream(), draftToNobody())

  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.ask('DELETE', `/drafts/${id}`)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  expect(await drafts(ada)).toMatchObject([{ id: other }])
})

describe.each<[string, (person: Person, id: number) => Promise<Answer>]>([
  ['replacing', (person, id) => person.ask('PATCH', `/drafts/${id}`, { draft: draftToNobody({ content: 'Mine' }) })],
  ['deleting', (person, id) => person.ask('DELETE', `/drafts/${id}`)],
])('%s a draft that is not there', (_, attempt) => {
  test.each<[string, () => Promise<number>]>([
    ['because there never was one', async () => 4_000_000],
    ['because its number is beyond all bounds', async () => 1e20],
    ['because it belongs to somebody else', async () => (await created(bo, toStream()))[0]!],
    [
      'because it was deleted',
      async () => {
        const [id] = await created(ada, toStream())
        await ada.delete(`/drafts/${id}`)
        return id!
      },
    ],
  ])('is answered 404 without a code, %s', async (__, which) => {
    const id = BigInt(await which()).toString() as unknown as number

    const answer = await attempt(ada, id)

    expect(answer).toMatchObject({ status: 404, result: 'error', msg: 'Draft does not exist' })
    expect(answer).not.toHaveProperty('code')
  })

  test('leaves the draft of somebody else as it is', async () => {
    const [id] = await created(bo, toStream())

    await attempt(realm.owner, id!)

    expect(await drafts(bo)).toMatchObject([{ id, content: 'High water' }])
  })
})

describe('turning synchronization off', () => {
  let eve: Person

  beforeAll(async () => {
    eve = await realm.user('eve')
  })

  test('deletes all drafts, of oneself only', async () => {
    await created(eve, draftToNobody(), draftToNobody())
    await created(ada, draftToNobody())

    await eve.patch('/settings', { enable_drafts_synchronization: false })
    await eve.patch('/settings', { enable_drafts_synchronization: true })

    expect(await drafts(eve)).toEqual([])
    expect(await drafts(ada)).toHaveLength(1)
  })

  test('makes all four endpoints refuse, until it is on again', async () => {
    const [id] = await created(eve, draftToNobody())
    await eve.patch('/settings', { enable_drafts_synchronization: false })

    const answers = [
      await eve.ask('GET', '/drafts'),
      await create(eve, draftToNobody()),
      await eve.ask('PATCH', `/drafts/${id}`, { draft: draftToNobody() }),
      await eve.ask('DELETE', `/drafts/${id}`),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await eve.patch('/settings', { enable_drafts_synchronization: true })
    expect((await create(eve, draftToNobody())).status).toBe(200)
  })

  test('leaves drafts alone when it is only confirmed to be on', async () => {
    await created(eve, draftToNobody())

    await eve.patch('/settings', { enable_drafts_synchronization: true, enter_sends: true })

    expect(await drafts(eve)).toHaveLength(1)
  })
})
