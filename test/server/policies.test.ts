import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { newRealm, password, request, type Answer, type Params, type Person, type TestRealm } from '../kit'

const secondsADay = 24 * 3600

/** One person of each kind that policies tell apart. */
interface Cast {
  realm: TestRealm
  people: Record<'owner' | 'administrator' | 'moderator' | 'full' | 'new' | 'guest', Person>
}

type Kind = keyof Cast['people']

async function newCast(): Promise<Cast> {
  const realm = await newRealm()
  const people = {
    owner: realm.owner,
    administrator: await realm.user('administrator', { role: 200 }),
    moderator: await realm.user('moderator', { role: 300 }),
    full: await realm.user('full'),
    new: await realm.user('new'),
    guest: await realm.user('guest', { role: 600 }),
  }
  await realm.age(people.full, 30 * secondsADay)
  await realm.owner.patch('/realm', { waiting_period_threshold: 10 })
  await realm.stream('square', ...Object.values(people))
  return { realm, people }
}

/** Whom the codes admit (behaviour, Policies). */
const admitted: Record<number, Kind[]> = {
  1: ['owner', 'administrator', 'moderator', 'full', 'new'],
  2: ['owner', 'administrator'],
  3: ['owner', 'administrator', 'moderator', 'full'],
  4: ['owner', 'administrator', 'moderator'],
  5: ['owner', 'administrator', 'moderator', 'full', 'new', 'guest'],
  6: [],
  7: ['owner'],
}

/** What one of the people does, that a policy lets them do or not. */
type Deed = (actor: Person, cast: Cast, name: string) => Promise<Answer>

const createStream =
  (options: Params): Deed =>
  (actor, _, name) =>
    actor.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name }], ...options })

const sendAsOwner = async ({ realm }: Cast): Promise<number> => realm.owner.send('square', 'tides', 'High water')

const deeds: [policy: string, codes: number[], deed: Deed, settings?: Params][] = [
  ['create_public_stream_policy', [1, 2, 3, 4], createStream({})],
  ['create_private_stream_policy', [1, 2, 3, 4], createStream({ invite_only: true })],
  [
    'create_web_public_stream_policy',
    [2, 4, 6, 7],
    createStream({ is_web_public: true }),
    { enable_spectator_access: true },
  ],
  [
    'invite_to_stream_policy',
    [1, 2, 3, 4],
    async (actor, { realm }, name) => {
      const stream = await realm.stream(name)
      const subscriptions = [{ name: stream.name }]
      return actor.ask('POST', '/users/me/subscriptions', { subscriptions, principals: [realm.owner.id] })
    },
  ],
  [
    'invite_to_realm_policy',
    [1, 2, 3, 4, 6],
    async (actor, { realm }, name) => {
      const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'square' })
      const invitee_emails = `${name.replaceAll(' ', '-')}@example.com`
      return actor.ask('POST', '/invites', { invitee_emails, stream_ids: [stream_id] })
    },
  ],
  [
    'delete_own_message_policy',
    [1, 2, 3, 4, 5],
    async (actor) => actor.ask('DELETE', `/messages/${await actor.send('square', 'tides', 'x')}`),
  ],
  [
    'edit_topic_policy',
    [1, 2, 3, 4, 5],
    async (actor, all, name) => actor.ask('PATCH', `/messages/${await sendAsOwner(all)}`, { topic: name }),
  ],
  [
    'move_messages_between_streams_policy',
    [1, 2, 3, 4],
    async (actor, all, name) => {
      const { id } = await all.realm.stream(name, ...Object.values(all.people))
      return actor.ask('PATCH', `/messages/${await sendAsOwner(all)}`, { stream_id: id })
    },
    { edit_topic_policy: 5 },
  ],
  [
    'user_group_edit_policy',
    [1, 2, 3, 4],
    (actor, _, name) => actor.ask('POST', '/user_groups/create', { name, description: '', members: [actor.id] }),
  ],
]

describe.each(deeds)('%s', (policy, codes, deed, settings = {}) => {
  test.each(codes)('%i', async (code) => {
    const all = await newCast()
    await all.realm.owner.patch('/realm', { ...settings, [policy]: code })

    const answers: [Kind, Answer][] = []
    for (const [kind, actor] of Object.entries(all.people) as [Kind, Person][])
      answers.push([kind, await deed(actor, all, `by ${kind}`)])

    const passed = answers.filter(([, { status }]) => status === 200).map(([kind]) => kind)
    expect(passed).toEqual(admitted[code])
    for (const [, { status, code: refusal }] of answers)
      if (status !== 200) expect({ status, refusal }).toEqual({ status: 400, refusal: 'BAD_REQUEST' })
  })
})

describe('bot_creation_policy', () => {
  test.each([
    [1, 1, ['owner', 'administrator', 'moderator', 'full', 'new']],
    [2, 1, ['owner', 'administrator']],
    [2, 2, ['owner', 'administrator', 'moderator', 'full', 'new']],
    [3, 1, ['owner', 'administrator']],
    [3, 2, ['owner', 'administrator']],
  ])('%i, for a bot of type %i', async (code, bot_type, expected) => {
    const { realm, people } = await newCast()
    await realm.owner.patch('/realm', { bot_creation_policy: code })

    const passed: string[] = []
    for (const [kind, actor] of Object.entries(people)) {
      const answer = await actor.ask('POST', '/bots', { full_name: `Bot of ${kind}`, short_name: kind, bot_type })
      if (answer.status === 200) passed.push(kind)
      else expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }

    expect(passed).toEqual(expected)
  })
})

const write = (from: Person, ...to: Person[]) =>
  from.ask('POST', '/messages', { type: 'private', to: to.map(({ id }) => id), content: 'Hello' })

describe('private_message_policy', () => {
  test('2 lets people write to bots only, and bots to people', async () => {
    const { realm, people } = await newCast()
    const bot = await realm.bot('tide', people.full)
    await realm.owner.patch('/realm', { private_message_policy: 2 })

    expect(await write(people.owner, people.full)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await write(people.full, people.new, bot)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await write(people.full, bot)).status).toBe(200)
    expect((await write(bot, people.full)).status).toBe(200)
  })

  test('1 lets all write to all', async () => {
    const { realm, people } = await newCast()
    await realm.owner.patch('/realm', { private_message_policy: 2 })
    await realm.owner.patch('/realm', { private_message_policy: 1 })

    expect((await write(people.guest, people.owner)).status).toBe(200)
  })
})

test.each([
  [1, ['owner', 'administrator', 'moderator', 'full', 'new', 'guest']],
  [2, ['owner', 'administrator', 'moderator', 'full', 'new']],
  [3, ['owner', 'administrator', 'moderator', 'full']],
  [4, ['owner', 'administrator']],
  [5, ['owner', 'administrator']],
  [6, []],
  [7, ['owner', 'administrator', 'moderator']],
])('wildcard_mention_policy %i', async (code, expected) => {
  const { realm, people } = await newCast()
  const crowd: Person[] = []
  for (let number = 0; number < 10; number += 1) crowd.push(await realm.user(`crowd${number}`))
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'square' }],
    principals: crowd.map(({ id }) => id),
  })
  await realm.owner.patch('/realm', { wildcard_mention_policy: code })

  const passed: string[] = []
  for (const [kind, actor] of Object.entries(people)) {
    const answer = await actor.ask('POST', '/messages', {
      type: 'stream',
      to: 'square',
      topic: 't',
      content: '@**all**',
    })
    if (answer.status === 200) passed.push(kind)
  }

  expect(passed).toEqual(expected)
})

describe('email_address_visibility', () => {
  test.each([
    [1, []],
    [3, ['owner', 'administrator']],
    [4, []],
    [5, ['owner', 'administrator', 'moderator']],
  ])('%i tells real addresses, beside the shown ones, to %j', async (code, expected) => {
    const { realm, people } = await newCast()
    await realm.owner.patch('/realm', { email_address_visibility: code })

    const told: string[] = []
    for (const [kind, viewer] of Object.entries(people)) {
      const { user } = await viewer.get(`/users/${people.full.id}`)
      const { email, delivery_email } = user as { email: string; delivery_email?: string }
      expect(email === people.full.email).toBe(code === 1)
      if (delivery_email === people.full.email) told.push(kind)
    }

    expect(told).toEqual(expected)
  })
})

/** Switches and limits: what somebody may do before the change, and may not after it. */
const switches: [setting: string, value: unknown, deed: (actor: Person, realm: TestRealm) => Promise<Answer>][] = [
  [
    'mandatory_topics',
    true,
    (actor) => actor.ask('POST', '/messages', { type: 'stream', to: 'square', topic: '', content: 'x' }),
  ],
  [
    'allow_message_editing',
    false,
    async (actor) => actor.ask('PATCH', `/messages/${await actor.send('square', 't', 'x')}`, { content: 'y' }),
  ],
  [
    'allow_edit_history',
    false,
    async (actor) => actor.ask('GET', `/messages/${await actor.send('square', 't', 'x')}/history`),
  ],
  ['email_changes_disabled', true, (actor) => actor.ask('PATCH', '/settings', { email: 'other@example.com' })],
  [
    'emails_restricted_to_domains',
    true,
    (_, { owner }) =>
      owner.ask('POST', '/users', { email: `a${Math.random()}@example.com`, password, full_name: 'Ada L' }),
  ],
  [
    'invite_required',
    true,
    ({ realm }) =>
      request(realm.host, 'POST', '/join', {
        params: { email: `a${Math.random()}@example.com`, password, full_name: 'Ada L' },
      }),
  ],
]

test.each(switches)('%s = %j', async (setting, value, deed) => {
  const { realm, people } = await newCast()
  await realm.owner.patch('/realm', { [setting]: !value })

  expect((await deed(people.full, realm)).status).toBe(200)
  await realm.owner.patch('/realm', { [setting]: value })
  expect(await deed(people.full, realm)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('name_changes_disabled: people keep their names, administrators do not need to', async () => {
  const { realm, people } = await newCast()
  await realm.owner.patch('/realm', { name_changes_disabled: true })

  await people.full.patch('/settings', { full_name: 'Another' })
  await people.administrator.patch('/settings', { full_name: 'Another' })

  expect(await people.full.get('/users/me')).toMatchObject({ full_name: 'Full' })
  expect(await people.administrator.get('/users/me')).toMatchObject({ full_name: 'Another' })
})

/** A message of ten minutes ago. */
async function old({ realm, people }: Cast): Promise<number> {
  const id = await people.full.send('square', 'tides', 'x')
  await realm.behindTheWriter(env.DB.prepare('update message set sent_at = sent_at - 600 where id = ?').bind(id))
  return id
}

describe('limits of time', () => {
  test.each([
    [300, 400],
    [900, 200],
    [0, 200],
  ])('message_content_edit_limit_seconds = %i', async (limit, status) => {
    const all = await newCast()
    await all.realm.owner.patch('/realm', { message_content_edit_limit_seconds: limit })

    expect((await all.people.full.ask('PATCH', `/messages/${await old(all)}`, { content: 'y' })).status).toBe(status)
  })

  test.each([
    [300, 400],
    [900, 200],
    ['unlimited', 200],
  ])('message_content_delete_limit_seconds = %s', async (limit, status) => {
    const all = await newCast()
    await all.realm.owner.patch('/realm', {
      message_content_delete_limit_seconds: limit,
      delete_own_message_policy: 5,
    })

    expect((await all.people.full.ask('DELETE', `/messages/${await old(all)}`)).status).toBe(status)
  })

  test.each([
    [31, 400],
    [30, 200],
  ])('waiting_period_threshold = %i days', async (days, status) => {
    const all = await newCast()
    await all.realm.owner.patch('/realm', { waiting_period_threshold: days, create_public_stream_policy: 3 })

    expect((await createStream({})(all.people.full, all, 'harbour')).status).toBe(status)
  })
})

const renderText = async ({ owner }: TestRealm, content: string): Promise<string> =>
  (await owner.post('/messages/render', { content }))['rendered'] as string

describe('how messages look', () => {
  test('inline_image_preview', async () => {
    const realm = await newRealm()
    const picture = 'https://example.com/boat.png'

    expect(await renderText(realm, picture)).toContain('<img')
    await realm.owner.patch('/realm', { inline_image_preview: false })
    expect(await renderText(realm, picture)).not.toContain('<img')
  })

  test('default_code_block_language', async () => {
    const realm = await newRealm()
    const code = '```\nx = 1\n```'

    expect(await renderText(realm, code)).not.toContain('Python')
    await realm.owner.patch('/realm', { default_code_block_language: 'python' })
    expect(await renderText(realm, code)).toContain('data-code-language="Python"')
  })
})

test('default_language is what new people get', async () => {
  const realm = await newRealm()
  await realm.owner.patch('/realm', { default_language: 'de' })

  const ada = await realm.user('ada')

  const { state } = await ada.listen({ fetch_event_types: ['user_settings'] })
  expect(state['user_settings']).toMatchObject({ default_language: 'de' })
})

test('waiting_period_threshold decides who is in the group of full members, and everybody is told', async () => {
  const { realm, people } = await newCast()
  const listener = await people.guest.listen()

  await realm.owner.patch('/realm', { waiting_period_threshold: 0 })

  expect(await listener.events('user_group')).toEqual([
    { type: 'user_group', op: 'add_members', group_id: expect.any(Number) as number, user_ids: [people.new.id] },
  ])
})

test('where nobody waits, somebody is a full member who joined by a clock that is ahead', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.age(ada, -60)
  const { state } = await realm.owner.listen()
  const groups = state['realm_user_groups'] as { name: string; members: number[] }[]
  expect(groups.find(({ name }) => name === '@role:fullmembers')!.members).toContain(ada.id)
})
