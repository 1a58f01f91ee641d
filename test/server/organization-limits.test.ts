import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import page from '../../docs/limits.md?raw'
import { attemptLimits } from '../../src/accounts/limit-room'
import { organizationLimits, partsOf, type SharedLimitName } from '../../src/accounts/organization-limits'
import { objectLimits } from '../../src/core/base/object-limits'
import type { StoredAttempts } from '../../src/core/turn/attempts'
import { roles } from '../../src/accounts/roles'
import { newRealm, password, Person, request, type TestRealm } from '../kit'
import { takeOfLimit } from '../kit/limits'
import { pictureFile } from '../kit/pictures'
import { Service, waitForJobs } from '../kit/services'

/** What an organization has is for all of its people: no person uses it up, with all bots and newcomers whom they let in. */

const sharedNames = Object.entries(organizationLimits).flatMap(([name, limit]) =>
  'ofShare' in limit ? [name as SharedLimitName] : [],
)

describe('each limit of an organization', () => {
  test.each(sharedNames)('has parts far below the whole: %s', (name) => {
    const { ofShare, ofNewcomer, ofNewcomers, ofMembers, ofRealm } = partsOf(name)

    expect(ofShare).toBeGreaterThan(0)
    expect(ofShare).toBeLessThanOrEqual(ofRealm / 4)
    expect(ofNewcomers).toBeLessThanOrEqual(ofRealm / 4)
    // Twenty newcomers leave some to the others.
    expect(20 * ofNewcomer).toBeLessThan(ofNewcomers)
    // What is left is for administrators.
    expect(ofMembers).toBeLessThanOrEqual((ofRealm * 3) / 4)
  })

  test.each(Object.entries(objectLimits))('of its object, too: %s', (_, { ofShare, ofPool, ofRealm }) => {
    expect(ofShare).toBeLessThanOrEqual(ofRealm / 4)
    expect(ofPool).toBeLessThanOrEqual(ofRealm / 4)
  })

  test.each(Object.values(organizationLimits))('stands in the page about limits: $what', (limit) => {
    const numbers = [limit.ofRealm, ...('ofShare' in limit ? [limit.ofShare] : [])]

    const cells = page
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .find(([, what]) => what === limit.what)

    for (const [index, number] of numbers.entries())
      expect(cells?.[index + 2]).toMatch(new RegExp(`^${number.toLocaleString('en')}(?!\\d|,\\d)`))
  })
})

/** How a limit is used up in a test. */
interface Scene {
  /** Has an account taken so much, as if it had asked for it. */
  readonly fill: (person: Person, amount: number) => Promise<void>
  /** Takes `unit` more; answers the refusal, or null. Where something is left undone instead, the refusal has no words. */
  readonly take: (person: Person) => Promise<string | null>
  /** How much `take` takes. */
  readonly unit?: number
  /** Whether bots can take of it, too. */
  readonly hasBots?: boolean
}

let number = 0

/** A name that nothing has yet, always equally long. */
const newName = () => `n${String((number += 1)).padStart(4, '0')}`

const refusalOf = ({ result, msg }: { result: string; msg: string }): string | null =>
  result === 'success' ? null : msg

const takeStored = (name: SharedLimitName) => (person: Person, amount: number) => takeOfLimit(person, name, amount)

const newGroup = (person: Person, members: number[]) =>
  person.ask('POST', '/user_groups/create', { name: newName(), description: '', members })

/** Invitations that an account made, some days ago or now. */
async function storeInvitations(
  inviter: Person,
  amount: number,
  { daysAgo, status }: { daysAgo: number; status: string },
) {
  const { realm } = inviter
  number += 1
  await realm.behindTheWriter(
    env.DB.prepare(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < ?3)
      insert into invitation (id, realm_id, inviter_id, email, key_hash, invited_as, stream_ids, created_at, status)
      select (?1 - 1) * 4294967296 + ?4 + n, ?1, ?2, 'n' || n || '@example.com', 'hash ' || ?1 || ' ' || (?4 + n), 400, '[]', ?5, ?6
      from number where ?3 > 0
    `).bind(realm.id, inviter.id, amount, 1_000_000 + 10_000 * number, Date.now() / 1000 - daysAgo * 24 * 3600, status),
  )
}

const generalStreamId = async ({ owner }: TestRealm): Promise<number> =>
  (await owner.get('/get_stream_id', { stream: 'general' }))['stream_id'] as number

const inviteOne = async (person: Person, email = `${newName()}@example.com`) =>
  person.ask('POST', '/invites', {
    invitee_emails: email,
    stream_ids: [await generalStreamId(person.realm as TestRealm)],
  })

const scenes: Record<SharedLimitName, Scene> = {
  streams: {
    fill: takeStored('streams'),
    take: async (person) =>
      refusalOf(await person.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: newName() }] })),
    hasBots: true,
  },
  userGroups: { fill: takeStored('userGroups'), take: async (person) => refusalOf(await newGroup(person, [])) },
  groupMembers: {
    fill: takeStored('groupMembers'),
    take: async (person) => refusalOf(await newGroup(person, [person.id])),
  },
  customEmoji: {
    fill: takeStored('customEmoji'),
    take: async (person) =>
      refusalOf(await person.upload('POST', `/realm/emoji/${newName()}`, [pictureFile('png', 'emoji.png')])),
  },
  botStorage: {
    fill: takeStored('botStorage'),
    take: async (person) => refusalOf(await person.ask('PUT', '/bot_storage', { storage: { [newName()]: 'tides' } })),
    unit: 10,
    hasBots: true,
  },
  openInvitations: {
    fill: (person, amount) => storeInvitations(person, amount, { daysAgo: 10, status: 'open' }),
    take: async (person) => refusalOf(await inviteOne(person)),
  },
  invitations: {
    fill: (person, amount) => storeInvitations(person, amount, { daysAgo: 0, status: 'used' }),
    take: async (person) => refusalOf(await inviteOne(person)),
  },
  ownData: {
    fill: (person, amount) => storeAttempts(person, 'ownData', amount),
    async take(person) {
      // One that was asked for before counts for the limit of the account itself.
      await person.realm.behindTheWriter(
        env.DB.prepare('update own_data set requested_at = 0, completed_at = 1 where user_id = ?').bind(person.id),
      )
      return (await person.ask('POST', '/users/me/data')).status === 429 ? '' : null
    },
  },
  feeds: {
    fill: feedsOf,
    async take(person) {
      const service = new Service()
      await service.answer({ body: '<rss><channel><title>Tides</title></channel></rss>' })
      return refusalOf(
        await person.ask('POST', '/integrations', { service: 'rss', feed_url: service.url, full_name: newName() }),
      )
    },
  },
  linkPreviews: {
    fill: (person, amount) => storeAttempts(person, 'linkPreviews', amount),
    async take(person) {
      const service = new Service([{ headers: { 'Content-Type': 'text/html' } }])
      await person.write([person], service.url)
      await waitForJobs(person.realm as TestRealm)
      return (await service.seen()).length > 0 ? null : ''
    },
  },
}

/** Bots of a person that read so many feeds. */
async function feedsOf(person: Person, amount: number): Promise<void> {
  number += 1
  const first = 2_000_000 + 10_000 * number
  const bots = `
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ?2)
    select (?1 - 1) * 4294967296 + ?3 + n as id, 'feed' || (?3 + n) as name from number where ?2 > 0`
  await person.realm.behindTheWriter(
    env.DB.prepare(`
      insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id, date_joined)
      select id, ?1, name || '@example.com', name || '@example.com', name, name, 400, 2, ?4, 0 from (${bots})
    `).bind(person.realm.id, amount, first, person.id),
    env.DB.prepare(`insert into feed (bot_id, url, origin, state) select id, '', '', '{}' from (${bots})`).bind(
      person.realm.id,
      amount,
      first,
    ),
  )
}

/** So much was taken today for an account of a limit that the organization's object counts. */
async function storeAttempts(person: Person, name: 'linkPreviews' | 'ownData', amount: number): Promise<void> {
  const account = await env.DB.prepare(`
    select user.id, coalesce(owner.role, user.role) as person_role,
      coalesce(user.sponsor_id, owner.sponsor_id, user.bot_owner_id, user.id) as share_id,
      coalesce(user.sponsor_id, owner.sponsor_id) is not null as is_newcomer
    from user left join user as owner on owner.id = user.bot_owner_id where user.id = ?
  `)
    .bind(person.id)
    .first()
  await (person.realm as TestRealm).inObject((object) => {
    const { attempts } = object as unknown as { attempts: StoredAttempts }
    for (const [key, limit] of attemptLimits(account as never, name)) attempts.record(key, limit, amount)
  })
}

/** Somebody who joins by a link. */
async function joinByLink(realm: TestRealm, name: string, link: string): Promise<Person> {
  const email = `${name}@example.com`
  const { user_id, api_key, msg } = await request(realm.host, 'POST', '/join', {
    params: { invitation_key: link.slice(link.lastIndexOf('/') + 1), full_name: name, email, password },
  })
  expect(msg).toBe('')
  return new Person(realm, user_id as number, email, name, api_key as string)
}

/** Somebody whom a member invited, who uses the share of that member. */
async function puppetOf(inviter: Person, name: string): Promise<Person> {
  const { invitations } = await inviteOne(inviter, `${name}@example.com`)
  return joinByLink(inviter.realm as TestRealm, name, (invitations as { link_url: string }[])[0]!.link_url)
}

/** An organization with members, a bot of one, somebody whom she invited, and newcomers who joined by a link for many. */
async function harbour() {
  const realm = await newRealm()
  await realm.set({ inline_url_embed_preview: true })
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const bot = await realm.bot('gull', ada)
  const puppet = await puppetOf(ada, 'puppet')
  const { invite_link } = await realm.owner.post('/invites/multiuse', { stream_ids: [await generalStreamId(realm)] })
  const [ned, nell] = [
    await joinByLink(realm, 'ned', invite_link as string),
    await joinByLink(realm, 'nell', invite_link as string),
  ]
  // What was made until now counts for nothing.
  await realm.behindTheWriter(
    env.DB.prepare(`update invitation set status = 'used', created_at = created_at - 864000 where realm_id = ?`).bind(
      realm.id,
    ),
    env.DB.prepare('delete from limit_use where user_id > ? and user_id < ?').bind(
      (realm.id - 1) * 2 ** 32,
      realm.id * 2 ** 32,
    ),
  )
  return { realm, ada, bo, cy, bot, puppet, ned, nell }
}

const limitMessage = (limit: number) => expect.stringContaining(`(limit: ${limit})`) as unknown

describe.each(sharedNames)('of %s', (name) => {
  const { fill, take, unit = 1, hasBots = false } = scenes[name]
  const parts = partsOf(name)
  const isSilent = name === 'linkPreviews' || name === 'ownData'
  const refusal = (part: keyof typeof parts) => (isSilent ? '' : limitMessage(parts[part]))

  test('one person uses a part, with all bots and newcomers whom they invited; others and administrators go on', async () => {
    const { realm, ada, bo, bot, puppet } = await harbour()
    const [half, rest] = [Math.floor(parts.ofShare / 2), Math.ceil(parts.ofShare / 2)]
    await fill(ada, half - unit)
    await fill(puppet, hasBots ? rest - 2 * unit : rest - unit)

    if (hasBots) expect(await take(bot)).toBeNull()
    expect(await take(ada)).toBeNull()
    expect(await take(puppet)).toBeNull()

    expect(await take(ada)).toEqual(refusal('ofShare'))
    expect(await take(puppet)).toEqual(refusal('ofShare'))
    if (hasBots) expect(await take(bot)).toEqual(refusal('ofShare'))
    expect(await take(bo)).toBeNull()
    expect(await take(realm.owner)).toBeNull()
  })

  test('newcomers use a part together, however many they are', async () => {
    const { realm, cy, ned, nell } = await harbour()
    await fill(ned, parts.ofNewcomers)

    expect(await take(nell)).toEqual(refusal('ofNewcomers'))
    expect(await take(cy)).toBeNull()
    expect(await take(realm.owner)).toBeNull()
  })

  test('one newcomer uses a small part of that', async () => {
    const { cy, ned, nell } = await harbour()
    await fill(ned, parts.ofNewcomer)

    expect(await take(ned)).toEqual(refusal('ofNewcomer'))
    expect(await take(nell)).toBeNull()
    expect(await take(cy)).toBeNull()
  })

  test('members leave a quarter for administrators', async () => {
    const { realm, bo, cy } = await harbour()
    // What somebody took as an administrator counts for members once they are one.
    await fill(cy, parts.ofMembers)

    expect(await take(bo)).toEqual(refusal('ofMembers'))
    expect(await take(realm.owner)).toBeNull()
    await fill(realm.owner, parts.ofRealm)
    expect(await take(realm.owner)).toEqual(refusal('ofRealm'))
  })
})

test('an administrator may use more than a part, and so may their bots', async () => {
  const { realm, ada, bot } = await harbour()
  await takeOfLimit(ada, 'streams', 500)
  expect(await scenes.streams.take(bot)).toEqual(limitMessage(500))

  await realm.owner.patch(`/users/${ada.id}`, { role: roles.administrator })

  expect(await scenes.streams.take(bot)).toBeNull()
  expect(await scenes.streams.take(ada)).toBeNull()
})

test('what a bot made keeps counting for its owner of that time', async () => {
  const { realm, ada, bo, bot } = await harbour()
  await takeOfLimit(ada, 'streams', 499)
  await takeOfLimit(ada, 'botStorage', 4_000_000 - 20)
  await takeOfLimit(bo, 'botStorage', 4_000_000 - 10)
  const take = async (by: Person) => [await scenes.streams.take(by), await scenes.botStorage.take(by)]
  expect(await take(bot)).toEqual([null, null])
  await bot.must('PUT', '/bot_storage', { storage: { mine: 'tides!' } })

  await ada.patch(`/bots/${bot.id}`, { bot_owner_id: bo.id })
  await bo.post(`/bots/${bot.id}/offer/accept`)
  await bot.takeKeyFrom(bo)

  expect(await take(ada)).toEqual([limitMessage(500), limitMessage(4_000_000)])
  // A text that the bot replaces is charged to its present owner.
  await bot.must('PUT', '/bot_storage', { storage: { mine: 'tide?!' } })
  expect(await take(bo)).toEqual([null, limitMessage(4_000_000)])
  expect(await scenes.botStorage.take(ada)).toBeNull()
  await bot.delete('/bot_storage')
  expect([await scenes.botStorage.take(bo), await scenes.botStorage.take(ada)]).toEqual([null, null])
  expect(await scenes.botStorage.take(realm.owner)).toBeNull()
})

test('what groups had counts no more once they are deleted, for those who made them and added to them', async () => {
  const { realm, ada, bo } = await harbour()
  const make = async (name: string, members: number[]) => {
    await ada.post('/user_groups/create', { name, description: '', members })
    const { user_groups } = await ada.get('/user_groups')
    return (user_groups as { id: number; name: string }[]).find((group) => group.name === name)!.id
  }
  await takeOfLimit(ada, 'userGroups', 98)
  await takeOfLimit(ada, 'groupMembers', 3997)
  await takeOfLimit(bo, 'groupMembers', 3999)
  const kept = await make('kept', [ada.id, bo.id])
  await bo.post(`/user_groups/${kept}/members`, { add: [realm.owner.id] })
  const gone = await make('gone', [ada.id])
  expect(await scenes.userGroups.take(ada)).toEqual(limitMessage(100))
  expect(await scenes.groupMembers.take(bo)).toEqual(limitMessage(4000))

  await realm.owner.post(`/user_groups/${kept}/members`, { delete: [realm.owner.id, ada.id] })
  await realm.owner.delete(`/user_groups/${gone}`)

  expect(await scenes.groupMembers.take(bo)).toBeNull()
  expect(await scenes.groupMembers.take(bo)).toEqual(limitMessage(4000))
  expect(await scenes.groupMembers.take(ada)).toBeNull()
  expect(await scenes.userGroups.take(ada)).toEqual(limitMessage(100))
})

const resend = async (person: Person, invite_id: number) => person.ask('POST', `/invites/${invite_id}/resend`)

const readInvitations = async (person: Person) => (await person.get('/invites'))['invites'] as { id: number }[]

describe('an invitation', () => {
  test('is resent as often as invitations are made in a day', async () => {
    const { realm, ada } = await harbour()
    await inviteOne(ada)
    const [{ id }] = (await readInvitations(ada)) as [{ id: number }]

    for (let times = 0; times < 20; times += 1) expect(await resend(ada, id)).toMatchObject({ status: 200 })

    expect(await resend(ada, id)).toMatchObject({ status: 429 })
    expect(await resend(realm.owner, id)).toMatchObject({ status: 200 })
  })

  test('of an earlier day counts as one of today once it is resent', async () => {
    const { ada } = await harbour()
    await storeInvitations(ada, 1, { daysAgo: 2, status: 'open' })
    await storeInvitations(ada, 19, { daysAgo: 0, status: 'used' })
    const [{ id }] = (await readInvitations(ada)) as [{ id: number }]

    expect(await resend(ada, id)).toMatchObject({ status: 200 })
    expect(await inviteOne(ada)).toMatchObject({ msg: limitMessage(20), daily_limit_reached: true })
    await storeInvitations(ada, 1, { daysAgo: 2, status: 'open' })
    const older = (await readInvitations(ada)).find((invitation) => invitation.id !== id)!
    expect(await resend(ada, older.id)).toMatchObject({ msg: limitMessage(20), daily_limit_reached: true })
  })
})
