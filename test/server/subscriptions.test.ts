import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

interface Listed {
  stream_id: number
  name: string
  color: string
  subscribers?: number[]
  [field: string]: unknown
}

async function subscriptions(person: Person, params?: Params): Promise<Listed[]> {
  return (await person.get('/users/me/subscriptions', params))['subscriptions'] as Listed[]
}

const readSubscribed = async (person: Person): Promise<string[]> =>
  (await subscriptions(person)).map(({ name }) => name).filter((name) => name !== 'general')

async function subscription(person: Person, stream: string): Promise<Listed> {
  const found = (await subscriptions(person)).find(({ name }) => name === stream)
  if (found === undefined) expect.fail(`${person.full_name} is not subscribed to ${stream}`)
  return found
}

async function streamNames(admin: Person): Promise<string[]> {
  const { streams } = await admin.get('/streams', { include_all_active: true })
  return (streams as { name: string }[]).map(({ name }) => name)
}

async function streamCalled(admin: Person, name: string): Promise<Listed> {
  const { streams } = await admin.get('/streams', { include_all_active: true })
  const found = (streams as Listed[]).find((stream) => stream.name === name)
  if (found === undefined) expect.fail(`There is no stream ${name}`)
  return found
}

const streamsNamed = (...streams: string[]): { name: string }[] => streams.map((name) => ({ name }))

async function isReceived(person: Person, id: number): Promise<boolean> {
  return (await person.messages([{ operator: 'id', operand: String(id) }])).length === 1
}

const subscribe = (person: Person, params: Params): Promise<Answer> =>
  person.ask('POST', '/users/me/subscriptions', params)

const unsubscribe = (person: Person, params: Params): Promise<Answer> =>
  person.ask('DELETE', '/users/me/subscriptions', params)

let realm: TestRealm
let olga: Person
let admin: Person
let moderator: Person
let ada: Person
let bo: Person
let guest: Person
let gone: Person

beforeAll(async () => {
  realm = await newRealm()
  await realm.set({ enable_spectator_access: true })
  olga = realm.owner
  admin = await realm.user('admin', { role: 200 })
  moderator = await realm.user('moderator', { role: 300 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
  gone = await realm.user('gone')
  await realm.deactivate(gone)
})

let counter = 0
/** A name that no stream has yet. */
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

describe('creating a stream by subscribing to it', () => {
  test('makes a public stream with the subscriber in it', async () => {
    const answer = await subscribe(ada, { subscriptions: streamsNamed(fresh) })

    expect(answer).toMatchObject({
      status: 200,
      result: 'success',
      msg: '',
      subscribed: { [ada.email]: [fresh] },
      already_subscribed: {},
    })
    expect(answer).not.toHaveProperty('unauthorized')
    expect(await subscription(ada, fresh)).toMatchObject({ invite_only: false, history_public_to_subscribers: true })
    expect(await streamNames(bo.realm.owner)).toContain(fresh)
  })

  test('is also called POST /subscribe', async () => {
    const answer = await ada.post('/subscribe', { subscriptions: streamsNamed(fresh) })

    expect(answer).toMatchObject({ subscribed: { [ada.email]: [fresh] }, already_subscribed: {} })
  })

  test('gives a subscription with every field of its type', async () => {
    await subscribe(ada, { subscriptions: [{ name: fresh, description: 'For *all*', color: '#123abc' }] })

    expect(await subscription(ada, fresh)).toEqual({
      stream_id: expect.any(Number),
      name: fresh,
      description: 'For *all*',
      rendered_description: '<p>For <em>all</em></p>',
      date_created: expect.any(Number),
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      first_message_id: null,
      color: '#123abc',
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      role: 50,
      email_address: expect.any(String),
      stream_weekly_traffic: null,
    })
  })

  test('makes several at once', async () => {
    const answer = await subscribe(ada, { subscriptions: streamsNamed(`${fresh} a`, `${fresh} b`, `${fresh} c`) })

    expect(answer['subscribed']).toEqual({ [ada.email]: [`${fresh} a`, `${fresh} b`, `${fresh} c`] })
  })

  test('makes sixty at once, and subscribes to the same sixty', async () => {
    const sixty = Array.from({ length: 60 }, (_, index) => `${fresh} ${index}`)

    const made = await subscribe(ada, { subscriptions: streamsNamed(...sixty) })
    const joined = await subscribe(bo, { subscriptions: streamsNamed(...sixty) })

    expect(made['subscribed'][ada.email]).toEqual(sixty)
    expect(joined['subscribed'][bo.email]).toEqual(sixty)
    expect(await readSubscribed(bo)).toEqual(expect.arrayContaining(sixty))
    await unsubscribe(ada, { subscriptions: sixty })
    await unsubscribe(bo, { subscriptions: sixty })
  })

  test('by ten people at once makes one stream', async () => {
    const people = [olga, admin, moderator, ada, bo]
    const answers = await Promise.all(
      [...people, ...people].map((person, index) =>
        subscribe(person, { subscriptions: streamsNamed(index % 2 === 0 ? fresh : fresh.toUpperCase()) }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect((await streamNames(olga)).filter((name) => name.toLowerCase() === fresh)).toHaveLength(1)
    const { stream_id } = await olga.get('/get_stream_id', { stream: fresh })
    expect((await olga.get(`/streams/${stream_id}/members`))['subscribers']).toEqual(
      people.map(({ id }) => id).toSorted((left, right) => left - right),
    )
  })

  test.each<[what: string, params: Params]>([
    ['no list of streams', {}],
    ['a list that is no JSON', { subscriptions: 'garden' }],
    ['a list of plain names', { subscriptions: ['garden'] }],
    ['an item without a name', { subscriptions: [{ description: 'x' }] }],
    ['a name that is no string', { subscriptions: [{ name: 5 }] }],
    ['a key that no stream has', { subscriptions: [{ name: 'garden', invite_only: true }] }],
    ['a description that is no string', { subscriptions: [{ name: 'garden', description: null }] }],
    ['a description over 1024 characters', { subscriptions: [{ name: 'garden', description: 'd'.repeat(1025) }] }],
    ['a colour that is a word', { subscriptions: [{ name: 'garden', color: 'red' }] }],
    ['a colour of two digits', { subscriptions: [{ name: 'garden', color: '#12' }] }],
    ['a colour of seven digits', { subscriptions: [{ name: 'garden', color: '#1234567' }] }],
    ['a colour with a letter that is no digit', { subscriptions: [{ name: 'garden', color: '#12345g' }] }],
    ['an empty name', { subscriptions: [{ name: '' }] }],
    ['a blank name', { subscriptions: [{ name: '  ' }] }],
    ['a name of 61 characters', { subscriptions: [{ name: 'n'.repeat(61) }] }],
    ['a name of 61 astral characters', { subscriptions: [{ name: '🌊'.repeat(61) }] }],
    ['a name with a control character', { subscriptions: [{ name: 'gar\u0007den' }] }],
    ['a name with a line break', { subscriptions: [{ name: 'gar\nden' }] }],
    ['a name with NUL', { subscriptions: [{ name: 'gar\u0000den' }] }],
    ['a name with a non-character', { subscriptions: [{ name: 'gar\uFFFEden' }] }],
    ['a name with half a surrogate pair', { subscriptions: '[{"name": "gar\\ud800den"}]' }],
    [
      'principals that mix ids and addresses',
      { subscriptions: streamsNamed('garden'), principals: [1, 'ada@example.com'] },
    ],
    ['principals that are no list', { subscriptions: streamsNamed('garden'), principals: 'ada@example.com' }],
    ['a flag that is no boolean', { subscriptions: streamsNamed('garden'), invite_only: 'yes' }],
    ['post policy 0', { subscriptions: streamsNamed('garden'), stream_post_policy: 0 }],
    ['post policy 5', { subscriptions: streamsNamed('garden'), stream_post_policy: 5 }],
    ['a post policy that is a word', { subscriptions: streamsNamed('garden'), stream_post_policy: 'all' }],
    [
      'a web-public stream that is private',
      { subscriptions: streamsNamed('garden'), is_web_public: true, invite_only: true },
    ],
    ['retention of no days', { subscriptions: streamsNamed('garden'), message_retention_days: 0 }],
    ['retention of less than no days', { subscriptions: streamsNamed('garden'), message_retention_days: -1 }],
    ['retention of half a day', { subscriptions: streamsNamed('garden'), message_retention_days: '1.5' }],
    ['retention of an unknown word', { subscriptions: streamsNamed('garden'), message_retention_days: 'forever' }],
    ['one bad name among good ones', { subscriptions: streamsNamed('garden', '') }],
    ['1,001 names', { subscriptions: Array.from({ length: 1001 }, () => ({ name: 'garden' })) }],
    [
      '1,001 principals',
      { subscriptions: streamsNamed('garden'), principals: Array.from({ length: 1001 }, () => 'ada@example.com') },
    ],
  ])('is refused with %s, and nothing is made', async (_, params) => {
    const before = await streamNames(olga)

    const answer = await subscribe(olga, params)

    const code = 'subscriptions' in params ? 'BAD_REQUEST' : 'REQUEST_VARIABLE_MISSING'
    expect(answer).toMatchObject({ status: 400, result: 'error', code })
    expect(answer.msg).not.toBe('')
    expect(await streamNames(olga)).toEqual(before)
  })

  test.each([
    ['60 characters', 'n'.repeat(60)],
    ['60 astral characters', '🌊'.repeat(60)],
    ['one character', '#'],
    ['markup', '<b>&"\'</b>'],
    ['a name that is a number', '12345'],
    ['the name of a property of every object', '__proto__'],
  ])('takes a name of %s', async (_, name) => {
    const answer = await subscribe(ada, { subscriptions: [{ name }] })

    expect(answer['subscribed']).toEqual({ [ada.email]: [name] })
    expect(await readSubscribed(ada)).toContain(name)
    await unsubscribe(ada, { subscriptions: [name] })
  })

  test('trims the name', async () => {
    const answer = await subscribe(ada, { subscriptions: streamsNamed(`  ${fresh}\n`) })

    expect(answer['subscribed']).toEqual({ [ada.email]: [fresh] })
  })

  test('takes a description of 1024 characters', async () => {
    const description = '🌊'.repeat(1024)

    await subscribe(ada, { subscriptions: [{ name: fresh, description }] })

    expect((await subscription(ada, fresh))['description']).toBe(description)
  })

  test('makes a description one line', async () => {
    await subscribe(ada, { subscriptions: [{ name: fresh, description: 'one\ntwo\r\nthree' }] })

    expect((await subscription(ada, fresh))['description']).toBe('one two three')
  })

  test('shows no markup of a description as HTML', async () => {
    await subscribe(ada, { subscriptions: [{ name: fresh, description: '<img src=x onerror=alert(1)>' }] })

    expect((await subscription(ada, fresh))['rendered_description']).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
  })

  test('makes a stream that is named twice in a request once', async () => {
    const answer = await subscribe(ada, {
      subscriptions: [
        { name: fresh, description: 'first' },
        { name: fresh.toUpperCase(), description: 'second' },
        { name: ` ${fresh}` },
      ],
    })

    expect(answer['subscribed']).toEqual({ [ada.email]: [fresh] })
    expect((await subscription(ada, fresh))['description']).toBe('first')
  })

  test.each([
    ['harbour', 'HARBOUR'],
    ['Über die Brücke', 'ÜBER DIE BRÜCKE'],
    ['ПРИЧАЛ', 'причал'],
    ['café', 'cafe\u0301'],
  ])('joins %o when %o is asked for', async (name, spelling) => {
    await subscribe(ada, { subscriptions: [{ name }] })

    const answer = await subscribe(bo, { subscriptions: [{ name: spelling }] })

    expect(answer['subscribed']).toEqual({ [bo.email]: [name] })
    expect(await streamNames(olga)).not.toContain(spelling)
  })

  test('joins a stream that another spelling was asked for in vain before', async () => {
    const shouted = fresh.toUpperCase()
    await ada.ask('POST', '/messages', { type: 'stream', to: fresh, topic: 'x', content: 'x' })
    await unsubscribe(ada, { subscriptions: [fresh] })
    await ada.subscribe(shouted)

    expect(await subscribe(bo, { subscriptions: streamsNamed(fresh) })).toMatchObject({
      subscribed: { [bo.email]: [shouted] },
    })
    await ada.send(fresh, 'x', 'It is there now.')
  })

  test('in another realm makes another stream', async () => {
    const elsewhere = (await newRealm()).owner
    await ada.subscribe(fresh)

    const answer = await subscribe(elsewhere, { subscriptions: streamsNamed(fresh) })

    expect(answer['subscribed']).toEqual({ [elsewhere.email]: [fresh] })
    const { stream_id: there } = await elsewhere.get('/get_stream_id', { stream: fresh })
    const { stream_id: here } = await ada.get('/get_stream_id', { stream: fresh })
    expect(there).not.toBe(here)
  })
})

describe('properties of a new stream', () => {
  test.each<[params: Params, stream: Record<string, unknown>]>([
    [{}, { invite_only: false, is_web_public: false, history_public_to_subscribers: true, stream_post_policy: 1 }],
    [{ invite_only: true }, { invite_only: true, history_public_to_subscribers: false }],
    [
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: true },
    ],
    [{ history_public_to_subscribers: false }, { invite_only: false, history_public_to_subscribers: true }],
    [{ is_web_public: true }, { is_web_public: true, invite_only: false, history_public_to_subscribers: true }],
    [{ stream_post_policy: 2 }, { stream_post_policy: 2, is_announcement_only: true }],
    [{ stream_post_policy: 3 }, { stream_post_policy: 3, is_announcement_only: false }],
    [{ stream_post_policy: 4 }, { stream_post_policy: 4, is_announcement_only: false }],
    [{ message_retention_days: 30 }, { message_retention_days: 30 }],
    [{ message_retention_days: 'unlimited' }, { message_retention_days: -1 }],
    [{ message_retention_days: '"unlimited"' }, { message_retention_days: -1 }],
    [{ message_retention_days: 'realm_default' }, { message_retention_days: null }],
  ])('%o gives %o', async (params, stream) => {
    await subscribe(olga, { subscriptions: streamsNamed(fresh), ...params })

    expect(await streamCalled(olga, fresh)).toMatchObject(stream)
    expect(await subscription(olga, fresh)).toMatchObject(stream)
  })

  test('of a stream that exists stay as they are', async () => {
    await subscribe(ada, { subscriptions: [{ name: fresh, description: 'mine' }] })

    await subscribe(olga, {
      subscriptions: [{ name: fresh, description: 'yours' }],
      invite_only: true,
      stream_post_policy: 2,
      message_retention_days: 7,
    })

    expect(await streamCalled(olga, fresh)).toMatchObject({
      description: 'mine',
      invite_only: false,
      stream_post_policy: 1,
      message_retention_days: null,
    })
  })

  test.each(['admin', 'moderator', 'ada'])('may not set the retention when made by %s', async (who) => {
    const person = { admin, moderator, ada }[who]!

    for (const message_retention_days of [7, 'unlimited'])
      expect(await subscribe(person, { subscriptions: streamsNamed(fresh), message_retention_days })).toMatchObject({
        status: 400,
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    expect(await streamNames(olga)).not.toContain(fresh)
  })
})

describe('who may create streams', () => {
  const kinds: Record<string, Params> = {
    public: {},
    private: { invite_only: true },
    web_public: { is_web_public: true },
  }

  test.each<[kind: string, policy: number, may: string[]]>([
    ['public', 1, ['olga', 'admin', 'moderator', 'ada']],
    ['public', 2, ['olga', 'admin']],
    ['public', 3, ['olga', 'admin', 'moderator', 'old']],
    ['public', 4, ['olga', 'admin', 'moderator']],
    ['private', 1, ['olga', 'admin', 'moderator', 'ada']],
    ['private', 2, ['olga', 'admin']],
    ['private', 3, ['olga', 'admin', 'moderator', 'old']],
    ['private', 4, ['olga', 'admin', 'moderator']],
    ['web_public', 2, ['olga', 'admin']],
    ['web_public', 4, ['olga', 'admin', 'moderator']],
    ['web_public', 6, []],
    ['web_public', 7, ['olga']],
  ])('%s ones by policy %i: %o', async (kind, policy, may) => {
    const own = await newRealm()
    const people: Record<string, Person> = {
      olga: own.owner,
      admin: await own.user('admin', { role: 200 }),
      moderator: await own.user('moderator', { role: 300 }),
      ada: await own.user('ada'),
    }
    if (policy === 3) {
      people['old'] = await own.user('old')
      await own.age(people['old'], 11 * 86_400)
    }
    await own.set({
      [`create_${kind}_stream_policy`]: policy,
      waiting_period_threshold: 10,
      enable_spectator_access: true,
    })

    const made: string[] = []
    for (const [name, person] of Object.entries(people)) {
      const answer = await subscribe(person, { subscriptions: streamsNamed(name), ...kinds[kind] })
      if (answer.status === 200) made.push(name)
      else expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }

    expect(made).toEqual(may)
    expect((await streamNames(own.owner)).filter((name) => name in people)).toEqual(may.toSorted())
  })

  test('the policy does not stop anybody from joining a stream that exists', async () => {
    const own = await newRealm()
    const person = await own.user('ada')
    await own.owner.subscribe('open')
    await own.set({ create_public_stream_policy: 2 })

    expect((await subscribe(person, { subscriptions: streamsNamed('open') })).status).toBe(200)
    const mixed = await subscribe(person, { subscriptions: streamsNamed('general', 'new') })
    expect(mixed).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('a bot may', async () => {
    const own = await newRealm()
    const bot = await own.bot('helper', own.owner)

    expect(await subscribe(bot, { subscriptions: streamsNamed('bots') })).toMatchObject({
      subscribed: { [bot.email]: ['bots'] },
    })
  })
})

describe('subscribing others', () => {
  test('by id and by address leaves the requester out unless listed', async () => {
    const byId = await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [bo.id, admin.id] })
    const byEmail = await subscribe(ada, {
      subscriptions: streamsNamed(fresh),
      principals: ['BO@example.com', moderator.email],
    })

    expect(byId).toMatchObject({ subscribed: { [bo.email]: [fresh], [admin.email]: [fresh] }, already_subscribed: {} })
    expect(byEmail['subscribed']).toEqual({ [moderator.email]: [fresh] })
    expect(byEmail['already_subscribed']).toEqual({ [bo.email]: [fresh] })
    expect(await readSubscribed(ada)).not.toContain(fresh)
  })

  test('subscribes the requester who is listed', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [bo.id, ada.id] })

    expect(await readSubscribed(ada)).toContain(fresh)
    expect(await readSubscribed(bo)).toContain(fresh)
  })

  test('of whom none is named subscribes the requester', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [] })

    expect(await readSubscribed(ada)).toContain(fresh)
  })

  test('who are named twice subscribes them once', async () => {
    const answer = await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [bo.id, bo.id] })

    expect(answer).toMatchObject({ subscribed: { [bo.email]: [fresh] }, already_subscribed: {} })
  })

  test('is refused for more than 2,000 subscriptions at once', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, (_, index) => realm.user(`crowd-${index}`)))
    const subscriptions = Array.from({ length: 200 }, () => ({ name: fresh }))
    const subscribed = (amount: number) =>
      subscribe(ada, { subscriptions, principals: people.slice(0, amount).map(({ id }) => id) })

    expect(await subscribed(11)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await subscribed(10)).toMatchObject({ status: 200 })
  })

  test('may bring a guest into a stream', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [guest.id] })

    expect(await readSubscribed(guest)).toContain(fresh)
  })

  test.each<[who: string, principal: () => number | string]>([
    ['an unknown id', () => 999_999],
    ['an unknown address', () => 'nobody@example.com'],
    ['the id of somebody deactivated', () => gone.id],
    ['the address of somebody deactivated', () => gone.email],
    ['a number as text', () => String(bo.id)],
  ])('is refused with %s, and nobody is subscribed', async (_, principal) => {
    const list = typeof principal() === 'number' ? [bo.id, principal()] : [bo.email, principal()]

    const answer = await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: list })

    expect(answer).toMatchObject({ status: 403, code: 'UNAUTHORIZED_PRINCIPAL', principal: principal() })
    expect(await streamNames(olga)).not.toContain(fresh)
  })

  test('is refused with somebody of another realm', async () => {
    const { id: principal } = (await newRealm()).owner

    const answer = await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [principal] })

    expect(answer).toMatchObject({ status: 403, code: 'UNAUTHORIZED_PRINCIPAL', principal })
  })

  test.each<[policy: number, may: string[]]>([
    [1, ['olga', 'admin', 'moderator', 'ada']],
    [2, ['olga', 'admin']],
    [3, ['olga', 'admin', 'moderator', 'old']],
    [4, ['olga', 'admin', 'moderator']],
  ])('by invite_to_stream_policy %i is for %o', async (policy, may) => {
    const own = await newRealm()
    const bystander = await own.user('bystander')
    const people: Record<string, Person> = {
      olga: own.owner,
      admin: await own.user('admin', { role: 200 }),
      moderator: await own.user('moderator', { role: 300 }),
      ada: await own.user('ada'),
    }
    if (policy === 3) {
      people['old'] = await own.user('old')
      await own.age(people['old'], 10 * 86_400)
    }
    await own.set({ invite_to_stream_policy: policy, waiting_period_threshold: 10 })

    const invited: string[] = []
    for (const [name, person] of Object.entries(people)) {
      const answer = await subscribe(person, { subscriptions: streamsNamed(name), principals: [bystander.id] })
      if (answer.status === 200) invited.push(name)
      else expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      // The policy is about others only.
      expect(
        (await subscribe(person, { subscriptions: streamsNamed(`own ${name}`), principals: [person.id] })).status,
      ).toBe(200)
    }

    expect(invited).toEqual(may)
  })
})

test.each<[what: string, params: () => Params]>([
  ['themselves to a public stream', () => ({ subscriptions: streamsNamed('general') })],
  ['themselves to a new stream', () => ({ subscriptions: streamsNamed(fresh) })],
  ['others', () => ({ subscriptions: streamsNamed('general'), principals: [bo.id] })],
])('a guest may not subscribe %s', async (_, params) => {
  await unsubscribe(guest, { subscriptions: ['general'] })

  expect(await subscribe(guest, params())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await guest.ask('POST', '/subscribe', params())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await readSubscribed(guest)).not.toContain('general')
})

describe('streams one may not join', () => {
  const secret = 'the secret'
  beforeAll(async () => {
    await subscribe(ada, { subscriptions: streamsNamed(secret), invite_only: true })
  })

  test.each(['bo', 'moderator', 'admin', 'olga'])('fail the whole request of %s', async (who) => {
    const person = { bo, moderator, admin, olga }[who]!

    const answer = await subscribe(person, { subscriptions: streamsNamed(fresh, secret.toUpperCase()) })

    expect(answer).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      // In the requester's own spelling: of the hidden stream nothing is told.
      msg: 'Unable to access stream (THE SECRET).',
    })
    expect(await streamNames(olga)).not.toContain(fresh)
  })

  test('are listed instead when errors are not fatal, and the others are joined', async () => {
    const answer = await subscribe(bo, {
      subscriptions: streamsNamed(fresh, secret, 'general'),
      authorization_errors_fatal: false,
    })

    expect(answer).toMatchObject({
      subscribed: { [bo.email]: [fresh] },
      already_subscribed: { [bo.email]: ['general'] },
      unauthorized: [secret],
    })
    expect(await readSubscribed(bo)).not.toContain(secret)
  })

  test('are none when errors are not fatal and there is nothing to list', async () => {
    const answer = await subscribe(bo, { subscriptions: streamsNamed(fresh), authorization_errors_fatal: false })

    expect(answer['unauthorized']).toEqual([])
  })

  test('take whom one of their subscribers brings', async () => {
    const answer = await subscribe(ada, { subscriptions: streamsNamed(secret), principals: [moderator.id] })

    expect(answer['subscribed']).toEqual({ [moderator.email]: [secret] })
    await unsubscribe(moderator, { subscriptions: [secret] })
  })

  test('do not take back who left', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true, principals: [ada.id, bo.id] })
    await unsubscribe(bo, { subscriptions: [fresh] })

    expect(await subscribe(bo, { subscriptions: streamsNamed(fresh) })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })
})

test('subscribing twice answers that one was already subscribed', async () => {
  await ada.subscribe(fresh)

  const answer = await subscribe(ada, { subscriptions: streamsNamed(fresh, `${fresh} b`) })

  expect(answer).toMatchObject({
    subscribed: { [ada.email]: [`${fresh} b`] },
    already_subscribed: { [ada.email]: [fresh] },
  })
})

test('subscribing to no stream at all answers with nothing', async () => {
  expect(await subscribe(ada, { subscriptions: [] })).toMatchObject({
    status: 200,
    subscribed: {},
    already_subscribed: {},
  })
})

describe('colours', () => {
  let own: TestRealm
  let person: Person
  beforeAll(async () => {
    own = await newRealm()
    person = await own.user('ada')
  })

  test('come from the palette, each once, and repeat when it is used up', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `colour ${index}`)

    await person.subscribe(...many.slice(0, 10))
    await person.subscribe(...many.slice(10))

    const colors = (await subscriptions(person)).map(({ color }) => color)
    expect(colors.every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true)
    expect(new Set(colors).size).toBe(24)
    expect(new Set(colors)).toContain('#c2c2c2')
  })

  test('are chosen for each person apart', async () => {
    const bea = await own.user('bea')
    const cy = await own.user('cy')
    await subscribe(bea, { subscriptions: [{ name: 'first', color: '#fae589' }] })

    await subscribe(person, { subscriptions: streamsNamed('second'), principals: [bea.id, cy.id] })

    // The first in the palette went to #general for both.
    expect((await subscription(bea, 'general')).color).toBe('#76ce90')
    expect((await subscription(bea, 'second')).color).toBe('#a6c7e5')
    expect((await subscription(cy, 'second')).color).toBe('#fae589')
  })

  test.each(['#abc', '#abcd', '#abcde', '#abcdef', '#ABCDEF'])('may be given: %s', async (color) => {
    await subscribe(person, { subscriptions: [{ name: fresh, color }] })

    expect((await subscription(person, fresh)).color).toBe(color)
  })

  test('come back with a subscription, whatever colour is asked for then', async () => {
    await subscribe(person, { subscriptions: [{ name: 'again', color: '#111111' }] })
    await unsubscribe(person, { subscriptions: ['again'] })
    const listener = await person.listen({ event_types: ['subscription'], fetch_event_types: [] })

    await subscribe(person, { subscriptions: [{ name: 'again', color: '#222222' }] })

    expect((await subscription(person, 'again')).color).toBe('#111111')
    expect((await listener.events())[0]).toMatchObject({ op: 'add', subscriptions: [{ color: '#111111' }] })
  })

  test('of a present subscription do not change by subscribing again', async () => {
    await subscribe(person, { subscriptions: [{ name: 'stays', color: '#111111' }] })

    await subscribe(person, { subscriptions: [{ name: 'stays', color: '#222222' }] })

    expect((await subscription(person, 'stays')).color).toBe('#111111')
  })
})

describe('GET /users/me/subscriptions', () => {
  test('lists the subscribers only when asked, and only active ones', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [ada.id, bo.id] })

    const [with_, without] = [await subscriptions(ada, { include_subscribers: true }), await subscriptions(ada)]

    expect(with_.find(({ name }) => name === fresh)?.subscribers).toEqual([ada.id, bo.id])
    expect(with_.find(({ name }) => name === 'general')?.subscribers).not.toContain(gone.id)
    expect(without.some((listed) => 'subscribers' in listed)).toBe(false)
  })

  test('lists what a guest is subscribed to, and nothing else', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [guest.id] })

    expect(await readSubscribed(guest)).toContain(fresh)
    expect((await subscriptions(guest)).map(({ name }) => name)).not.toContain('the secret')
  })

  test('refuses include_subscribers that is no boolean', async () => {
    expect(await ada.ask('GET', '/users/me/subscriptions', { include_subscribers: 'partial' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })
})

describe('unsubscribing', () => {
  test('tells which streams one left, and which one was not in', async () => {
    await ada.subscribe(fresh)
    await bo.subscribe(`${fresh} of bo`)

    const answer = await unsubscribe(ada, { subscriptions: [fresh.toUpperCase(), `${fresh} of bo`] })

    expect(answer).toMatchObject({
      status: 200,
      result: 'success',
      msg: '',
      removed: [fresh],
      not_removed: [`${fresh} of bo`],
    })
    expect(await readSubscribed(ada)).not.toContain(fresh)
    expect(await readSubscribed(bo)).toContain(`${fresh} of bo`)
  })

  test('twice finds nothing more to leave', async () => {
    await ada.subscribe(fresh)
    await unsubscribe(ada, { subscriptions: [fresh] })

    expect(await unsubscribe(ada, { subscriptions: [fresh] })).toMatchObject({ removed: [], not_removed: [fresh] })
  })

  test('from a stream named twice leaves it once', async () => {
    await ada.subscribe(fresh)

    const answer = await unsubscribe(ada, { subscriptions: [fresh, fresh.toUpperCase()] })

    expect(answer).toMatchObject({ removed: [fresh], not_removed: [] })
  })

  test('from nothing answers with nothing', async () => {
    expect(await unsubscribe(ada, { subscriptions: [] })).toMatchObject({ status: 200, removed: [], not_removed: [] })
  })

  test('takes its parameters from the query too', async () => {
    await ada.subscribe(fresh)

    const query = new URLSearchParams({ subscriptions: JSON.stringify([fresh]) }).toString()
    const answer = await ada.ask('DELETE', `/users/me/subscriptions?${query}`)

    expect(answer).toMatchObject({ removed: [fresh] })
  })

  test.each<[who: string, stream: string]>([
    ['ada', 'no such stream'],
    ['ada', ''],
    ['bo', 'the secret'],
    ['guest', 'hidden from guests'],
  ])('by %s from %o, which they cannot see, fails as a whole', async (who, stream) => {
    const person = { ada, bo, guest }[who]!
    await ada.subscribe('hidden from guests')
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [person.id] })

    const answer = await unsubscribe(person, { subscriptions: [fresh, stream] })

    expect(answer).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', stream })
    expect(await readSubscribed(person)).toContain(fresh)
  })

  test('is refused without repeating the whole of what is longer than a name', async () => {
    const answer = await unsubscribe(ada, { subscriptions: ['<x>'.repeat(300)] })

    const stream = `${'<x>'.repeat(20)}...`
    const msg = `Stream '${stream.replaceAll('<x>', '&lt;x&gt;')}' does not exist`
    expect(answer).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', stream, msg })
  })

  test('is open to a guest', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [guest.id] })

    expect(await unsubscribe(guest, { subscriptions: [fresh] })).toMatchObject({ removed: [fresh] })
  })

  test.each<[what: string, params: Params, code: string]>([
    ['no list', {}, 'REQUEST_VARIABLE_MISSING'],
    ['a plain name', { subscriptions: 'general' }, 'BAD_REQUEST'],
    ['a list of objects', { subscriptions: streamsNamed('general') }, 'BAD_REQUEST'],
    ['principals that mix', { subscriptions: ['general'], principals: [1, 'a@b.c'] }, 'BAD_REQUEST'],
    ['1,001 names', { subscriptions: Array.from({ length: 1001 }, () => 'general') }, 'BAD_REQUEST'],
  ])('is refused with %s', async (_, params, code) => {
    expect(await unsubscribe(olga, params)).toMatchObject({ status: 400, result: 'error', code })
  })

  describe('others', () => {
    test.each(['admin', 'olga'])('is open to %s, also from a private stream that they are not in', async (who) => {
      await subscribe(ada, {
        subscriptions: streamsNamed(fresh),
        invite_only: true,
        principals: [ada.id, bo.id, moderator.id],
      })
      const person = { admin, olga }[who]!

      const byId = await unsubscribe(person, { subscriptions: [fresh], principals: [bo.id] })
      const byEmail = await unsubscribe(person, { subscriptions: [fresh], principals: [moderator.email] })

      expect(byId).toMatchObject({ removed: [fresh], not_removed: [] })
      expect(byEmail).toMatchObject({ removed: [fresh], not_removed: [] })
      expect(await readSubscribed(bo)).not.toContain(fresh)
      expect(await readSubscribed(moderator)).not.toContain(fresh)
      expect(await readSubscribed(ada)).toContain(fresh)
    })

    test.each(['moderator', 'ada', 'guest'])('is not open to %s', async (who) => {
      await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [ada.id, bo.id, guest.id, moderator.id] })

      const answer = await unsubscribe({ moderator, ada, guest }[who]!, { subscriptions: [fresh], principals: [bo.id] })

      expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
      expect(await readSubscribed(bo)).toContain(fresh)
    })

    test('is not needed by who names nobody but themselves', async () => {
      await ada.subscribe(fresh)

      expect(await unsubscribe(ada, { subscriptions: [fresh], principals: [ada.id] })).toMatchObject({
        removed: [fresh],
      })
    })

    test.each<[who: string, principal: () => number | string]>([
      ['an unknown id', () => 999_999],
      ['an unknown address', () => 'nobody@example.com'],
      ['somebody deactivated', () => gone.id],
    ])('is refused with %s', async (_, principal) => {
      expect(await unsubscribe(admin, { subscriptions: ['general'], principals: [principal()] })).toMatchObject({
        status: 403,
        code: 'UNAUTHORIZED_PRINCIPAL',
        principal: principal(),
      })
    })
  })

  test('more than 2,000 subscriptions at once is refused', async () => {
    const { id: realm_id, owner } = await newRealm()
    const subscriptions = Array.from({ length: 21 }, (_, index) => `stream ${index}`)
    const principals = Array.from({ length: 100 }, (_, index) => (realm_id - 1) * 2 ** 32 + 1_000_000 + index)
    await owner.subscribe(...subscriptions)
    await env.DB.batch([
      env.DB.prepare(`
        insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
        select value, ?1, value || '@example.com', value || '@example.com', 'U', 'u', 400, 0 from json_each(?2)
      `).bind(realm_id, JSON.stringify(principals)),
      env.DB.prepare(`
        insert into subscription (user_id, stream_id, active, color)
        select value, stream.id, 1, '#c2c2c2' from json_each(?2) join stream
        where realm_id = ?1 and name like 'stream %'
      `).bind(realm_id, JSON.stringify(principals)),
    ])

    const answer = await owner.ask('DELETE', '/users/me/subscriptions', { subscriptions, principals })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    const { stream_id } = await owner.get('/get_stream_id', { stream: 'stream 0' })
    expect((await owner.get(`/streams/${stream_id}/members`))['subscribers']).toHaveLength(101)
  })

  describe('the last one from a private stream', () => {
    test('archives it, and its name is free again', async () => {
      await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true, principals: [ada.id, bo.id] })
      await unsubscribe(bo, { subscriptions: [fresh] })
      expect(await streamNames(olga)).toContain(fresh)

      await unsubscribe(ada, { subscriptions: [fresh] })

      expect(await streamNames(olga)).not.toContain(fresh)
      expect(await unsubscribe(admin, { subscriptions: [fresh] })).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
      expect(await subscribe(moderator, { subscriptions: streamsNamed(fresh) })).toMatchObject({
        subscribed: { [moderator.email]: [fresh] },
      })
    })

    test('archives it although somebody deactivated was in it', async () => {
      const short = await realm.user(`short${counter}`)
      await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true, principals: [ada.id, short.id] })
      await realm.deactivate(short)

      await unsubscribe(ada, { subscriptions: [fresh] })
      await realm.reactivate(short)

      expect(await streamNames(olga)).not.toContain(fresh)
      expect(await readSubscribed(short)).toEqual([])
    })

    test('leaves them what they had received', async () => {
      await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true })
      const id = await ada.send(fresh, 'x', 'Remember me')

      await unsubscribe(ada, { subscriptions: [fresh] })

      expect((await ada.get(`/messages/${id}`))['raw_content']).toBe('Remember me')
      expect(await bo.ask('GET', `/messages/${id}`)).toMatchObject({ status: 400 })
    })

    test('does not archive a public stream', async () => {
      await ada.subscribe(fresh)

      await unsubscribe(ada, { subscriptions: [fresh] })

      expect(await streamNames(olga)).toContain(fresh)
    })
  })
})

describe('messages and subscriptions', () => {
  test('who was just subscribed may post and be mentioned at once, who just left may not', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true })
    await ada.send(fresh, 'x', 'alone')
    const post = () => bo.ask('POST', '/messages', { type: 'stream', to: fresh, topic: 'x', content: 'x' })
    expect(await post()).toMatchObject({ status: 400 })

    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [bo.id] })
    expect(await post()).toMatchObject({ status: 200 })
    const id = await ada.send(fresh, 'x', '@**Bo**')
    expect(await bo.flags(id)).toEqual(['mentioned'])

    await unsubscribe(bo, { subscriptions: [fresh] })
    expect(await post()).toMatchObject({ status: 400 })
    expect(await isReceived(bo, await ada.send(fresh, 'x', '@**Bo**'))).toBe(false)
  })

  test('what was sent before subscribing is not unread', async () => {
    await ada.subscribe(fresh)
    const before = await ada.send(fresh, 'x', 'before')

    await bo.subscribe(fresh)
    const after = await ada.send(fresh, 'x', 'after')

    expect(await bo.flags(before)).toContain('read')
    expect(await bo.flags(after)).not.toContain('read')
    expect(await isReceived(bo, before)).toBe(false)
    expect(await isReceived(bo, after)).toBe(true)
  })

  test('unsubscribing marks the messages of that stream read, and of no other', async () => {
    const other = `${fresh} other`
    await subscribe(ada, { subscriptions: streamsNamed(fresh, other), principals: [ada.id, bo.id] })
    const here = await ada.send(fresh, 'x', 'here')
    const marked = await ada.send(fresh, 'x', 'marked unread again')
    const there = await ada.send(other, 'x', 'there')
    const markUnread = (messages: number[]) => bo.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
    await bo.post('/messages/flags', { messages: [marked, there], op: 'add', flag: 'read' })
    await markUnread([marked, there])

    await unsubscribe(bo, { subscriptions: [fresh] })

    expect(await bo.flags(here)).toEqual(['read'])
    expect(await bo.flags(marked)).toEqual(['read'])
    expect(await bo.flags(there)).toEqual([])
  })

  test('unsubscribing one person leaves the messages of the others unread', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), principals: [ada.id, bo.id, moderator.id] })
    const id = await ada.send(fresh, 'x', 'hello')

    await unsubscribe(bo, { subscriptions: [fresh] })

    expect(await moderator.flags(id)).toEqual([])
  })

  test('who leaves a private stream keeps what they received, and gets nothing more', async () => {
    await subscribe(ada, { subscriptions: streamsNamed(fresh), invite_only: true, principals: [ada.id, bo.id] })
    const received = await ada.send(fresh, 'x', 'while there')
    await unsubscribe(bo, { subscriptions: [fresh] })
    const missed = await ada.send(fresh, 'x', 'while away')

    expect(await isReceived(bo, received)).toBe(true)
    expect(await bo.flags(received)).toEqual(['read'])
    expect(await isReceived(bo, missed)).toBe(false)
    expect(await bo.ask('GET', `/messages/${missed}`)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    })
  })

  test('who comes back did not receive what was sent while they were away', async () => {
    const invite = { subscriptions: streamsNamed(fresh), invite_only: true, principals: [bo.id] }
    await subscribe(ada, { ...invite, principals: [ada.id, bo.id] })
    const received = await ada.send(fresh, 'x', 'while there')
    await unsubscribe(bo, { subscriptions: [fresh] })
    const missed = await ada.send(fresh, 'x', 'while away')
    expect(await subscribe(ada, invite)).toMatchObject({ subscribed: { [bo.email]: [fresh] } })
    const again = await ada.send(fresh, 'x', 'back')

    expect(await isReceived(bo, received)).toBe(true)
    expect(await isReceived(bo, missed)).toBe(false)
    expect(await isReceived(bo, again)).toBe(true)
    expect(await bo.flags(received)).toEqual(['read'])
    expect(await bo.flags(again)).toEqual([])
    expect(await bo.ask('GET', `/messages/${missed}`)).toMatchObject({ status: 400 })
  })

  test('leaving and coming back with nothing sent in between loses nothing', async () => {
    const invite = { subscriptions: streamsNamed(fresh), invite_only: true, principals: [bo.id] }
    await subscribe(ada, { ...invite, principals: [ada.id, bo.id] })
    for (let round = 0; round < 3; round += 1) {
      await unsubscribe(bo, { subscriptions: [fresh] })
      await subscribe(ada, invite)
    }

    const id = await ada.send(fresh, 'x', 'hello')

    expect(await isReceived(bo, id)).toBe(true)
    expect(await bo.flags(id)).toEqual([])
  })
})
