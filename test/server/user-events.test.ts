import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { costOf, newRealm, password, type Person, type TestRealm } from '../kit'

const owner = 100
const administrator = 200
const moderator = 300
const member = 400
const guest = 600

/** No state: only what happens. */
const eventsOnly = { fetch_event_types: [] }

const visibility = { everyone: 1, administrators: 3, nobody: 4, moderators: 5 }

/** Somebody of each role, and a bot. */
async function newCrew(realm: TestRealm): Promise<Record<string, Person>> {
  const ada = await realm.user('ada')
  return {
    owner: realm.owner,
    administrator: await realm.user('adam', { role: administrator }),
    moderator: await realm.user('mona', { role: moderator }),
    member: ada,
    guest: await realm.user('gus', { role: guest }),
    bot: await realm.bot('helper', ada),
  }
}

/** What each of them is told while something happens. */
async function readEvents(
  people: Record<string, Person>,
  happens: () => Promise<unknown>,
  ...types: string[]
): Promise<Record<string, unknown[]>> {
  const listeners = Object.entries(people)
  const listening = await Promise.all(
    listeners.map(async ([name, person]) => [name, await person.listen(eventsOnly)] as const),
  )
  await happens()
  const heard = await Promise.all(listening.map(async ([name, listener]) => [name, await listener.events(...types)]))
  return Object.fromEntries(heard) as Record<string, unknown[]>
}

const eventsForAll = (people: Record<string, Person>, events: unknown[]) =>
  Object.fromEntries(Object.keys(people).map((name) => [name, events]))

describe('somebody new', () => {
  const grace = { email: 'grace@example.com', password, full_name: 'Grace' }

  test('is told of to everybody, as others see them', async () => {
    const realm = await newRealm()
    const people = await newCrew(realm)

    const heard = await readEvents(people, () => realm.owner.post('/users', grace), 'realm_user')

    const person = {
      user_id: expect.any(Number),
      email: 'grace@example.com',
      full_name: 'Grace',
      avatar_url: expect.stringMatching(
        /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
      ),
      avatar_version: 1,
      bot_type: null,
      date_joined: expect.any(String),
      is_active: true,
      is_admin: false,
      is_owner: false,
      is_billing_admin: false,
      is_guest: false,
      is_bot: false,
      role: member,
      timezone: '',
      profile_data: {},
    }
    expect(heard).toEqual(eventsForAll(people, [{ type: 'realm_user', op: 'add', person }]))
  })

  test('is not told of in another organization, nor to who did not ask for people', async () => {
    const realm = await newRealm()
    const elsewhere = await newRealm()
    const abroad = await elsewhere.owner.listen(eventsOnly)
    const uninterested = await realm.owner.listen({ ...eventsOnly, event_types: ['message'] })

    await realm.owner.post('/users', grace)

    expect(await abroad.events()).toEqual([])
    expect(await uninterested.events('realm_user')).toEqual([])
  })

  test('joins the system group of their role', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen({ ...eventsOnly, event_types: ['user_group'] })

    const { user_id } = await realm.owner.post('/users', grace)

    const joined = await listener.events()
    expect(joined.length).toBeGreaterThan(0)
    for (const event of joined)
      expect(event).toMatchObject({ type: 'user_group', op: 'add_members', user_ids: [user_id] })
  })

  test('is told of as a subscriber of the default streams', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen({ ...eventsOnly, event_types: ['subscription'] })
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'general' })

    const { user_id } = await realm.owner.post('/users', grace)

    expect(await listener.events()).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [stream_id], user_ids: [user_id] },
    ])
  })

  test('is not told of when they are refused', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen(eventsOnly)

    expect(await realm.owner.ask('POST', '/users', { ...grace, full_name: '*' })).toMatchObject({ status: 400 })

    expect(await listener.events()).toEqual([])
  })

  test.each([
    { seen: 'everyone', by: [] as string[] },
    { seen: 'administrators', by: ['owner', 'administrator'] },
    { seen: 'moderators', by: ['owner', 'administrator', 'moderator'] },
    { seen: 'nobody', by: [] },
  ] as const)(
    'shows a real address beside the other when $seen may see addresses, and to nobody else',
    async ({ seen, by }) => {
      const realm = await newRealm()
      await realm.set({ email_address_visibility: visibility[seen] })
      const people = await newCrew(realm)

      const heard = await readEvents(people, () => realm.owner.post('/users', grace), 'realm_user')

      for (const [name, events] of Object.entries(heard)) {
        const { person } = events[0] as { person: { email: string; delivery_email?: string } }
        expect(person.email).toMatch(seen === 'everyone' ? /^grace@/ : /^user\d+@/)
        expect([name, person.delivery_email]).toEqual([
          name,
          (by as readonly string[]).includes(name) ? grace.email : undefined,
        ])
      }
    },
  )
})

describe('a change of somebody', () => {
  test('of their name is told to everybody', async () => {
    const realm = await newRealm()
    const people = await newCrew(realm)
    const { id } = people['member']!

    const heard = await readEvents(people, () => realm.owner.patch(`/users/${id}`, { full_name: 'Ada Lovelace' }))

    const event = { type: 'realm_user', op: 'update', person: { user_id: id, full_name: 'Ada Lovelace' } }
    expect(heard).toEqual(eventsForAll(people, [event]))
  })

  test('of their role is told to everybody, and then which groups they leave and join', async () => {
    const realm = await newRealm()
    const people = await newCrew(realm)
    const { id } = people['member']!

    const heard = await readEvents(people, () => realm.owner.patch(`/users/${id}`, { role: moderator }))

    const change = { type: 'realm_user', op: 'update', person: { user_id: id, role: moderator } }
    for (const events of Object.values(heard)) {
      const [first, ...groups] = events as { op: string }[]
      expect(first).toEqual(change)
      expect(groups.map(({ op }) => op)).toEqual(expect.arrayContaining(['remove_members', 'add_members']))
      for (const event of groups) expect(event).toMatchObject({ type: 'user_group', user_ids: [id] })
    }
  })

  test('to what it was is told to nobody', async () => {
    const realm = await newRealm()
    const people = await newCrew(realm)
    const { id, full_name } = people['member']!

    const heard = await readEvents(people, () => realm.owner.patch(`/users/${id}`, { full_name, role: member }))

    expect(heard).toEqual(eventsForAll(people, []))
  })

  test('that is refused is told to nobody', async () => {
    const realm = await newRealm()
    const people = await newCrew(realm)
    const { id } = people['member']!

    const heard = await readEvents(people, () =>
      people['moderator']!.ask('PATCH', `/users/${id}`, { full_name: 'X Y' }),
    )

    expect(heard).toEqual(eventsForAll(people, []))
  })

  test('of a name is not told to somebody deactivated, nor abroad', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const gone = await realm.user('gone')
    const elsewhere = await newRealm()
    const abroad = await elsewhere.owner.listen(eventsOnly)
    const listener = await gone.listen(eventsOnly)
    await realm.owner.delete(`/users/${gone.id}`)

    await realm.owner.patch(`/users/${ada.id}`, { full_name: 'Ada Lovelace' })

    expect(await listener.poll({ dont_block: true })).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
    expect(await abroad.events()).toEqual([])
  })
})

describe('the state that clients begin with', () => {
  const begin = { fetch_event_types: ['realm_user'] }

  test('lists active people and bots, apart from those who were deactivated', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bot = await realm.bot('helper', ada)
    const gone = await realm.user('gone')
    await realm.owner.delete(`/users/${gone.id}`)

    const { state } = await ada.listen(begin)

    const ids = (field: string) => (state[field] as { user_id: number }[]).map(({ user_id }) => user_id)
    expect(ids('realm_users')).toEqual([realm.owner.id, ada.id, bot.id])
    expect(ids('realm_non_active_users')).toEqual([gone.id])
    for (const person of [...state['realm_users'], ...state['realm_non_active_users']])
      expect(person).not.toHaveProperty('is_active')
    expect(state['realm_users'][1]).toMatchObject({ email: 'ada@example.com', avatar_url: null, profile_data: {} })
    expect(state['realm_users'][2]).not.toHaveProperty('profile_data')
    expect(state['cross_realm_bots']).toMatchObject([{ full_name: 'Notification Bot', is_system_bot: true }])
  })

  test('tells of oneself, with the real address and pictures of both sizes', async () => {
    const realm = await newRealm()
    await realm.set({ email_address_visibility: visibility.administrators })
    const ada = await realm.user('ada')

    const { state } = await ada.listen(begin)

    // md5 of ada@example.com
    const picture = 'https://secure.gravatar.com/avatar/3e3417d7ef77d5932a6734b916515ed5?d=identicon'
    expect(state).toMatchObject({
      user_id: ada.id,
      email: `user${ada.id}@${realm.host}`,
      delivery_email: 'ada@example.com',
      full_name: 'Ada',
      avatar_source: 'G',
      avatar_url: `${picture}&version=1`,
      avatar_url_medium: `${picture}&s=500&version=1`,
    })
  })

  test.each([
    { who: 'owner', is: { is_owner: true, is_admin: true, is_moderator: false, is_guest: false } },
    { who: 'administrator', is: { is_owner: false, is_admin: true, is_moderator: false, is_guest: false } },
    { who: 'moderator', is: { is_owner: false, is_admin: false, is_moderator: true, is_guest: false } },
    { who: 'member', is: { is_owner: false, is_admin: false, is_moderator: false, is_guest: false } },
    { who: 'guest', is: { is_owner: false, is_admin: false, is_moderator: false, is_guest: true } },
  ])('tells the $who what they are and may do', async ({ who, is }) => {
    const realm = await newRealm()
    await realm.set({ enable_spectator_access: true })
    const person = (await newCrew(realm))[who]!

    const { state } = await person.listen(begin)

    expect(state).toMatchObject({
      ...is,
      is_billing_admin: false,
      can_create_streams: who !== 'guest',
      can_create_public_streams: who !== 'guest',
      can_create_private_streams: who !== 'guest',
      can_create_web_public_streams: who === 'owner',
      can_subscribe_other_users: who !== 'guest',
      can_invite_others_to_realm: who !== 'guest',
    })
  })

  test('lets nobody make web-public streams where spectators have no access', async () => {
    const { owner } = await newRealm()
    expect((await owner.listen(begin)).state).toMatchObject({ can_create_web_public_streams: false })
  })

  test('lets a bot invite nobody', async () => {
    const realm = await newRealm()
    const { bot } = await newCrew(realm)

    expect((await bot!.listen(begin)).state).toMatchObject({
      can_create_streams: true,
      can_invite_others_to_realm: false,
    })
  })

  test.each([
    { seen: visibility.administrators, by: ['owner', 'administrator'] },
    { seen: visibility.moderators, by: ['owner', 'administrator', 'moderator'] },
    { seen: visibility.nobody, by: [] },
  ])('tells hidden addresses by visibility $seen, and to nobody else', async ({ seen, by }) => {
    const realm = await newRealm()
    await realm.set({ email_address_visibility: seen })
    const people = await newCrew(realm)

    for (const [name, person] of Object.entries(people)) {
      const { state } = await person.listen(begin)
      const listed = state['realm_users'] as { user_id: number; delivery_email?: string }[]
      const { delivery_email } = listed.find(({ user_id }) => user_id === people['guest']!.id)!
      expect([name, delivery_email]).toEqual([name, by.includes(name) ? 'gus@example.com' : undefined])
    }
  })

  test('costs about a row for each person', async () => {
    const realm = await newRealm()
    await realm.behindTheWriter(
      env.DB.prepare(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
       select ? + i, ?, 'p' || i || '@example.com', 'p' || i || '@example.com', 'P' || i, 'p' || i, ${member}, 0 from n`,
      ).bind(realm.owner.id + 1000, realm.id),
    )
    const ada = realm.owner

    const { state } = await ada.listen({ fetch_event_types: ['realm_user', 'realm_bot'], event_types: ['realm_user'] })

    expect(state['realm_users']).toHaveLength(1001)
    expect(costOf(state).rows_read).toBeLessThanOrEqual(1100)
  })
})

test('only an owner makes an owner, and everybody is told', async () => {
  const realm = await newRealm()
  const people = await newCrew(realm)
  const { id } = people['member']!

  const refused = await readEvents(people, () => people['administrator']!.ask('PATCH', `/users/${id}`, { role: owner }))
  expect(refused).toEqual(eventsForAll(people, []))

  const heard = await readEvents(people, () => realm.owner.patch(`/users/${id}`, { role: owner }), 'realm_user')
  expect(heard).toEqual(
    eventsForAll(people, [{ type: 'realm_user', op: 'update', person: { user_id: id, role: owner } }]),
  )
})
