/** A bot does what its owner may do now, whatever it was given before; and what a role lets somebody hold ends with the role. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { requestExport, downloadExport } from '../kit/archives'
import { newRealm, reach, request, type Answer, type Params, type Person, type TestRealm, type ToldEvent } from '../kit'
import { createInvitationKey, createLinkKey } from '../kit/joining'
import { confirmReset, createResetKey } from '../kit/password-resets'
import { ringAlarmAt, waitUntilNonePending, askToSchedule, newSchedulingScene } from '../kit/scheduling'
import { nextContentOf, answerWithContent, Service, waitForJobs, webhook } from '../kit/services'
import { connect, type Client } from '../kit/socket-client'

const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

type RoleName = keyof typeof roles

const names = Object.keys(roles) as RoleName[]

const rolesBelow = (name: RoleName): RoleName[] => names.slice(names.indexOf(name) + 1)

/** Requests that change nothing, each with the least role that may make it. All can be asked over a socket. */
const probes: readonly [least: RoleName, ask: string, params: Params][] = [
  ['owner', 'PATCH /realm', { invite_to_realm_policy: 1 }],
  ['administrator', 'PATCH /realm', { description: '' }],
  ['moderator', 'POST /messages', { type: 'stream', to: 'bridge', topic: 'watch', content: 'Aye' }],
  ['member', 'POST /users/me/subscriptions', { subscriptions: [{ name: 'harbour' }] }],
  ['guest', 'POST /messages/render', { content: 'Aye' }],
]

/** Roles whose rights the asker has, by what the server lets them do. */
async function readRights(ask: (method: string, path: string, params: Params) => Promise<{ result: string }>) {
  const allowed: RoleName[] = []
  for (const [least, route, params] of probes) {
    const [method, path] = route.split(' ') as [string, string]
    if ((await ask(method, path, params)).result === 'success') allowed.push(least)
  }
  return allowed
}

const rightsOf = (person: Person) => readRights((...asked) => person.ask(...asked))

const rightsOn = (socket: Client) => readRights((method, path, params) => socket.ask(`${method} ${path}`, params))

/** What somebody of this role may do. */
const rightsAs = (name: RoleName): RoleName[] => names.slice(names.indexOf(name))

const give = (realm: TestRealm, person: Person, role: RoleName, by = realm.owner) =>
  by.ask('PATCH', `/users/${person.id}`, { role: roles[role] })

const roleOf = async (realm: TestRealm, person: Person): Promise<number> =>
  ((await realm.owner.get(`/users/${person.id}`))['user'] as { role: number }).role

/** A realm with a stream in which only moderators write. */
async function harbour(): Promise<TestRealm> {
  const realm = await newRealm()
  await realm.stream('harbour', realm.owner)
  const bridge = await realm.stream('bridge', realm.owner)
  await realm.owner.patch(`/streams/${bridge.id}`, { stream_post_policy: 4 })
  return realm
}

/** A bot of each role that one of this owner may have. */
async function botsOf(owner: Person, highest: RoleName, prefix: string): Promise<Map<RoleName, Person>> {
  const bots = new Map<RoleName, Person>()
  for (const name of [highest, ...rolesBelow(highest)])
    bots.set(name, await (owner.realm as TestRealm).bot(`${prefix}-${name}`, owner, { role: roles[name] }))
  return bots
}

const demotions = names
  .flatMap((from) => rolesBelow(from).map((to) => [from, to] as const))
  .filter(([from]) => from !== 'guest')

describe.each(demotions)('when the owner of bots was %s and becomes %s', (from, to) => {
  test('no bot may do more than its owner, by its old key, a new one or an open socket', async () => {
    const realm = await harbour()
    const ada = await realm.user('ada', { role: roles[from] })
    const bots = await botsOf(ada, from, 'robin')
    const sockets = new Map<RoleName, Client>()
    for (const [name, bot] of bots) sockets.set(name, await connect(await bot.listen({ event_types: ['realm'] })))
    // Whatever the owner may do, their bots can do in streams.
    expect(await rightsOf(bots.get(from)!)).toEqual(rightsAs(from))
    expect(await rightsOn(sockets.get(from)!)).toEqual(rightsAs(from))

    expect(await give(realm, ada, to)).toMatchObject({ status: 200 })

    const own = await rightsOf(ada)
    expect(own).toEqual(rightsAs(to))
    for (const [name, bot] of bots) {
      const highest = names[Math.max(names.indexOf(name), names.indexOf(to))]!
      const byOldKey = await rightsOf(bot)
      if (to === 'guest') expect(byOldKey).toEqual([])
      else {
        expect(own, name).toEqual(expect.arrayContaining(byOldKey))
        if (highest !== 'guest') expect(byOldKey, name).toEqual(expect.arrayContaining(rightsAs(highest)))
        expect(await rightsOn(sockets.get(name)!), name).toEqual(byOldKey)
      }
      const { api_key } = await ada.ask('POST', `/bots/${bot.id}/api_key/regenerate`)
      if (api_key !== undefined) Object.assign(bot, { key: api_key as string })
      expect(await rightsOf(bot), name).toEqual(byOldKey)
    }
    if (to === 'guest') for (const socket of sockets.values()) expect(await socket.closedWith()).toBe(4401)
  })

  test('everybody gets the effective roles, and deactivated bots are lowered, too, and keep the lower role', async () => {
    const realm = await harbour()
    const ada = await realm.user('ada', { role: roles[from] })
    const [active, resting] = [await botsOf(ada, from, 'robin'), await botsOf(ada, from, 'wren')]
    for (const bot of resting.values()) await ada.delete(`/bots/${bot.id}`)
    const ben = await realm.user('ben')
    const listener = await ben.listen({ event_types: ['realm_user'] })
    const ofOwner = await realm.owner.listen({ event_types: ['realm_bot'] })

    await give(realm, ada, to)

    const lowest = to === 'guest' ? 'member' : to
    const all = [...active, ...resting]
    const cappedRole = (name: RoleName) => Math.max(roles[name], roles[lowest])
    for (const [name, bot] of all) expect(await roleOf(realm, bot), name).toBe(cappedRole(name))
    const lowered = all.filter(([name]) => roles[name] < roles[lowest])
    const ended = to === 'guest' ? [...active.values()] : []
    const events = (await listener.events()) as ToldEvent[]
    const people = events.map(({ op, person }) => ({
      op,
      id: person.user_id,
      ...('role' in person && { role: person.role }),
    }))
    expect(people.toSorted(byId)).toEqual(
      [
        { op: 'update', id: ada.id, role: roles[to] },
        ...lowered.map(([, { id }]) => ({ op: 'update', id, role: roles[lowest] })),
        ...ended.map(({ id }) => ({ op: 'remove', id })),
      ].toSorted(byId),
    )
    const removed = ((await ofOwner.events()) as ToldEvent[]).map(({ op, bot }) => ({ op, id: bot.user_id }))
    expect(removed.toSorted(byId)).toEqual(ended.map(({ id }) => ({ op: 'remove', id })).toSorted(byId))
    await expectGroups(realm)
  })
})

/** Orders what was told by what happened, and to whom. */
const byId = (one: { op: string; id: number }, other: { op: string; id: number }) =>
  one.op.localeCompare(other.op) || one.id - other.id

/** Each system group has exactly those accounts that have its role, by lists and by what is told. */
async function expectGroups(realm: TestRealm): Promise<void> {
  const { user_groups } = await realm.owner.get('/user_groups')
  const { members } = (await realm.owner.get('/users')) as unknown as { members: { user_id: number; role: number }[] }
  const groups: [string, number][] = [
    ['@role:owners', 100],
    ['@role:administrators', 200],
    ['@role:moderators', 300],
    ['@role:members', 400],
    ['@role:everyone', 600],
  ]
  for (const [name, role] of groups) {
    const group = (user_groups as { name: string; members: number[] }[]).find((one) => one.name === name)!
    const ids = members.filter((one) => one.role === role).map(({ user_id }) => user_id)
    expect(new Set(group.members), name).toEqual(new Set(ids))
  }
}

test('system groups that were listened to are as those that are asked for later', async () => {
  const realm = await harbour()
  const ada = await realm.user('ada', { role: 200 })
  await botsOf(ada, 'administrator', 'robin')
  const listener = await realm.owner.listen({ fetch_event_types: ['realm_user_groups'], event_types: ['user_group'] })
  const groups = new Map(
    (listener.state['realm_user_groups'] as { id: number; members: number[] }[]).map(({ id, members }) => [
      id,
      new Set(members),
    ]),
  )

  await give(realm, ada, 'member')

  for (const { op, group_id, user_ids } of (await listener.events()) as ToldEvent[])
    for (const id of user_ids as number[])
      if (op === 'add_members') groups.get(group_id as number)!.add(id)
      else groups.get(group_id as number)!.delete(id)
  const { user_groups } = await realm.owner.get('/user_groups')
  for (const { id, members } of user_groups as { id: number; members: number[] }[])
    expect(groups.get(id)).toEqual(new Set(members))
})

test.each(['administrator', 'owner'] as const)('a demoted %s does not take the role back by a bot', async (role) => {
  const realm = await harbour()
  const mallory = await realm.user('mallory', { role: roles[role] })
  const robin = await realm.bot('robin', mallory, { role: roles[role] })
  await give(realm, mallory, 'member')
  await robin.takeKeyFrom(mallory)

  expect(await give(realm, mallory, role, robin)).toMatchObject({ status: 400 })
  expect(await give(realm, robin, role, robin)).toMatchObject({ status: 400 })
  expect(await give(realm, robin, role, mallory)).toMatchObject({ status: 400 })
  expect([await roleOf(realm, mallory), await roleOf(realm, robin)]).toEqual([400, 400])
})

test('a new guest reads and writes nothing through their bots', async () => {
  const realm = await harbour()
  const mallory = await realm.user('mallory')
  const robin = await realm.bot('robin', mallory)
  await realm.owner.send('harbour', 'tides', 'For members')
  await give(realm, mallory, 'guest')
  const { api_key } = await mallory.ask('POST', `/bots/${robin.id}/api_key/regenerate`)
  Object.assign(robin, { key: (api_key as string | undefined) ?? robin.key })

  for (const [method, path, params] of [
    ['GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: 10, narrow: [['stream', 'harbour']] }],
    ['GET', '/users', {}],
    ['GET', '/streams', {}],
    ['POST', '/register', {}],
    ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'new' }] }],
  ] as const)
    expect((await robin.ask(method, path, params)).status, path).toBe(401)
  const denied = await mallory.ask('POST', `/users/${robin.id}/reactivate`)
  expect(denied).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  await give(realm, mallory, 'member')
  expect(await mallory.ask('POST', `/users/${robin.id}/reactivate`)).toMatchObject({ status: 200 })
  await robin.takeKeyFrom(mallory)
  expect(await rightsOf(robin)).toEqual(rightsAs('member'))
})

describe('the role of a bot', () => {
  test('is never set above that of its owner, not even by owners', async () => {
    const realm = await harbour()
    for (const name of names.slice(0, 4)) {
      const owner = await realm.user(`ada-${name}`, { role: roles[name] })
      const robin = await realm.bot(`robin-${name}`, owner)
      for (const wanted of names) {
        const answer = await give(realm, robin, wanted)
        expect(answer.status, `${wanted} for a bot of ${name}`).toBe(roles[wanted] < roles[name] ? 400 : 200)
        // A guest cannot become an administrator.
        await give(realm, robin, 'member')
      }
    }
  })

  test('becomes that of a new owner who has a lower one', async () => {
    const realm = await harbour()
    const [ada, ben] = [await realm.user('ada', { role: 200 }), await realm.user('ben')]
    const robin = await realm.bot('robin', ada, { role: 200 })
    const quiet = await realm.bot('wren', ada, { role: 600 })
    const listener = await ben.listen({ event_types: ['realm_user'] })

    for (const bot of [robin, quiet]) await bot.passOn(ada, ben)

    expect([await roleOf(realm, robin), await roleOf(realm, quiet)]).toEqual([400, 600])
    const events = (await listener.events()) as ToldEvent[]
    expect(events.filter(({ person }) => 'role' in person)).toMatchObject([
      { person: { user_id: robin.id, role: 400 } },
    ])
    await expectGroups(realm)
    await robin.takeKeyFrom(ben)
    expect(await rightsOf(robin)).toEqual(rightsAs('member'))
  })

  test('lets an administrator’s bot administer as long as its owner does, and not a request longer', async () => {
    const realm = await harbour()
    const ada = await realm.user('ada', { role: 200 })
    const robin = await realm.bot('robin', ada, { role: 200 })
    const listener = await robin.listen({ event_types: ['invites_changed', 'realm_bot', 'realm'] })
    const changeDescription = (description: string) => robin.ask('PATCH', '/realm', { description })
    expect(await changeDescription('Tides')).toMatchObject({ status: 200 })
    expect(await listener.events('realm')).toHaveLength(1)

    const [, after] = await Promise.all([give(realm, ada, 'member'), changeDescription('Ebb')])
    expect(await changeDescription('Flood')).toMatchObject({ status: 400 })
    await realm.owner.post('/invites/multiuse')
    await realm.bot('wren', realm.owner)

    expect([200, 400]).toContain(after.status)
    expect(await listener.events('invites_changed', 'realm_bot')).toEqual([])
    await realm.evict()
    expect(await changeDescription('Flood')).toMatchObject({ status: 400 })
    // The role does not come back by itself.
    await give(realm, ada, 'administrator')
    expect(await changeDescription('Flood')).toMatchObject({ status: 400 })
    await give(realm, robin, 'administrator')
    expect(await changeDescription('Flood')).toMatchObject({ status: 200 })
  })
})

describe('bots of somebody deactivated', () => {
  test('do nothing, and come back only after their owner', async () => {
    const realm = await harbour()
    const ada = await realm.user('ada')
    const robin = await realm.bot('robin', ada)
    const socket = await connect(await robin.listen({ event_types: [] }))

    await realm.deactivate(ada)

    expect(await rightsOf(robin)).toEqual([])
    expect(await socket.closedWith()).toBe(4401)
    const reactivate = () => realm.owner.ask('POST', `/users/${robin.id}/reactivate`)
    expect(await reactivate()).toMatchObject({ status: 400, msg: expect.stringContaining('owner') })
    await realm.reactivate(ada)
    expect(await rightsOf(robin)).toEqual([])
    expect(await reactivate()).toMatchObject({ status: 200 })
    expect(await rightsOf(robin)).toEqual([])
    await robin.takeKeyFrom(ada)
    expect(await rightsOf(robin)).toEqual(rightsAs('member'))
  })

  test('do nothing though their own rows were left active', async () => {
    const realm = await harbour()
    const ada = await realm.user('ada')
    const robin = await realm.bot('robin', ada)
    await realm.behindTheWriter(env.DB.prepare('update user set is_active = 0 where id = ?').bind(ada.id))

    expect(await rightsOf(robin)).toEqual([])
    expect(await robin.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
  })
})

test('a bot has waited no longer than its owner', async () => {
  const realm = await harbour()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  const robin = await realm.bot('robin', ada)
  await realm.age(robin, 20 * 86_400)
  await realm.age(ada, 20 * 86_400)
  await realm.set({ waiting_period_threshold: 10, create_public_stream_policy: 3 })
  const creates = async (name: string) =>
    (await robin.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })).status
  expect(await creates('pier')).toBe(200)

  await robin.passOn(realm.owner, ben)
  await robin.takeKeyFrom(ben)

  expect(await creates('quay')).toBe(400)
  await realm.age(ben, 20 * 86_400)
  expect(await creates('quay')).toBe(200)
})

describe('what a bot does later', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(['member', 'guest'] as const)(
    'is refused when its owner is no moderator any more, but a %s',
    async (to) => {
      const { realm, bo } = await newSchedulingScene()
      const bridge = await realm.stream('bridge', realm.owner, bo)
      await realm.owner.patch(`/streams/${bridge.id}`, { stream_post_policy: 4 })
      const mo = await realm.user('mo', { role: 300 })
      const robin = await realm.bot('robin', mo, { role: 300 })
      const later = { to: 'bridge', deliver_at: '2040-01-10T12:05:00Z' }
      expect(await askToSchedule(robin, { ...later, content: 'By the bot' })).toMatchObject({ status: 200 })
      expect(await askToSchedule(mo, { ...later, content: 'By the owner' })).toMatchObject({ status: 200 })
      await give(realm, mo, to)

      await ringAlarmAt(realm, 5)
      await waitUntilNonePending(realm)

      const senders = (await bo.messages([['stream', 'bridge']])).map(({ sender_id }) => sender_id as number)
      expect(senders.filter((id) => id === mo.id || id === robin.id)).toEqual([])
    },
  )

  test('is sent where its owner may still write', async () => {
    const { realm, bo, harbour: stream } = await newSchedulingScene()
    const mo = await realm.user('mo', { role: 300 })
    const robin = await realm.bot('robin', mo, { role: 300 })
    expect(await askToSchedule(robin, { to: stream.name, deliver_at: '2040-01-10T12:05:00Z' })).toMatchObject({
      status: 200,
    })
    await give(realm, mo, 'member')

    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)

    expect(await bo.messages()).toMatchObject([{ sender_id: robin.id }])
  })
})

describe('a program', () => {
  test.each(['member', 'guest'] as const)(
    'answers for a bot only where its owner may write, who is now %s',
    async (to) => {
      const realm = await harbour()
      const mo = await realm.user('mo', { role: 300 })
      const service = new Service([answerWithContent('Aye')])
      const oracle = await webhook(mo, service)
      const listener = await realm.owner.listen({ event_types: ['message'] })
      await realm.owner.send('bridge', 'watch', '@**Oracle**')
      expect(await nextContentOf(oracle, listener)).toBe('Aye')

      await give(realm, mo, to)
      await realm.owner.send('bridge', 'watch', '@**Oracle**')
      await waitForJobs(realm)

      const said = (await realm.owner.messages([['stream', 'bridge']])).filter(
        ({ sender_id }) => sender_id === oracle.id,
      )
      expect(said).toHaveLength(1)
    },
  )

  test('posts to the address of an incoming webhook only where its owner may write', async () => {
    const realm = await harbour()
    const mo = await realm.user('mo', { role: 300 })
    const hook = await realm.bot('hook', mo, { type: 2 })
    const post = async (stream: string) => {
      const query = new URLSearchParams({ api_key: hook.key, stream, topic: 'watch' })
      const response = await reach(realm.host, `/api/v1/external/json?${query.toString()}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ content: 'Aye' }),
      })
      return response.status
    }
    expect(await post('bridge')).toBe(200)

    await give(realm, mo, 'member')
    expect([await post('bridge'), await post('harbour')]).toEqual([400, 200])
    await give(realm, mo, 'guest')

    expect([await post('bridge'), await post('harbour')]).toEqual([401, 401])
  })
})

interface Held {
  /** What is held, as in a sentence. */
  readonly what: string
  /** The least role that may hold it. */
  readonly least: RoleName
  /** Has somebody hold it; the answer does by it what it is for, and tells whether it was done. */
  readonly hold: (realm: TestRealm, holder: Person) => Promise<() => Promise<boolean>>
}

const canJoin = async ({ host }: TestRealm, invitation_key: string, name: string): Promise<boolean> => {
  const params = { full_name: 'Nora New', email: `${name}@example.com`, password: 'correct horse', invitation_key }
  return (await request(host, 'POST', '/join', { params })).status === 200
}

/** What an account holds that acts later, by its role. */
const held: readonly Held[] = [
  {
    what: 'an invitation to an address',
    least: 'member',
    async hold(realm, holder) {
      const key = await createInvitationKey('nora', holder)
      return () => canJoin(realm, key, 'nora')
    },
  },
  {
    what: 'an invitation as a moderator',
    least: 'administrator',
    async hold(realm, holder) {
      const key = await createInvitationKey('nora', holder, { invite_as: 300 })
      return () => canJoin(realm, key, 'nora')
    },
  },
  {
    what: 'an invitation as an owner',
    least: 'owner',
    async hold(realm, holder) {
      const key = await createInvitationKey('nora', holder, { invite_as: 100 })
      return () => canJoin(realm, key, 'nora')
    },
  },
  {
    what: 'a link for many',
    least: 'administrator',
    async hold(realm, holder) {
      const key = await createLinkKey(holder)
      return () => canJoin(realm, key, 'nora')
    },
  },
  {
    what: 'a link for many that a bot made',
    least: 'administrator',
    async hold(realm, holder) {
      const key = await createLinkKey(await realm.bot('robin', holder, { role: 200 }))
      return () => canJoin(realm, key, 'nora')
    },
  },
  {
    what: 'a link for a new password of a member',
    least: 'administrator',
    async hold(realm, holder) {
      const key = await createResetKey(await realm.user('dana'), holder)
      return async () => (await confirmReset(realm, key)).status === 200
    },
  },
  {
    what: 'a link for a new password of an owner',
    least: 'owner',
    async hold(realm, holder) {
      const key = await createResetKey(realm.owner, holder)
      return async () => (await confirmReset(realm, key)).status === 200
    },
  },
  {
    what: 'a link to an export',
    least: 'administrator',
    async hold(realm, holder) {
      const archive = await requestExport(holder)
      return async () => (await downloadExport(realm, archive)).status === 200
    },
  },
  {
    what: 'a queue of all public streams',
    least: 'member',
    async hold(realm, holder) {
      const listener = await holder.listen({ event_types: ['message'], all_public_streams: true })
      return async () => {
        await realm.owner.send('harbour', 'tides', 'For members')
        return (await listener.events('message')).length > 0
      }
    },
  },
  {
    what: 'a queue of all public streams that is read again from the database',
    least: 'member',
    async hold(realm, holder) {
      const listener = await holder.listen({ event_types: ['message'], all_public_streams: true })
      return async () => {
        await realm.owner.send('harbour', 'tides', 'For members')
        await realm.evict()
        return (await listener.events('message')).length > 0
      }
    },
  },
  {
    what: 'a queue of one public stream',
    least: 'member',
    async hold(realm, holder) {
      const listener = await holder.listen({ event_types: ['message'], narrow: [['stream', 'harbour']] })
      return async () => {
        await realm.owner.send('harbour', 'tides', 'For members')
        return (await listener.events('message')).length > 0
      }
    },
  },
  {
    what: 'the queue of a bot whose default is a public stream',
    least: 'member',
    async hold(realm, holder) {
      const robin = await realm.bot('robin', holder)
      await holder.patch(`/bots/${robin.id}`, { default_events_register_stream: 'harbour' })
      const listener = await robin.listen({ event_types: ['message'] })
      return async () => {
        await realm.owner.send('harbour', 'tides', 'For members')
        const { status, events } = await listener.poll({ dont_block: true })
        return status === 200 && (events as unknown[]).length > 0
      }
    },
  },
  {
    what: 'a queue that tells of invitations',
    least: 'administrator',
    async hold(realm, holder) {
      const listener = await holder.listen({ event_types: ['invites_changed'] })
      return async () => {
        await realm.owner.post('/invites/multiuse')
        return (await listener.events()).length > 0
      }
    },
  },
  {
    what: 'a queue that tells real addresses',
    least: 'administrator',
    async hold(realm, holder) {
      await realm.set({ email_address_visibility: 3 })
      const listener = await holder.listen({ event_types: ['realm_user'] })
      return async () => {
        await realm.owner.post('/users', { email: 'nora@example.com', full_name: 'Nora', password: 'correct horse' })
        return JSON.stringify(await listener.events()).includes('nora@example.com')
      }
    },
  },
  {
    what: 'the role of a stream administrator',
    least: 'member',
    async hold(realm, holder) {
      await holder.subscribe('harbour')
      const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'harbour' })
      await realm.behindTheWriter(
        env.DB.prepare('update subscription set role = 20 where user_id = ? and stream_id = ?').bind(
          holder.id,
          stream_id,
        ),
      )
      return async () => (await holder.ask('PATCH', `/streams/${stream_id}`, { description: 'Tides' })).status === 200
    },
  },
  {
    what: 'an address that waits where addresses may not be changed',
    least: 'administrator',
    async hold(realm, holder) {
      await realm.set({ email_changes_disabled: true })
      await holder.patch('/settings', { email: 'elsewhere@example.com' })
      const { email_changes } = await realm.owner.get('/realm/email_changes')
      const [{ confirmation_url }] = email_changes as [{ confirmation_url: string }]
      const token = confirmation_url.split('/').at(-1)!
      return async () => (await confirmEmail(realm, token)).status === 200
    },
  },
]

const confirmEmail = (realm: TestRealm, token: string): Promise<Answer> =>
  request(realm.host, 'POST', '/confirm_email', { params: { token } })

describe.each(held)('$what', ({ least, hold }) => {
  const holders = names.filter((name) => roles[name] <= roles[least])

  test.each(holders)('works for %s', async (role) => {
    const realm = await harbour()
    const holder = await realm.user('ada', { role: roles[role] })

    expect(await (await hold(realm, holder))()).toBe(true)
  })

  test.each(
    holders.flatMap((from) =>
      rolesBelow(from)
        .filter((to) => roles[to] > roles[least])
        .map((to) => [from, to] as const),
    ),
  )('of somebody who was %s ends when they become %s', async (from, to) => {
    const realm = await harbour()
    const holder = await realm.user('ada', { role: roles[from] })
    const use = await hold(realm, holder)

    expect(await give(realm, holder, to)).toMatchObject({ status: 200 })

    expect(await use()).toBe(false)
  })
})

test('a link for many that a bot made ends when the bot is deactivated, and does not come back with it', async () => {
  const realm = await harbour()
  const robin = await realm.bot('robin', realm.owner, { role: 200 })
  const key = await createLinkKey(robin)
  const listener = await realm.owner.listen({ event_types: ['invites_changed'] })

  await realm.owner.delete(`/bots/${robin.id}`)

  expect(await listener.events()).toEqual([{ type: 'invites_changed' }])
  await realm.owner.post(`/users/${robin.id}/reactivate`)
  expect(await canJoin(realm, key, 'nora')).toBe(false)
  expect((await realm.owner.get('/invites'))['invites']).toEqual([])
})
