import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm

beforeEach(async () => {
  realm = await newRealm()
})

interface Group {
  id: number
  name: string
  members: number[]
  is_system_group: boolean
}

const systemGroups = async (person: Person): Promise<Group[]> =>
  ((await person.get('/user_groups'))['user_groups'] as Group[]).filter(({ is_system_group }) => is_system_group)

/** Members by the name of the group. */
const members = async (): Promise<Record<string, number[]>> =>
  Object.fromEntries((await systemGroups(realm.owner)).map((group) => [group.name, group.members]))

const roleChange = (person: Person, role: number) => realm.owner.patch(`/users/${person.id}`, { role })

test('every realm has them, with ids of their own', async () => {
  const abroad = await newRealm()

  const here = await systemGroups(realm.owner)
  const there = await systemGroups(abroad.owner)

  expect(here.map(({ name }) => name)).toEqual([
    '@role:owners',
    '@role:administrators',
    '@role:moderators',
    '@role:fullmembers',
    '@role:members',
    '@role:everyone',
    '@role:internet',
  ])
  expect(there.map(({ name }) => name)).toEqual(here.map(({ name }) => name))
  expect(new Set([...here, ...there].map(({ id }) => id)).size).toBe(14)
  await realm.evict()
  expect(await systemGroups(realm.owner)).toEqual(here)
})

test('they hold those of exactly a role, bots and deactivated people too, and never the realm itself', async () => {
  const admin = await realm.user('admin', { role: 200 })
  const moderator = await realm.user('moderator', { role: 300 })
  const ada = await realm.user('ada')
  const gone = await realm.user('gone')
  await realm.deactivate(gone)
  const bot = await realm.bot('helper', ada)
  const guest = await realm.user('guest', { role: 600 })

  expect(await members()).toEqual({
    '@role:owners': [realm.owner.id],
    '@role:administrators': [admin.id],
    '@role:moderators': [moderator.id],
    '@role:fullmembers': [ada.id, gone.id, bot.id],
    '@role:members': [ada.id, gone.id, bot.id],
    '@role:everyone': [guest.id],
    '@role:internet': [],
  })
})

test('full members are those who have waited as many days as the realm wants', async () => {
  const old = await realm.user('old')
  const young = await realm.user('young')
  const moderator = await realm.user('moderator', { role: 300 })
  await realm.age(old, 3 * 24 * 3600 + 60)
  await realm.age(young, 3 * 24 * 3600 - 60)

  await realm.set({ waiting_period_threshold: 3 })

  const found = await members()
  expect(found['@role:fullmembers']).toEqual([old.id])
  expect(found['@role:members']).toEqual([old.id, young.id])
  expect(found['@role:moderators']).toEqual([moderator.id])
})

test('they cannot be mentioned', async () => {
  const ada = await realm.user('ada')

  const id = await ada.write([realm.owner], 'Help, @*@role:owners*')

  expect(await realm.owner.flags(id)).not.toContain('mentioned')
})

describe('somebody who gets another role', () => {
  test('leaves one group and joins another, and everybody is told', async () => {
    const ada = await realm.user('ada')
    const guest = await realm.user('guest', { role: 600 })
    const ids = Object.fromEntries((await systemGroups(ada)).map(({ id, name }) => [name, id]))
    const listeners = [await ada.listen(), await guest.listen(), await realm.owner.listen()]

    await roleChange(ada, 300)

    for (const listener of listeners)
      expect(await listener.events('user_group')).toEqual([
        { type: 'user_group', op: 'remove_members', group_id: ids['@role:fullmembers'], user_ids: [ada.id] },
        { type: 'user_group', op: 'remove_members', group_id: ids['@role:members'], user_ids: [ada.id] },
        { type: 'user_group', op: 'add_members', group_id: ids['@role:moderators'], user_ids: [ada.id] },
      ])
    expect((await members())['@role:moderators']).toEqual([ada.id])
  })

  test('joins no full members before having waited', async () => {
    await realm.set({ waiting_period_threshold: 3 })
    const guest = await realm.user('guest', { role: 600 })
    const ids = Object.fromEntries((await systemGroups(realm.owner)).map(({ id, name }) => [name, id]))
    const listener = await realm.owner.listen()

    await roleChange(guest, 400)

    expect(await listener.events('user_group')).toEqual([
      { type: 'user_group', op: 'remove_members', group_id: ids['@role:everyone'], user_ids: [guest.id] },
      { type: 'user_group', op: 'add_members', group_id: ids['@role:members'], user_ids: [guest.id] },
    ])
  })

  test('does not move when only their name changes', async () => {
    const ada = await realm.user('ada')
    const listener = await realm.owner.listen()

    await realm.owner.patch(`/users/${ada.id}`, { full_name: 'Ada Lovelace', role: 400 })

    expect(await listener.events('user_group')).toEqual([])
  })
})

describe('somebody new', () => {
  test('joins the groups of members, and everybody is told', async () => {
    const ids = Object.fromEntries((await systemGroups(realm.owner)).map(({ id, name }) => [name, id]))
    const listener = await realm.owner.listen()

    const ada = await realm.user('ada')

    expect(await listener.events('user_group')).toEqual([
      { type: 'user_group', op: 'add_members', group_id: ids['@role:fullmembers'], user_ids: [ada.id] },
      { type: 'user_group', op: 'add_members', group_id: ids['@role:members'], user_ids: [ada.id] },
    ])
  })
})

describe('another waiting period', () => {
  test('makes full members of some or newcomers of others, and everybody is told', async () => {
    const ada = await realm.user('ada')
    const old = await realm.user('old')
    await realm.age(old, 4 * 24 * 3600)
    const group_id = (await systemGroups(ada)).find(({ name }) => name === '@role:fullmembers')!.id
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { waiting_period_threshold: 3 })
    await realm.owner.patch('/realm', { waiting_period_threshold: 0 })

    expect(await listener.events('user_group')).toEqual([
      { type: 'user_group', op: 'remove_members', group_id, user_ids: [ada.id] },
      { type: 'user_group', op: 'add_members', group_id, user_ids: [ada.id] },
    ])
  })

  test('moves nobody when it makes no difference', async () => {
    const old = await realm.user('old')
    await realm.age(old, 4 * 24 * 3600)
    const listener = await old.listen()

    await realm.owner.patch('/realm', { waiting_period_threshold: 3 })

    expect(await listener.events('user_group')).toEqual([])
  })
})
