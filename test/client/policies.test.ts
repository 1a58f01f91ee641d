import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message, Registration } from '../../client/api'
import * as policies from '../../client/policies'
import { erasedNumber } from '../../client/store/erased'
import { Store } from '../../client/store/store'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { modern } from '../server/sync/watcher'

const secondsADay = 24 * 3600

type Kind = 'owner' | 'administrator' | 'moderator' | 'full' | 'new' | 'guest'

/** One person of each kind that policies tell apart. All are subscribed to the stream `square`. */
interface Cast {
  readonly realm: TestRealm
  readonly people: Readonly<Record<Kind, Person>>
  readonly square: number
}

async function newCast(settings: Params = {}): Promise<Cast> {
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
  await realm.owner.patch('/realm', { waiting_period_threshold: 10, ...settings })
  const { id } = await realm.stream('square', ...Object.values(people))
  return { realm, people, square: id }
}

/** What somebody's client knows now. Its own clock is far behind the server's. */
async function storeOf(person: Person): Promise<Store> {
  const { state } = await person.listen(modern)
  return new Store(state as unknown as Registration, { now: 0, include_subscribers: true })
}

/** What somebody does, and what their client says beforehand of whether they may. */
interface Deed {
  readonly may: (store: Store, message: Message) => boolean
  readonly act: (actor: Person, message: Message, all: Cast, name: string) => Promise<Answer>
  /** Who sent the message that it is about: the actor, or somebody else. */
  readonly sender?: 'self' | 'other'
}

let deedsDone = 0

/** Does it as everybody, one after the other, and expects each client to know beforehand what the server answers. */
async function expectAgreement(all: Cast, { may, act, sender = 'other' }: Deed, age = 0): Promise<void> {
  const verdicts: Record<string, boolean> = {}
  const done: Record<string, boolean> = {}
  for (const [kind, actor] of Object.entries(all.people)) {
    const from = sender === 'self' ? actor : kind === 'new' ? all.people.full : all.people.new
    const id = await from.send('square', 'tides', 'High water')
    if (age > 0)
      await all.realm.behindTheWriter(
        env.DB.prepare('update message set sent_at = sent_at - ? where id = ?').bind(age, id),
      )
    const message = (await actor.get(`/messages/${id}`))['message'] as Message
    verdicts[kind] = may(await storeOf(actor), message)
    deedsDone += 1
    done[kind] = (await act(actor, message, all, `by ${kind} ${deedsDone}`)).status === 200
  }
  expect(verdicts).toEqual(done)
}

const createBot =
  (bot_type: policies.BotType): Deed['act'] =>
  (actor, _, __, name) =>
    actor.ask('POST', '/bots', {
      full_name: `Bot ${name}`,
      short_name: name.replaceAll(' ', '-'),
      bot_type,
    })

const remove: Deed['act'] = (actor, { id }) => actor.ask('DELETE', `/messages/${id}`)

const edit =
  (change: Params): Deed['act'] =>
  (actor, { id }) =>
    actor.ask('PATCH', `/messages/${id}`, change)

const moveAway: Deed['act'] = async (actor, { id }, { realm, people }, name) => {
  const stream = await realm.stream(name, ...Object.values(people))
  return actor.ask('PATCH', `/messages/${id}`, { stream_id: stream.id })
}

const mentionAll: Deed['act'] = (actor) =>
  actor.ask('POST', '/messages', { type: 'stream', to: 'square', topic: 'tides', content: '@**all**' })

const invite: Deed['act'] = (actor, _, { square }, name) =>
  actor.ask('POST', '/invites', {
    invitee_emails: `${name.replaceAll(' ', '-')}@example.com`,
    stream_ids: [square],
  })

const deeds: Readonly<Record<string, readonly [codes: readonly number[], deed: Deed, settings?: Params]>> = {
  delete_own_message_policy: [
    [1, 2, 3, 4, 5],
    {
      sender: 'self',
      may: (store, message) => policies.mayDelete(message, store),
      act: remove,
    },
  ],
  edit_topic_policy: [
    [1, 2, 3, 4, 5],
    { may: (store, message) => policies.mayRename(message, store), act: edit({ topic: 'ebb' }) },
  ],
  move_messages_between_streams_policy: [
    [1, 2, 3, 4],
    { may: (store, message) => policies.mayMoveAway(message, store), act: moveAway },
    { edit_topic_policy: 5 },
  ],
  wildcard_mention_policy: [
    [1, 2, 3, 4, 5, 6, 7],
    { may: (store) => policies.mayMentionAll(16, store), act: mentionAll },
  ],
  invite_to_realm_policy: [[1, 2, 3, 4, 6], { may: (store) => policies.mayInvite(store), act: invite }],
  user_group_edit_policy: [
    [1, 2, 3, 4],
    {
      may: (store) => policies.mayMakeGroups(store),
      act: (actor, _, __, name) =>
        actor.ask('POST', '/user_groups/create', { name, description: '', members: [actor.id] }),
    },
  ],
}

describe.each(Object.entries(deeds))('%s', (policy, [codes, deed, settings]) => {
  let all: Cast
  beforeAll(async () => {
    all = await newCast(settings)
    if (policy === 'wildcard_mention_policy') await crowd(all)
  })

  test.each(codes)('%i', async (code) => {
    await all.realm.set({ [policy]: code })
    await expectAgreement(all, deed)
  })
})

/** Subscribes so many more people to the stream that mentioning all of them needs a permission. */
async function crowd({ realm }: Cast): Promise<void> {
  const others: Person[] = []
  for (let number = 0; number < 10; number += 1) others.push(await realm.user(`crowd${number}`))
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'square' }],
    principals: others.map(({ id }) => id),
  })
}

describe('policies of which a deed needs more', () => {
  let all: Cast
  beforeAll(async () => {
    all = await newCast()
  })

  test.each([1, 2, 3])('bot_creation_policy %i', async (code) => {
    await all.realm.set({ bot_creation_policy: code })
    // An outgoing bot is admitted as an incoming one.
    for (const type of [policies.botTypes.generic, policies.botTypes.incoming])
      await expectAgreement(all, {
        may: (store) => policies.creatableBotTypes(store).includes(type),
        act: createBot(type),
      })
  })

  test.each([1, 2, 3, 4])('stream_post_policy %i', async (stream_post_policy) => {
    const deed: Deed = {
      may: (store) => policies.mayPost(store.streams.get(all.square)!, store),
      act: (actor) => actor.ask('POST', '/messages', { type: 'stream', to: 'square', topic: 't', content: 'x' }),
    }
    const verdicts: Record<string, boolean> = {}
    const done: Record<string, boolean> = {}
    await all.realm.owner.patch(`/streams/${all.square}`, { stream_post_policy })
    for (const [kind, actor] of Object.entries(all.people)) {
      verdicts[kind] = deed.may(await storeOf(actor), {} as Message)
      done[kind] = (await deed.act(actor, {} as Message, all, kind)).status === 200
    }
    expect(verdicts).toEqual(done)
  })
})

describe('what was sent long ago', () => {
  let all: Cast
  beforeAll(async () => {
    all = await newCast({ edit_topic_policy: 5, delete_own_message_policy: 5 })
  })

  test.each([0, 300, 900])('text: message_content_edit_limit_seconds = %i', async (limit) => {
    await all.realm.set({ message_content_edit_limit_seconds: limit })
    const deed: Deed = { may: (store, message) => policies.mayEdit(message, store), act: edit({ content: 'y' }) }
    await expectAgreement(all, { ...deed, sender: 'self' }, 600)
    await expectAgreement(all, deed, 600)
  })

  test.each([300, 900, 'unlimited'])('deleting: message_content_delete_limit_seconds = %s', async (limit) => {
    await all.realm.set({ message_content_delete_limit_seconds: limit })
    await expectAgreement(
      all,
      { sender: 'self', may: (store, message) => policies.mayDelete(message, store), act: remove },
      600,
    )
  })

  test("only moderators change the topics of others' messages after three days", async () => {
    const deed: Deed = { may: (store, message) => policies.mayRename(message, store), act: edit({ topic: 'ebb' }) }
    await expectAgreement(all, deed, 2 * secondsADay)
    await expectAgreement(all, deed, 4 * secondsADay)
    await expectAgreement(all, { ...deed, sender: 'self' }, 4 * secondsADay)
  })
})

test('nothing of messages is changed where editing is off', async () => {
  const all = await newCast({
    allow_message_editing: false,
    edit_topic_policy: 5,
    move_messages_between_streams_policy: 1,
  })
  const may: [Deed['may'], Deed['act']][] = [
    [(store, message) => policies.mayEdit(message, store), edit({ content: 'y' })],
    [(store, message) => policies.mayRename(message, store), edit({ topic: 'ebb' })],
    [(store, message) => policies.mayMoveAway(message, store), moveAway],
  ]
  for (const [of, act] of may) await expectAgreement(all, { sender: 'self', may: of, act })
})

test('nothing is done with messages of a private stream that one has left', async () => {
  const all = await newCast({ delete_own_message_policy: 5 })
  const { realm, people } = all
  const params = { subscriptions: [{ name: 'square' }], principals: [(await realm.user('other')).id] }
  // A stream that everybody has left is archived, and takes access from nobody.
  await realm.owner.post('/users/me/subscriptions', params)
  await realm.owner.patch(`/streams/${all.square}`, { is_private: true })
  const sent = new Map<Person, number>()
  for (const person of Object.values(people)) sent.set(person, await person.send('square', 'tides', 'x'))
  for (const person of Object.values(people))
    await person.delete('/users/me/subscriptions', { subscriptions: ['square'] })
  for (const [person, id] of sent) {
    const store = await storeOf(person)
    const message = (await person.get(`/messages/${id}`))['message'] as Message
    expect(policies.hasAccess(message, store)).toBe(false)
    expect(policies.mayDelete(message, store)).toBe(false)
    expect(policies.mayEdit(message, store)).toBe(false)
    expect((await person.ask('PATCH', `/messages/${id}`, { content: 'y' })).status).toBe(400)
  }
})

test('a public stream is joined by all but guests, a private one by nobody', async () => {
  const all = await newCast()
  const streams = [
    { ...(await all.realm.stream('harbour')), invite_only: false },
    { ...(await all.realm.stream('cellar')), invite_only: true },
  ]
  const { realm, people } = all
  await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }] })
  await realm.owner.patch(`/streams/${streams[1]!.id}`, { is_private: true })
  for (const stream of streams)
    for (const [kind, person] of Object.entries(people)) {
      if (kind === 'owner') continue
      const may = policies.mayJoin(stream, await storeOf(person))
      const answer = await person.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: stream.name }] })
      expect([kind, stream.name, answer.status === 200]).toEqual([kind, stream.name, may])
    }
})

/** Roles that somebody was really given, each from the one that they had. */
async function tryRoles(actor: Person, { realm }: Cast, person: Person, role: number): Promise<number[]> {
  const roles: number[] = []
  for (const wanted of Object.values(policies.roles)) {
    if ((await actor.ask('PATCH', `/users/${person.id}`, { role: wanted })).status === 200) roles.push(wanted)
    await realm.owner.patch(`/users/${person.id}`, { role })
  }
  return roles
}

test('roles that the client offers are those that the server gives', async () => {
  const all = await newCast()
  const { people, realm } = all
  const other = await realm.user('other')
  for (const [kind, actor] of Object.entries(people)) {
    const offered = policies.assignableRoles((await storeOf(actor)).users.get(other.id)!, await storeOf(actor))
    expect([kind, offered]).toEqual([kind, await tryRoles(actor, all, other, policies.roles.member)])
  }
})

test('a guest becomes a member before an administrator, and the only owner stays the owner', async () => {
  const { people } = await newCast()
  const store = await storeOf(people.owner)
  expect(policies.assignableRoles(store.users.get(people.guest.id)!, store)).toEqual([300, 400, 600])
  expect((await people.owner.ask('PATCH', `/users/${people.guest.id}`, { role: 200 })).status).toBe(400)
  expect(policies.assignableRoles(store.users.self!, store)).toEqual([])
  expect((await people.owner.ask('PATCH', `/users/${people.owner.id}`, { role: 400 })).status).toBe(400)
})

test('the data of others is deleted by owners, and nobody’s by anybody else; the only owner stays', async () => {
  const { realm, people } = await newCast()
  const other = await realm.user('other')
  for (const [kind, actor] of Object.entries(people)) {
    const store = await storeOf(actor)
    for (const { id } of [people.owner, other]) {
      const may = policies.mayErase(store.users.get(id)!, store)
      const { status } = await actor.ask('POST', `/users/${id}/erase`, { messages: 'keep' })
      expect([kind, id, status === 200]).toEqual([kind, id, may])
    }
  }
  const store = await storeOf(people.owner)
  expect(erasedNumber(store.users.get(other.id)!)).toBe(String(other.id % 2 ** 32))
  store.users.erasedName.value = (number) => `Gelöschte Person ${number}`
  expect(store.users.name(other.id)).toBe(`Gelöschte Person ${other.id % 2 ** 32}`)
})

test('a bot is administered by its owner and by administrators, one that is an owner by owners', async () => {
  const { realm, people } = await newCast()
  const bots = [await realm.bot('tide', people.full), await realm.bot('moon', people.owner)]
  await realm.owner.patch(`/users/${bots[1]!.id}`, { role: 100 })
  for (const bot of bots)
    for (const [kind, actor] of Object.entries(people)) {
      const store = await storeOf(actor)
      const owner_id = bot === bots[0] ? people.full.id : people.owner.id
      const may = policies.mayAdministerBot({ user_id: bot.id, owner_id }, store)
      const answer = await actor.ask('PATCH', `/bots/${bot.id}`, { full_name: `Renamed by ${kind}` })
      expect([bot.full_name, kind, answer.status === 200]).toEqual([bot.full_name, kind, may])
    }
})

test('a group is changed by its members and by moderators, if the policy admits them', async () => {
  const { realm, people } = await newCast({ user_group_edit_policy: 1 })
  const params = { name: 'crew', description: '', members: [people.full.id] }
  await realm.owner.post('/user_groups/create', params)
  for (const [kind, actor] of Object.entries(people)) {
    const store = await storeOf(actor)
    const group = store.state.realm_user_groups.value.find(({ name }) => name === 'crew')!
    const may = policies.mayChangeGroup(group, store)
    const answer = await actor.ask('PATCH', `/user_groups/${group.id}`, { description: `by ${kind}` })
    expect([kind, answer.status === 200]).toEqual([kind, may])
  }
})

test.each(['invite_to_realm_policy', 'message_retention_days', 'name_changes_disabled'])(
  'the setting %s',
  async (name) => {
    const { people } = await newCast()
    const value = { invite_to_realm_policy: 2, message_retention_days: 10, name_changes_disabled: true }[name]
    for (const [kind, actor] of Object.entries(people)) {
      const may = policies.mayChangeSetting(name, await storeOf(actor))
      expect([kind, (await actor.ask('PATCH', '/realm', { [name]: value })).status === 200]).toEqual([kind, may])
    }
  },
)

test.each([
  [{}, 'https://meet.jit.si'],
  [{ jitsi_server_url: 'https://meet.example.com' }, 'https://meet.example.com'],
  [{ jitsi_server_url: 'https://meet.example.com', video_chat_provider: 0 }, null],
])('where %j is set, calls are made on %j', async (settings, server) => {
  const realm = await newRealm()
  await realm.owner.patch('/realm', settings)
  expect(policies.callServer(await storeOf(realm.owner))).toBe(server)
})

test('a waiting period ends by the clock of the server', async () => {
  const { people, realm } = await newCast({ waiting_period_threshold: 1 })
  const store = await storeOf(people.new)
  expect(policies.isFullMember(store)).toBe(false)
  store.passTime(secondsADay * 1000 + 5000)
  expect(policies.isFullMember(store)).toBe(true)
  await realm.owner.patch('/realm', { waiting_period_threshold: 0 })
  expect(policies.isFullMember(await storeOf(people.new))).toBe(true)
  expect(policies.isFullMember(await storeOf(people.guest))).toBe(false)
})

test('an unknown user has no rights', async () => {
  const { people } = await newCast()
  const { state } = await people.owner.listen(modern)
  const { realm_users: _, ...rest } = state as unknown as Registration
  const store = new Store(rest, { now: 0, include_subscribers: true })
  expect(policies.roleOf(store)).toBe(policies.roles.guest)
  expect(policies.admits(policies.policies.everybody, store)).toBe(false)
  expect(policies.mayInviteByLink(store)).toBe(false)
})
