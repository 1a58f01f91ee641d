import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { Turns } from '../../src/core/turn/turns'
import { pretendUse, readStoredShare } from '../kit/day-shares'
import { readShelvedQueues } from '../kit/event-rows'
import { costOf, newRealm, type Params, type Person, type TestRealm } from '../kit'
import { joinByInvitation, createInvitationKey, joinRealm, createLinkKey } from '../kit/joining'
import { connect } from '../kit/socket-client'

/** Counts are stored some seconds later. */
const lag = { timeout: 10_000 }

const rowsOfDay = Number(env.ROWS_WRITTEN_PER_DAY)

interface Listed {
  user_id: number
  date_joined: string
  sponsor_id: number | null
}

interface Page {
  newcomers: Listed[]
  found_oldest: boolean
  count: number
}

const page = async ({ owner }: Pick<TestRealm, 'owner'>, params: Params = {}): Promise<Page> =>
  (await owner.get('/realm/newcomers', params)) as unknown as Page

/** Whom each newcomer counts with, by their ids, the latest first. */
const sponsors = async (realm: TestRealm): Promise<[id: number, sponsor_id: number | null][]> =>
  (await page(realm)).newcomers.map(({ user_id, sponsor_id }) => [user_id, sponsor_id])

const vouch = (by: Person, ...people: Person[]) =>
  by.ask('POST', '/realm/newcomers/vouch', { user_ids: people.map(({ id }) => id) })

const render = (person: Person) => person.ask('POST', '/messages/render', { content: '*tide*' })

/** Has somebody write a little. Answers the status. */
const writes = async (person: Person): Promise<number> =>
  (await person.ask('POST', '/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'tide' }] })).status

/** How many of so many attempts to write go through. */
async function countWritten(person: Person, attempts: number): Promise<number> {
  let through = 0
  for (let attempt = 0; attempt < attempts; attempt += 1) if ((await writes(person)) === 200) through += 1
  return through
}

/** Rows that count for somebody's share, which are stored some seconds later. */
const rowsOf = async (person: Person): Promise<number> => (await readStoredShare(person))?.rows_written ?? 0

/** Has somebody store a small file. */
const uploads = (person: Person) =>
  person.upload('POST', '/user_uploads', [new File(['tide'], 'tide.txt', { type: 'text/plain' })])

const idsOf = ({ newcomers }: Page): number[] => newcomers.map(({ user_id }) => user_id)

const eventTypes = { event_types: ['newcomers', 'realm_user'] }

describe('somebody who joins', () => {
  test.each([
    ['member', 400, true],
    ['moderator', 300, true],
    ['administrator', 200, false],
    ['owner', 100, false],
  ])('by an invitation of a %s to their address is a newcomer: %i, %s', async (_, role, isNewcomer) => {
    const realm = await newRealm()
    const inviter = await realm.user('inviter', { role })

    const nora = await joinByInvitation('nora', inviter)

    expect(await sponsors(realm)).toEqual(isNewcomer ? [[nora.id, inviter.id]] : [])
  })

  test('by a link for many or without an invitation is a newcomer who counts by themself', async () => {
    const realm = await newRealm()
    const byLink = await joinRealm(realm, 'nora', await createLinkKey(realm.owner))
    await realm.set({ invite_required: false })
    const uninvited = await joinRealm(realm, 'otto')
    const asGuest = await joinRealm(realm, 'paul', await createLinkKey(realm.owner, { invite_as: 600 }))

    expect(await sponsors(realm)).toEqual([
      [asGuest.id, null],
      [uninvited.id, null],
      [byLink.id, null],
    ])
    const { user } = await realm.owner.get(`/users/${byLink.id}`)
    expect((await page(realm)).newcomers.at(-1)!.date_joined).toBe((user as Listed).date_joined)
  })

  test.each([300, 200, 100])('with the role %i, which only administrators give, is no newcomer', async (invite_as) => {
    const realm = await newRealm()
    await joinRealm(realm, 'nora', await createLinkKey(realm.owner, { invite_as }))
    await joinByInvitation('otto', realm.owner, { invite_as })

    expect(await sponsors(realm)).toEqual([])
  })

  test('by being added is no newcomer, nor is a bot', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.bot('robin', await joinByInvitation('nora', ada))

    expect((await sponsors(realm)).map(([, sponsor_id]) => sponsor_id)).toEqual([ada.id])
  })

  test('by an invitation counts by what its inviter may when they join', async () => {
    const realm = await newRealm()
    const [ada, ben] = [await realm.user('ada'), await realm.user('ben', { role: 200 })]
    const [ofMember, ofAdministrator] = [await createInvitationKey('nora', ada), await createInvitationKey('otto', ben)]
    await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
    await realm.owner.patch(`/users/${ben.id}`, { role: 400 })

    await joinRealm(realm, 'nora', ofMember)
    const otto = await joinRealm(realm, 'otto', ofAdministrator)

    expect(await sponsors(realm)).toEqual([[otto.id, ben.id]])
  })

  test('by an invitation of a newcomer counts for the person who invited that newcomer', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const ben = await joinByInvitation('ben', ada)
    const carla = await joinByInvitation('carla', ben)
    const dan = await joinByInvitation('dan', carla)
    const byLink = await joinRealm(realm, 'eve', await createLinkKey(realm.owner))
    const finn = await joinByInvitation('finn', byLink)

    expect(await sponsors(realm)).toEqual([
      [finn.id, byLink.id],
      [byLink.id, null],
      [dan.id, ada.id],
      [carla.id, ada.id],
      [ben.id, ada.id],
    ])
  })
})

describe('the list', () => {
  test('comes in pages, the latest first', async () => {
    const realm = await newRealm()
    const key = await createLinkKey(realm.owner)
    const people: Person[] = []
    for (const name of ['nora', 'otto', 'paul', 'quin', 'rita']) people.unshift(await joinRealm(realm, name, key))
    const ids = people.map(({ id }) => id)

    const first = await page(realm, { limit: 2 })
    const second = await page(realm, { limit: 2, before_user_id: ids[1] })
    const third = await page(realm, { limit: 2, before_user_id: ids[3] })
    const exactly = await page(realm, { limit: 5 })

    expect([first, second, third, exactly].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), ids])
    expect([first, second, third, exactly].map(({ found_oldest }) => found_oldest)).toEqual([false, false, true, true])
    expect([first, second, third].map(({ count }) => count)).toEqual([5, 5, 5])
  })

  test.each([
    ['no person', { limit: 0 }],
    ['too many', { limit: 1001 }],
    ['what is no number', { before_user_id: 'x' }],
  ])('of %s is refused', async (_, params) => {
    const realm = await newRealm()

    expect(await realm.owner.ask('GET', '/realm/newcomers', params)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test('leaves out who is deactivated, and has them again when they are back', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    const listener = await realm.owner.listen({ event_types: ['newcomers'] })

    await realm.deactivate(nora)
    expect(await page(realm)).toMatchObject({ newcomers: [], count: 0 })
    expect(await listener.events()).toEqual([{ type: 'newcomers' }])
    await realm.reactivate(nora)

    expect(await sponsors(realm)).toEqual([[nora.id, ada.id]])
    expect(await listener.events()).toEqual([{ type: 'newcomers' }])
    await realm.deactivate(ada)
    expect(await listener.events()).toEqual([])
  })

  test('reads the newcomers, and no other people', async () => {
    const realm = await newRealm()
    await joinByInvitation('nora', await realm.user('ada'))
    await realm.behindTheWriter(
      env.DB.prepare(
        `
        insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, is_system_bot, date_joined)
        select ?2 + value, ?1, 'crew' || value, 'crew' || value, 'Crew', 'crew', 400, 0, 0
        from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 500) select value from n)`,
      ).bind(realm.id, (realm.id - 1) * 2 ** 32 + 1000),
    )
    await page(realm)

    const answer = await realm.owner.get('/realm/newcomers')

    expect((answer as unknown as Page).count).toBe(1)
    expect(costOf(answer).rows_read).toBeLessThan(40)
  })
})

describe('vouching', () => {
  test('takes people from the list, and is no error for people who are no newcomers', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const [nora, otto] = [await joinByInvitation('nora', ada), await joinByInvitation('otto', ada)]

    expect(await vouch(realm.owner, nora, ada, nora)).toMatchObject({ status: 200 })
    expect(await sponsors(realm)).toEqual([[otto.id, ada.id]])
    expect(await vouch(realm.owner, nora)).toMatchObject({ status: 200 })
    expect(await vouch(realm.owner, otto)).toMatchObject({ status: 200 })

    expect(await page(realm)).toMatchObject({ newcomers: [], count: 0 })
  })

  test('writes four rows for each person, and one for all when nobody listens', async () => {
    const realm = await newRealm()
    const key = await createLinkKey(realm.owner)
    const crew: Person[] = []
    for (let number = 0; number < 10; number += 1) crew.push(await joinRealm(realm, `crew${number}`, key))

    const answer = await vouch(realm.owner, ...crew)

    expect(answer.msg).toBe('')
    expect(costOf(answer).rows_written).toBe(41)
  })

  test('is all or nothing', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    const robin = await realm.bot('robin', nora)
    const elsewhere = (await newRealm()).owner
    const ask = (user_ids: unknown) => realm.owner.ask('POST', '/realm/newcomers/vouch', { user_ids })
    const noUser = { status: 400, code: 'BAD_REQUEST', msg: 'No such user' }

    expect(await ask([nora.id, 999_999_999])).toMatchObject(noUser)
    expect(await ask([nora.id, elsewhere.id])).toMatchObject(noUser)
    expect(await ask([nora.id, -1, 2 ** 53 - 1])).toMatchObject(noUser)
    expect(await ask([nora.id, robin.id])).toMatchObject({ status: 400, msg: expect.stringContaining('owner') })
    for (const malformed of [[], [nora.id, 'x'], [1.5], nora.id, Array.from({ length: 1001 }, () => nora.id)])
      expect(await ask(malformed)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await sponsors(realm)).toEqual([[nora.id, ada.id]])
  })

  test('is for administrators, of whom no newcomer is one', async () => {
    const realm = await newRealm()
    const [ada, mo] = [await realm.user('ada'), await realm.user('mo', { role: 300 })]
    const nora = await joinByInvitation('nora', ada)
    const refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }

    for (const by of [ada, mo, nora]) {
      expect(await vouch(by, nora)).toMatchObject(refusal)
      expect(await by.ask('GET', '/realm/newcomers')).toMatchObject(refusal)
    }
    const robin = await realm.bot('robin', realm.owner, { role: 200 })
    expect(await vouch(robin, nora)).toMatchObject({ status: 200 })
  })

  test('begins a share at once, for the person, their bots and the queues of all of them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    const robin = await realm.bot('robin', nora)
    const listeners = [await nora.listen(eventTypes), await robin.listen(eventTypes), await ada.listen(eventTypes)]
    const socket = await connect(listeners[0]!)
    await pretendUse(ada, { rows_written: rowsOfDay, rows_read: Number(env.ROWS_READ_PER_DAY) })
    expect(await writes(nora)).toBe(429)
    expect(await writes(robin)).toBe(429)

    await vouch(realm.owner, nora)

    expect([await writes(nora), await writes(robin), await writes(ada)]).toEqual([200, 200, 429])
    const there = await realm.inObject((_, state) => readShelvedQueues(state))
    const shareOf = ({ queue_id }: { queue_id: string }) => there.find(({ id }) => id === queue_id)?.shares[0]
    expect(listeners.map(shareOf)).toEqual([nora.id, nora.id, ada.id])
    socket.socket.close(1000)
  })

  test('begins a share for a socket that is open, too', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    await pretendUse(ada, { rows_written: rowsOfDay })
    const socket = await connect(await nora.listen(eventTypes))
    const draft = { drafts: [{ type: '', to: [], topic: '', content: 'tide' }] }
    expect((await socket.ask('POST /drafts', draft)).code).toBe('RATE_LIMIT_HIT')

    await vouch(realm.owner, nora)

    expect((await socket.ask('POST /drafts', draft)).msg).toBe('')
  })

  test('leaves those whom they invited before with the former sponsor, and those who join later count with them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const ben = await joinByInvitation('ben', ada)
    const carla = await joinByInvitation('carla', ben)
    const toDan = await createInvitationKey('dan', ben)

    await vouch(realm.owner, ben)

    const dan = await joinRealm(realm, 'dan', toDan)
    expect(await sponsors(realm)).toEqual([
      [dan.id, ben.id],
      [carla.id, ada.id],
    ])
  })

  test('follows from the role of a moderator or more, which stays when the role is gone, and from no other role', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const give = (person: Person, role: number) => realm.owner.patch(`/users/${person.id}`, { role })
    for (const [name, role] of [
      ['nora', 300],
      ['otto', 200],
      ['paul', 100],
    ] as const) {
      const person = await joinByInvitation(name, ada)
      const listener = await realm.owner.listen({ event_types: ['newcomers'] })
      await give(person, role)
      expect(await sponsors(realm)).toEqual([])
      expect(await listener.events()).toEqual([{ type: 'newcomers' }])
      await give(person, 400)
      expect(await sponsors(realm)).toEqual([])
      expect(await listener.events()).toEqual([])
    }
    const quin = await joinByInvitation('quin', ada)
    await give(quin, 600)
    await give(quin, 400)
    await realm.owner.patch(`/users/${quin.id}`, { full_name: 'Quin Quay' })
    expect(await sponsors(realm)).toEqual([[quin.id, ada.id]])
  })

  test('does not follow from anything that happens to the inviter', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    const list = [[nora.id, ada.id]]
    for (const role of [300, 200, 100, 400, 600]) {
      await realm.owner.patch(`/users/${ada.id}`, { role })
      expect(await sponsors(realm)).toEqual(list)
    }
    await realm.deactivate(ada)
    expect(await sponsors(realm)).toEqual(list)
    await pretendUse(ada, { rows_written: rowsOfDay })
    expect(await writes(nora)).toBe(429)
    await realm.reactivate(ada)

    expect(await sponsors(realm)).toEqual(list)
    await realm.deactivate(nora)
    await realm.reactivate(nora)
    expect(await writes(nora)).toBe(429)
  })
})

describe('administrators', () => {
  const event = { type: 'newcomers' }

  test('are told when somebody joins as a newcomer, and when somebody vouches', async () => {
    const realm = await newRealm()
    const [ada, mo] = [await realm.user('ada'), await realm.user('mo', { role: 300 })]
    const admin = await realm.user('admin', { role: 200 })
    const client_capabilities = { notification_settings_null: true, newcomers: true }
    const told = [
      await realm.owner.listen({ event_types: ['newcomers'] }),
      await admin.listen({ client_capabilities, fetch_event_types: [] }),
    ]
    const untold = [
      await ada.listen({ event_types: ['newcomers'] }),
      await mo.listen({ client_capabilities, fetch_event_types: [] }),
      // A client of an earlier day.
      await realm.owner.listen({ fetch_event_types: [] }),
    ]
    const readEvents = () => Promise.all([...told, ...untold].map((listener) => listener.events('newcomers')))

    const nora = await joinByInvitation('nora', ada)
    expect(await readEvents()).toEqual([[event], [event], [], [], []])
    await vouch(realm.owner, nora)
    expect(await readEvents()).toEqual([[event], [event], [], [], []])
    await vouch(realm.owner, nora)
    await joinByInvitation('otto', realm.owner)
    await realm.user('paul')

    expect(await readEvents()).toEqual([[], [], [], [], []])
  })
})

describe('everybody whom one person invites', () => {
  test('writes from that person’s share: four of them do not write more than one', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const puppets: Person[] = []
    for (const name of ['ben', 'carla', 'dan', 'eve']) puppets.push(await joinByInvitation(name, puppets.at(-1) ?? ada))
    const robin = await realm.bot('robin', puppets.at(-1)!)
    await pretendUse(ada, { rows_written: rowsOfDay - 8 })

    const through: number[] = []
    for (const person of [ada, ...puppets, robin]) through.push(await countWritten(person, 5))

    expect(through[0]).toBeGreaterThan(0)
    expect(through.slice(1)).toEqual([0, 0, 0, 0, 0])
    expect(await writes(realm.owner)).toBe(200)
  })

  test('counts what joining itself writes for that person', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const key = await createInvitationKey('nora', ada)
    await expect.poll(() => rowsOf(ada), lag).toBeGreaterThan(0)
    const before = await rowsOf(ada)

    const nora = await joinRealm(realm, 'nora', key)

    await expect.poll(() => rowsOf(ada), lag).toBeGreaterThan(before + 3)
    expect(await rowsOf(nora)).toBe(0)
  })

  test.each([
    ['invited by their addresses', (owner: Person, name: string) => joinByInvitation(name, owner)],
    [
      'by a link for many',
      async (owner: Person, name: string, link: string) => joinRealm(owner.realm as TestRealm, name, link),
    ],
  ])('has a share of their own from the first minute, if an owner did: ten %s', async (_, letIn) => {
    const realm = await newRealm()
    const link = await createLinkKey(realm.owner)
    const crew: Person[] = []
    for (let number = 0; number < 10; number += 1) crew.push(await letIn(realm.owner, `crew${number}`, link))
    const [first, ...others] = crew
    await pretendUse(realm.owner, { rows_written: rowsOfDay })
    await pretendUse(first!, { rows_written: rowsOfDay })

    expect(await writes(first!)).toBe(429)
    expect(await Promise.all(others.map(writes))).toEqual(others.map(() => 200))
  })

  test('asks and sends in a minute as one with that person, until somebody vouches', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const [ben, carla] = [await joinByInvitation('ben', ada), await joinByInvitation('carla', ada)]
    const asks = ({ authorization }: Person) =>
      app.fetch(
        new Request(`http://${realm.host}/api/v1/users/me`, { headers: { Authorization: authorization } }),
        { ...env, REQUESTS_PER_MINUTE: '20' },
        createExecutionContext(),
      )
    const status = async (person: Person) => (await asks(person)).status
    // Those by which they joined count, too.
    expect([await status(ada), await status(ben), await status(carla)]).toEqual([200, 200, 200])
    while ((await status(ben)) === 200);
    expect([await status(ada), await status(ben), await status(carla)]).toEqual([429, 429, 429])
    expect(await status(realm.owner)).toBe(200)

    await vouch(realm.owner, ben)

    // Whoever was refused is looked up again some seconds later.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
    try {
      expect([await status(ben), await status(carla)]).toEqual([200, 429])
    } finally {
      vi.useRealTimers()
    }
  })

  test('has queues and turns of that person’s share', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const [ben, carla] = [await joinByInvitation('ben', ada), await joinByInvitation('carla', ada)]
    const small = { fetch_event_types: [], event_types: ['alert_words'] }
    const first = await ada.listen(small)
    await Promise.all(Array.from({ length: 99 }, () => ben.listen(small)))
    const turns = vi.spyOn(Turns.prototype, 'take')

    await carla.listen(small)
    await render(carla)

    expect(new Set(turns.mock.calls.map(([by]) => by))).toContain(String(ada.id))
    expect(new Set(turns.mock.calls.map(([by]) => by))).not.toContain(String(carla.id))
    turns.mockRestore()
    expect(await first.poll({ dont_block: true })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    const there = await realm.inObject((_, state) => readShelvedQueues(state))
    expect(there.filter(({ shares: [share] }) => share === ada.id)).toHaveLength(100)
  })

  test('keeps files in that person’s space, until somebody vouches', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const nora = await joinByInvitation('nora', ada)
    const most = (Number(env.UPLOAD_QUOTA_MIB) * 1024 * 1024) / 4
    await realm.behindTheWriter(
      env.DB.prepare('insert into upload_space (user_id, bytes, files) values (?, ?, 1)').bind(ada.id, most),
    )
    expect(await uploads(nora)).toMatchObject({
      status: 400,
      code: 'REALM_UPLOAD_QUOTA',
    })

    await vouch(realm.owner, nora)

    expect(await uploads(nora)).toMatchObject({ status: 200 })
  })
})

const statusOf = async (person: Person) => (await person.ask('GET', '/users/me')).status

describe('deactivating somebody', () => {
  test('leaves the newcomers whom they let in, unless they are to go as well, with their bots', async () => {
    const realm = await newRealm()
    const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
    const nora = await joinByInvitation('nora', ada)
    const otto = await joinByInvitation('otto', nora)
    const robin = await realm.bot('robin', nora)
    const [paul, quinn] = [await joinByInvitation('paul', ada), await joinByInvitation('quinn', ben)]
    await vouch(realm.owner, paul)

    await realm.owner.delete(`/users/${ben.id}`)
    await realm.owner.must('DELETE', `/users/${ada.id}`, { deactivate_newcomers: true })

    expect(await Promise.all([ada, nora, otto, robin, ben].map(statusOf))).toEqual([401, 401, 401, 401, 401])
    expect(await Promise.all([paul, quinn].map(statusOf))).toEqual([200, 200])
    expect(await quinn.ask('GET', '/users/me')).toMatchObject({ is_active: true })
  })
})
