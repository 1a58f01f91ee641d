import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Listener, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bob: Person
let cy: Person
let admin: Person
let robin: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bob = await realm.user('bob')
  cy = await realm.user('cy')
  admin = await realm.user('adam', { role: 200 })
  robin = await realm.bot('robin', ada)
})

const badRequest = { status: 400, code: 'BAD_REQUEST' }
const noOffer = { ...badRequest, msg: 'No such offer' }

const week = 7 * 24 * 3600

interface Offer {
  bot_id: number
  offered_to: number
  offered_by: number
  expires_at: number
  storage_bytes: number
}

const readOffers = async (person: Person): Promise<Offer[]> => (await person.get('/bots/offers'))['offers'] as Offer[]

const offerBot = (by: Person, bot: Person, to: Person): Promise<Answer> =>
  by.ask('PATCH', `/bots/${bot.id}`, { bot_owner_id: to.id })

const accept = (by: Person, bot: Person): Promise<Answer> => by.ask('POST', `/bots/${bot.id}/offer/accept`)

const end = (by: Person, bot: Person): Promise<Answer> => by.ask('DELETE', `/bots/${bot.id}/offer`)

const userOf = async (bot: Person) =>
  (await realm.owner.get(`/users/${bot.id}`))['user'] as { role: number; bot_owner_id: number; is_active: boolean }

/** A queue of a client that knows of offers. */
const listenForOffers = (person: Person): Promise<Listener> =>
  person.listen({ event_types: ['bot_offers'], fetch_event_types: [] })

/** Makes all offers older. */
const age = (seconds: number) =>
  realm.behindTheWriter(env.DB.prepare('update bot_offer set made_at = made_at - ?').bind(seconds))

describe('a bot that is offered', () => {
  test('stays whose it is, and goes on working, until the offer is accepted', async () => {
    const answer = await ada.patch(`/bots/${robin.id}`, { full_name: 'Red Robin', bot_owner_id: bob.id })

    expect(answer).toMatchObject({
      full_name: 'Red Robin',
      bot_owner: 'ada@example.com',
      offer: { bot_id: robin.id, offered_to: bob.id, offered_by: ada.id, storage_bytes: 10_000 },
    })
    const { offered_at, expires_at } = answer['offer'] as { offered_at: number; expires_at: number }
    expect(Math.abs(offered_at - Date.now() / 1000)).toBeLessThan(60)
    expect(expires_at - offered_at).toBe(week)
    expect(await robin.get('/users/me')).toMatchObject({ full_name: 'Red Robin', bot_owner_id: ada.id })
    expect(await ada.patch(`/bots/${robin.id}`, { full_name: 'Robin' })).toMatchObject({ offer: answer['offer'] })
    for (const other of [bob, cy])
      expect(await other.ask('PATCH', `/bots/${robin.id}`, { full_name: 'Mine' })).toMatchObject(badRequest)

    expect(await accept(bob, robin)).toMatchObject({ status: 200 })

    expect(await userOf(robin)).toMatchObject({ bot_owner_id: bob.id })
    expect(await robin.ask('GET', '/users/me')).toMatchObject({ status: 401 })
    expect(await bob.patch(`/bots/${robin.id}`, { full_name: 'Mine' })).toMatchObject({ offer: null })
    expect(await ada.ask('PATCH', `/bots/${robin.id}`, { full_name: 'Mine' })).toMatchObject(badRequest)
  })

  test('uses nothing of the receiver’s limits: neither bots nor space for files', async () => {
    for (let number = 1; number <= 5; number += 1) await offerBot(ada, await realm.bot(`wren${number}`, ada), bob)
    await robin.upload('POST', '/user_uploads', [new File(['x'.repeat(100)], 'x.txt')])
    await offerBot(ada, robin, cy)

    expect((await bob.get('/bots'))['bots']).toEqual([])
    for (let number = 1; number <= 20; number += 1) await realm.bot(`owl${number}`, bob)
    const { results } = await env.DB.prepare(
      'select user_id, bytes from upload_space join user on user.id = user_id where realm_id = ?',
    )
      .bind(realm.id)
      .all()
    expect(results).toEqual([{ user_id: ada.id, bytes: 100 }])
    await accept(cy, robin)
    expect(await cy.get('/attachments', { include_bots: true })).toMatchObject({ attachments: [] })
    expect((await ada.get('/attachments', { include_bots: true }))['attachments']).toHaveLength(1)
  })

  test('is listed with names for its receiver, its owner and administrators, and for nobody else', async () => {
    await offerBot(ada, robin, bob)
    const wren = await realm.bot('wren', cy)
    await offerBot(admin, wren, ada)

    const ofRobin = {
      bot_id: robin.id,
      bot_full_name: 'Robin-bot',
      offered_to: bob.id,
      offered_to_full_name: 'Bob',
      offered_by: ada.id,
      offered_by_full_name: 'Ada',
    }
    const ofWren = { bot_id: wren.id, offered_to_full_name: 'Ada', offered_by_full_name: 'Adam' }
    expect(await readOffers(ada)).toMatchObject([ofRobin, ofWren])
    expect(await readOffers(bob)).toMatchObject([ofRobin])
    expect(await readOffers(cy)).toMatchObject([ofWren])
    for (const person of [admin, realm.owner]) expect(await readOffers(person)).toMatchObject([ofRobin, ofWren])
    for (const other of [robin, await realm.user('di'), await realm.user('gus', { role: 600 })])
      expect(await readOffers(other)).toEqual([])
  })

  test('is in the state and the events of clients that know of offers, and of no others', async () => {
    const client_capabilities = { notification_settings_null: true, bot_offers: true }
    await offerBot(ada, robin, bob)
    const { state } = await bob.listen({ client_capabilities })
    expect(state['bot_offers']).toMatchObject([{ bot_id: robin.id, offered_to: bob.id }])
    expect((await bob.listen()).state).not.toHaveProperty('bot_offers')
    await end(bob, robin)

    const people = [bob, ada, admin, cy]
    const knowing = await Promise.all(people.map((person) => person.listen({ client_capabilities })))
    const naming = await listenForOffers(bob)
    const old = await Promise.all(people.map((person) => person.listen()))
    await offerBot(ada, robin, bob)
    await end(bob, robin)

    const told = [
      { type: 'bot_offers', op: 'add', bot_offer: { bot_id: robin.id, offered_to: bob.id, offered_by: ada.id } },
      { type: 'bot_offers', op: 'remove', bot_id: robin.id },
    ]
    for (const [index, listener] of knowing.entries())
      expect(await listener.events()).toMatchObject(index < 3 ? told : [])
    expect(await naming.events()).toMatchObject(told)
    for (const listener of old) expect(await listener.events()).toEqual([])
  })

  test('is accepted and declined by nobody else', async () => {
    await offerBot(ada, robin, bob)
    const wren = await realm.bot('wren', bob)
    const gus = await realm.user('gus', { role: 600 })

    for (const other of [ada, cy, admin, realm.owner, wren, robin, gus])
      expect(await accept(other, robin)).toMatchObject(noOffer)
    for (const other of [cy, wren, robin, gus]) expect(await end(other, robin)).toMatchObject(noOffer)
    for (const id of [bob.id, 123_456_789, wren.id])
      expect(await bob.ask('POST', `/bots/${id}/offer/accept`)).toMatchObject(noOffer)
    expect(await readOffers(bob)).toHaveLength(1)
    expect(await userOf(robin)).toMatchObject({ bot_owner_id: ada.id })
  })

  test('by an administrator to a third person waits for that person, and its owner may take it back', async () => {
    expect(await offerBot(admin, robin, bob)).toMatchObject({ status: 200, offer: { offered_by: admin.id } })
    expect(await userOf(robin)).toMatchObject({ bot_owner_id: ada.id })
    expect(await end(ada, robin)).toMatchObject({ status: 200 })

    await offerBot(admin, robin, bob)
    expect(await accept(bob, robin)).toMatchObject({ status: 200 })
    expect(await userOf(robin)).toMatchObject({ bot_owner_id: bob.id })
  })

  test('has at most the role of its new owner', async () => {
    const mo = await realm.user('mo', { role: 300 })
    const wren = await realm.bot('wren', mo, { role: 300 })
    const owl = await realm.bot('owl', realm.owner, { role: 100 })
    const listener = await cy.listen({ event_types: ['realm_user'], fetch_event_types: [] })

    await wren.passOn(mo, bob)
    await owl.passOn(realm.owner, admin)
    await robin.passOn(ada, admin)

    expect([await userOf(wren), await userOf(owl), await userOf(robin)]).toMatchObject([
      { role: 400, bot_owner_id: bob.id },
      { role: 200, bot_owner_id: admin.id },
      { role: 400, bot_owner_id: admin.id },
    ])
    expect(await listener.events()).toMatchObject([
      { person: { user_id: wren.id, bot_owner_id: bob.id } },
      { person: { user_id: wren.id, role: 400 } },
      { person: { user_id: owl.id, bot_owner_id: admin.id } },
      { person: { user_id: owl.id, role: 200 } },
      { person: { user_id: robin.id, bot_owner_id: admin.id } },
    ])
  })
})

describe('an administrator', () => {
  test('takes a bot over at once, with at most their own role, and a deactivated one, too', async () => {
    const wren = await realm.bot('wren', realm.owner, { role: 200 })
    await ada.delete(`/bots/${robin.id}`)
    expect(await offerBot(admin, robin, bob)).toMatchObject(badRequest)

    for (const bot of [wren, robin])
      expect(await offerBot(admin, bot, admin)).toMatchObject({ status: 200, offer: null })

    expect(await userOf(wren)).toMatchObject({ role: 200, bot_owner_id: admin.id })
    expect(await userOf(robin)).toMatchObject({ role: 400, bot_owner_id: admin.id, is_active: false })
    expect(await wren.ask('GET', '/users/me')).toMatchObject({ status: 401 })
  })

  test('neither takes over nor offers a bot that is an owner of the organization', async () => {
    const owl = await realm.bot('owl', realm.owner, { role: 100 })

    for (const to of [admin, bob]) expect(await offerBot(admin, owl, to)).toMatchObject(badRequest)
    expect(await userOf(owl)).toMatchObject({ role: 100, bot_owner_id: realm.owner.id })
  })

  test('alone takes over: others who name themselves, and bots, are refused', async () => {
    const mo = await realm.user('mo', { role: 300 })
    const ruler = await realm.bot('ruler', realm.owner, { role: 200 })

    for (const by of [bob, mo, ruler]) expect(await offerBot(by, robin, by)).toMatchObject(badRequest)
    expect(await userOf(robin)).toMatchObject({ bot_owner_id: ada.id })
  })
})

describe('an offer ends', () => {
  /** What ends the offer of Robin to Bob, made by Ada or by the administrator, and who owns Robin then. */
  const endings: [string, 'ada' | 'admin', () => Promise<Answer>][] = [
    ['when it is declined', 'ada', () => end(bob, robin)],
    ['when its owner takes it back', 'ada', () => end(ada, robin)],
    ['when its owner names themself as the owner', 'ada', () => offerBot(ada, robin, ada)],
    ['when an administrator takes it back', 'ada', () => end(admin, robin)],
    ['when an administrator names its owner', 'ada', () => offerBot(admin, robin, ada)],
    ['when the bot is deactivated', 'ada', () => ada.delete(`/bots/${robin.id}`)],
    ['when its owner is deactivated', 'ada', () => realm.owner.delete(`/users/${ada.id}`)],
    ['when its owner becomes a guest', 'ada', () => realm.owner.patch(`/users/${ada.id}`, { role: 600 })],
    ['when its receiver is deactivated', 'ada', () => realm.owner.delete(`/users/${bob.id}`)],
    ['when its receiver becomes a guest', 'ada', () => realm.owner.patch(`/users/${bob.id}`, { role: 600 })],
    ['when an administrator takes the bot over', 'ada', () => offerBot(admin, robin, admin)],
    ['when the administrator who made it is deactivated', 'admin', () => realm.owner.delete(`/users/${admin.id}`)],
    [
      'when who made it is no administrator any more',
      'admin',
      () => realm.owner.patch(`/users/${admin.id}`, { role: 300 }),
    ],
    ['when the bot becomes one for owners only', 'admin', () => realm.owner.patch(`/users/${robin.id}`, { role: 100 })],
    [
      'in the daily maintenance a week later',
      'ada',
      async () => {
        await age(week)
        await realm.ringAlarm()
        return realm.owner.get('/users/me')
      },
    ],
  ]

  test.each(endings)('%s', async (title, maker, act) => {
    if (title.includes('owners only')) {
      await realm.owner.patch(`/bots/${robin.id}`, { bot_owner_id: realm.owner.id })
      await offerBot(admin, robin, bob)
    } else await offerBot(maker === 'ada' ? ada : admin, robin, bob)
    const before = await userOf(robin)
    const listener = await listenForOffers(realm.owner)

    expect(await act()).toMatchObject({ status: 200 })

    expect(await readOffers(realm.owner)).toEqual([])
    expect(await listener.events()).toEqual([{ type: 'bot_offers', op: 'remove', bot_id: robin.id }])
    const answer = await accept(bob, robin)
    expect(answer.status === 401 ? answer.code : answer.msg).toMatch(/^(No such offer|USER_DEACTIVATED)$/)
    const owner = title.includes('takes the bot over') ? admin.id : before.bot_owner_id
    expect(await userOf(robin)).toMatchObject({ bot_owner_id: owner })
  })

  test('when the bot is offered to somebody else, of which all three are told what it is to them', async () => {
    await offerBot(ada, robin, bob)
    const listeners = await Promise.all([ada, bob, cy].map(listenForOffers))

    await offerBot(ada, robin, cy)

    const added = { type: 'bot_offers', op: 'add', bot_offer: { bot_id: robin.id, offered_to: cy.id } }
    const told = [[added], [{ type: 'bot_offers', op: 'remove', bot_id: robin.id }], [added]]
    for (const [index, listener] of listeners.entries()) expect(await listener.events()).toMatchObject(told[index]!)
    expect(await accept(bob, robin)).toMatchObject(noOffer)
    expect(await accept(cy, robin)).toMatchObject({ status: 200 })
  })

  test('when it is accepted, and does not come back with its former owner', async () => {
    await offerBot(ada, robin, bob)
    await accept(bob, robin)

    expect(await accept(bob, robin)).toMatchObject(noOffer)
    await robin.passOn(bob, ada)
    expect(await accept(bob, robin)).toMatchObject(noOffer)
    expect(await readOffers(realm.owner)).toEqual([])
  })

  test('when its maker was an administrator’s bot, with the administrator', async () => {
    const ruler = await realm.bot('ruler', admin, { role: 200 })
    expect(await offerBot(ruler, robin, bob)).toMatchObject({ status: 200 })

    await realm.owner.patch(`/users/${admin.id}`, { role: 400 })

    expect(await accept(bob, robin)).toMatchObject(noOffer)
  })
})

describe('somebody who accepts a bot', () => {
  test('accepts within a week', async () => {
    await offerBot(ada, robin, bob)
    await age(week)

    expect(await accept(bob, robin)).toMatchObject({ ...badRequest, msg: 'The offer has ended' })
    expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 200 })
    expect(await accept(bob, robin)).toMatchObject({ status: 200 })
  })

  test('needs room for the bot when it is accepted', async () => {
    await offerBot(ada, robin, bob)
    const bots: Person[] = []
    for (let number = 1; number <= 20; number += 1) bots.push(await realm.bot(`owl${number}`, bob))

    const full = { ...badRequest, msg: expect.stringContaining('(limit: 20)') as unknown }
    expect(await accept(bob, robin)).toMatchObject(full)
    expect(await offerBot(ada, await realm.bot('wren', ada), bob)).toMatchObject(full)
    await bob.delete(`/bots/${bots[0]!.id}`)
    expect(await accept(bob, robin)).toMatchObject({ status: 200 })
  })

  test('takes on no more storage than the offer showed', async () => {
    await robin.ask('PUT', '/bot_storage', { storage: { a: 'x'.repeat(4999) } })
    expect(await offerBot(ada, robin, bob)).toMatchObject({ offer: { storage_bytes: 15_000 } })
    await robin.ask('PUT', '/bot_storage', { storage: { b: 'x'.repeat(10_000) } })

    expect(await accept(bob, robin)).toMatchObject({ ...badRequest, msg: expect.stringContaining('stores more') })
    // Another offer says how much it is now.
    expect(await offerBot(ada, robin, bob)).toMatchObject({ offer: { storage_bytes: 25_001 } })
    await robin.ask('PUT', '/bot_storage', { storage: { c: 'x'.repeat(9_999) } })
    expect(await accept(bob, robin)).toMatchObject({ status: 200 })
  })

  test('sends nothing that the former owner had scheduled: it would count for them, and be done by their rights', async () => {
    const { name } = await realm.stream('harbour', ada, bob)
    const content = { type: 'stream', to: name, topic: 'tides', content: 'Low water' }
    const deliver_at = new Date(Date.now() + 3_600_000).toISOString()
    await robin.post('/messages', { ...content, delivery_type: 'send_later', deliver_at })
    await robin.passOn(ada, bob)

    await robin.takeKeyFrom(bob)
    expect(await robin.get('/scheduled_messages')).toMatchObject({ scheduled_messages: [] })
  })
})

const limitRefusal = (limit: number) => ({
  ...badRequest,
  msg: expect.stringContaining(`(limit: ${limit})`) as unknown,
})

/** Offers that were made before: each of this many bots of a person to the receivers in turn. */
async function storeOfferedBots(maker: Person, receivers: readonly Person[], amount: number): Promise<void> {
  await env.DB.prepare(`
    with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?2)
    insert into user (
      id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id, creator_id, date_joined
    )
    select
      id + 4000 + (id % 100000) * 1000 + n, realm_id, 'o' || n || id, 'o' || n || id, 'O' || n || id, 'o' || n || id, 400, 1, id, id, 0
    from number join user on user.id = ?1
  `)
    .bind(maker.id, amount)
    .run()
  await realm.behindTheWriter(
    env.DB.prepare(`
      insert into bot_offer (bot_id, receiver_id, maker_id, made_at, storage_bytes)
      select id, ?2 ->> ('$[' || cast(row_number() over (order by id) % ?3 as integer) || ']'), ?1, unixepoch(), 10000
      from user where bot_owner_id = ?1 and delivery_email like 'o%' and not exists (select 1 from bot_offer where bot_id = user.id)
    `).bind(maker.id, JSON.stringify(receivers.map(({ id }) => id)), receivers.length),
  )
}

describe('limits of offers', () => {
  test('five of one person to another, and not of others', async () => {
    await storeOfferedBots(ada, [bob], 4)
    const wren = await realm.bot('wren', ada)
    expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 200 })

    expect(await offerBot(ada, wren, bob)).toMatchObject(limitRefusal(5))
    expect(await readOffers(bob)).toHaveLength(5)
    expect(await offerBot(ada, wren, cy)).toMatchObject({ status: 200 })
    // One in the place of another is no more.
    expect(await offerBot(ada, robin, cy)).toMatchObject({ status: 200 })
    expect(await offerBot(ada, wren, bob)).toMatchObject({ status: 200 })
    for (const by of [admin, cy])
      expect(await offerBot(by, await realm.bot(`owl${by.id}`, by), bob)).toMatchObject({ status: 200 })
  })

  test('twenty of one person in all, with those of newcomers whom they invited', async () => {
    const others = await Promise.all(['di', 'ed', 'fay', 'gil'].map((name) => realm.user(name)))
    await realm.behindTheWriter(env.DB.prepare('update user set sponsor_id = ? where id = ?').bind(ada.id, cy.id))
    await storeOfferedBots(cy, others.slice(0, 2), 10)
    await storeOfferedBots(ada, others.slice(2), 9)

    expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 200 })
    await realm.behindTheWriter(env.DB.prepare('update user set is_active = 0 where email like ?').bind('o%'))
    for (const by of [ada, cy])
      expect(await offerBot(by, await realm.bot(`wren${by.id}`, by), bob)).toMatchObject(limitRefusal(20))
  })

  test('five of all newcomers to one person', async () => {
    const newcomers = [ada, cy, await realm.user('di')]
    for (const { id } of newcomers)
      await realm.behindTheWriter(env.DB.prepare('update user set sponsor_id = ?1 where id = ?1').bind(id))
    await storeOfferedBots(cy, [bob], 3)
    await storeOfferedBots(newcomers[2]!, [bob], 2)

    expect(await offerBot(ada, robin, bob)).toMatchObject(limitRefusal(5))
    expect(await offerBot(ada, robin, admin)).toMatchObject({ status: 200 })
    const owl = await realm.bot('owl', realm.owner)
    expect(await offerBot(realm.owner, owl, bob)).toMatchObject({ status: 200 })
  })

  test('a hundred that wait for one person', async () => {
    const makers = await Promise.all(Array.from({ length: 20 }, (_, index) => realm.user(`maker${index}`)))
    for (const maker of makers) await storeOfferedBots(maker, [bob], 5)

    expect(await offerBot(ada, robin, bob)).toMatchObject(limitRefusal(100))
    expect(await readOffers(bob)).toHaveLength(100)
    const [first] = await readOffers(bob)
    await bob.delete(`/bots/${first!.bot_id}/offer`)
    expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 200 })
  })

  test('are ten a day for one person and twenty an hour in all, so that nobody is asked without end', async () => {
    for (let time = 1; time <= 10; time += 1) {
      expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 200 })
      await end(bob, robin)
    }
    expect(await offerBot(ada, robin, bob)).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect(await readOffers(bob)).toEqual([])
    for (let time = 1; time <= 9; time += 1) {
      expect(await offerBot(ada, robin, cy)).toMatchObject({ status: 200 })
      await end(ada, robin)
    }
    expect(await offerBot(ada, robin, admin)).toMatchObject({ status: 429 })
    // Administrators are not held up by it, and take over.
    expect(await offerBot(admin, robin, bob)).toMatchObject({ status: 200 })
    expect(await offerBot(admin, robin, admin)).toMatchObject({ status: 200 })
  })

  test('the same offer again changes nothing and is no notice', async () => {
    const first = await offerBot(ada, robin, bob)
    const listener = await listenForOffers(bob)

    for (let time = 1; time <= 12; time += 1)
      expect(await ada.patch(`/bots/${robin.id}`, { bot_owner_id: bob.id })).toMatchObject({ offer: first['offer'] })

    expect(await listener.events()).toEqual([])
  })
})
