import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { takeOfLimit } from '../kit/limits'
import { picture } from './roles/files'

/** How much one account, or one organization, can pile up: what fits is taken, and what does not is refused. */

let realm: TestRealm
let ada: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

const limitRefusal = (limit: number) => ({ status: 400, msg: expect.stringContaining(`limit: ${limit}`) as unknown })

/** Writes rows past the realm's object: the statement has ?1, the realm's id, ?2, Ada's, and a table `number` of ?3 rows. */
async function fill(rows: number, statement: string): Promise<void> {
  await realm.behindTheWriter(
    env.DB.prepare(
      `with recursive number (n) as (select 1 union all select n + 1 from number where n < ?3) ${statement}`,
    ).bind(realm.id, ada.id, rows),
  )
}

/** An id of the realm far from those that it gives out. */
const id = '(?1 - 1) * 4294967296 + 1000000 + n'

const draft = (length: number) => ({ type: '', to: [], topic: '', content: 'x'.repeat(length) })

const createStreams = (by: Person, ...names: string[]) =>
  by.ask('POST', '/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) })

const names = (amount: number) => Array.from({ length: amount }, (_, number) => `stream ${number}`)

const link = () => realm.owner.ask('POST', '/invites/multiuse')

const add = (by: Person, name: string) => by.upload('POST', `/realm/emoji/${name}`, [picture()['file'] as File])

test('drafts are a million bytes together', async () => {
  const { ids } = await ada.post('/drafts', { drafts: Array.from({ length: 99 }, () => draft(10_000)) })

  expect(await ada.ask('POST', '/drafts', { drafts: [draft(9000), draft(2000)] })).toMatchObject(
    limitRefusal(1_000_000),
  )
  await ada.post('/drafts', { drafts: [draft(9000)] })
  const [first] = ids as number[]
  await ada.patch(`/drafts/${first!}`, { draft: draft(9999) })
})

describe('streams', () => {
  test('are created two hundred at once', async () => {
    expect(await createStreams(realm.owner, ...names(201))).toMatchObject(limitRefusal(200))
    expect(await createStreams(realm.owner, ...names(200))).toMatchObject({ status: 200 })
    // Those that are there are none that are created.
    expect(await createStreams(realm.owner, ...names(201))).toMatchObject({ status: 200 })
  })

  test('are created by one member five hundred times, and by administrators as long as there is room', async () => {
    await takeOfLimit(ada, 'streams', 499)

    expect(await createStreams(ada, 'one', 'two')).toMatchObject(limitRefusal(500))
    expect(await createStreams(ada, 'one')).toMatchObject({ status: 200 })
    expect(await createStreams(ada, 'two')).toMatchObject(limitRefusal(500))
    expect(await createStreams(realm.owner, 'two')).toMatchObject({ status: 200 })

    await takeOfLimit(realm.owner, 'streams', 5000)
    expect(await createStreams(realm.owner, 'three')).toMatchObject(limitRefusal(5000))
  })
})

test('groups have twenty thousand members together', async () => {
  await takeOfLimit(ada, 'groupMembers', 3999)
  await takeOfLimit(realm.owner, 'groupMembers', 16_000)
  const create = (name: string, members: number[]) =>
    realm.owner.ask('POST', '/user_groups/create', { name, description: '', members })

  expect(await create('both', [ada.id, realm.owner.id])).toMatchObject(limitRefusal(20_000))
  expect(await create('one', [ada.id])).toMatchObject({ status: 200 })
  expect(await create('nobody', [])).toMatchObject({ status: 200 })
  const { user_groups } = await ada.get('/user_groups')
  const group = (user_groups as { id: number; name: string }[]).find(({ name }) => name === 'one')!
  const change = (params: Params) => realm.owner.ask('POST', `/user_groups/${group.id}/members`, params)
  expect(await change({ add: [realm.owner.id] })).toMatchObject(limitRefusal(20_000))
  expect(await change({ delete: [ada.id] })).toMatchObject({ status: 200 })
})

test('three thousand invitations wait to be used', async () => {
  await fill(
    2999,
    `insert into invitation (id, realm_id, inviter_id, email, key_hash, invited_as, stream_ids, created_at, status)
    select ${id}, ?1, ?2, 'n' || n || '@example.com', 'hash ' || ?1 || n, 400, '[]', 0, 'open' from number`,
  )
  expect(await link()).toMatchObject({ status: 200 })
  expect(await link()).toMatchObject({ ...limitRefusal(3000), code: 'INVITATION_FAILED' })
})

test('a member adds a hundred custom emoji, deactivated ones included', async () => {
  await takeOfLimit(ada, 'customEmoji', 99)
  expect(await add(ada, 'gull')).toMatchObject({ status: 200 })
  expect(await add(ada, 'tern')).toMatchObject(limitRefusal(100))
  expect(await add(realm.owner, 'tern')).toMatchObject({ status: 200 })
})
