import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, request, rootDomain, type Person, type TestRealm } from '../kit'
import { countedBindings } from '../kit/counted-bindings'
import {
  askForReset,
  confirmReset,
  newPassword,
  createResetKey,
  startResetRequest,
  readResetRequests,
  type ResetRequest,
} from '../kit/password-resets'
import { password } from '../kit/person'

const hour = 3600
const day = 24 * hour

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
})

/** What administrators are told of somebody who waits. */
const waitingOf = async (person: Person, by: Person = person.realm.owner): Promise<ResetRequest | undefined> =>
  (await readResetRequests(by)).find(({ user_id }) => user_id === person.id)

/** Makes it longer ago that somebody asked. */
const age = (person: Person, seconds: number) =>
  env.DB.prepare('update password_reset set asked_at = asked_at - ? where user_id = ?').bind(seconds, person.id).run()

/** As if time had passed, for limits on attempts. */
const ageRequests = (where: TestRealm, seconds: number): Promise<void> =>
  where.inObject((_, { storage }) => {
    storage.sql.exec('update attempts set ends = ends - ?', seconds)
  })

let kinds = 0

/** Addresses of every kind, and how many realm objects are called for each once the answer is given. */
async function addressesOfEveryKind(): Promise<(readonly [email: string, calls: number])[]> {
  const number = (kinds += 1)
  const [member, gone] = [await realm.user(`kind-${number}`), await realm.user(`gone-${number}`)]
  const bot = await realm.bot(`kind-${number}`, member)
  await realm.deactivate(gone)
  const nobodies = ['nobody@example.com', 'notification-bot@rivulet.invalid', 'no address', '']
  return [[member.email, 1], ...[gone.email, bot.email, ...nobodies].map((email) => [email, 0] as const)]
}

describe('forgetting the password', () => {
  test('is told to administrators, with the time', async () => {
    const ada = await realm.user('ada')
    const before = Math.floor(Date.now() / 1000)

    await askForReset(realm, 'ADA@example.com')

    const waiting = await readResetRequests(realm.owner)
    expect(waiting).toEqual([{ user_id: ada.id, asked: expect.any(Number), link_expires: null }])
    expect(waiting[0]!.asked).toBeGreaterThanOrEqual(before)
  })

  test('is answered in the same words, whoever it is', async () => {
    const emails = (await addressesOfEveryKind()).map(([email]) => email)

    const answers: unknown[] = []
    for (const email of emails) {
      const { headers, ...answer } = await askForReset(realm, email)
      answers.push({ ...answer, headers: [...headers].filter(([name]) => name !== 'server-timing') })
    }

    expect(answers[0]).toMatchObject({ status: 200, result: 'success', msg: '' })
    expect(answers).toEqual(emails.map(() => answers[0]))
  })

  test('is answered before the account is looked up, whoever it is', async () => {
    for (const [email, calls] of await addressesOfEveryKind()) {
      const { asked, bindings } = countedBindings()
      const answered = Promise.withResolvers<void>()
      let trips = 0
      // The answer needs one round trip. All others are held until it is there.
      const batch = async (statements: D1PreparedStatement[]) => {
        trips += 1
        if (trips > 1) await answered.promise
        return bindings.DB.batch(statements)
      }
      const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database

      const { done } = await startResetRequest(realm, email, { ...bindings, DB })

      expect(asked, email).toEqual({ database: 1, objects: 0 })
      answered.resolve()
      await done
      expect(asked, email).toEqual({ database: 2, objects: calls })
    }
  })

  test('of the deactivated, of bots and of nobody is not stored', async () => {
    const fresh = await newRealm()
    const [member, gone] = [await fresh.user('member'), await fresh.user('gone')]
    const bot = await fresh.bot('clock', member)
    await fresh.deactivate(gone)

    for (const { email } of [gone, bot]) await askForReset(fresh, email)

    expect(await readResetRequests(fresh.owner)).toEqual([])
  })

  test('is not stored where people do not log in by password, nor in a closed organization', async () => {
    const [other, closed] = [await newRealm(), await newRealm()]
    await other.set({ authentication_methods: { Email: false, Dev: true } })
    await closed.owner.post('/realm/deactivate')

    const answers = [await askForReset(other, other.owner.email), await askForReset(closed, closed.owner.email)]

    expect(answers.map(({ status, msg }) => [status, msg])).toEqual([
      [200, ''],
      [200, ''],
    ])
    const ids = JSON.stringify([other.owner.id, closed.owner.id])
    const stored = env.DB.prepare('select 1 from password_reset where user_id in (select value from json_each(?))')
    expect((await stored.bind(ids).all()).results).toEqual([])
  })

  test('is for one organization only', async () => {
    const other = await newRealm()

    await askForReset(other, other.owner.email)

    expect(await waitingOf(realm.owner)).toBeUndefined()
    expect(await waitingOf(other.owner)).toBeDefined()
  })

  test('needs an organization', async () => {
    const answer = await request(rootDomain, 'POST', '/password_reset', { params: { email: 'ada@example.com' } })

    expect(answer).toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' })
  })

  test.each([
    [{}, 'REQUEST_VARIABLE_MISSING'],
    [{ email: `${'x'.repeat(320)}@example.com` }, 'BAD_REQUEST'],
    [{ email: 'ada@example.com\0' }, 'BAD_REQUEST'],
  ])('is refused for %j', async (params, code) => {
    expect(await request(realm.host, 'POST', '/password_reset', { params })).toMatchObject({ status: 400, code })
  })

  test('is stored five times a day for one account, and always answered', async () => {
    const bo = await realm.user('bo')
    for (let time = 1; time <= 5; time += 1) await askForReset(realm, bo.email)
    await age(bo, hour)
    const { asked } = (await waitingOf(bo))!

    const sixth = await askForReset(realm, bo.email)
    const afterSixth = await waitingOf(bo)
    await ageRequests(realm, day)
    await askForReset(realm, bo.email)

    expect(sixth).toMatchObject({ status: 200, msg: '' })
    expect(afterSixth).toMatchObject({ asked })
    expect((await waitingOf(bo))!.asked).toBeGreaterThan(asked)
  })

  test('is stored 200 times an hour for an organization, and always answered', async () => {
    const crowded = await newRealm()
    const [cy, dee] = [await crowded.user('cy'), await crowded.user('dee')]
    await askForReset(crowded, cy.email)
    await crowded.inObject((_, { storage }) => {
      storage.sql.exec("update attempts set amount = 200 where key = 'password-reset in 3600'")
    })

    const beyond = await askForReset(crowded, dee.email)
    const before = await waitingOf(dee)
    await ageRequests(crowded, hour)
    await askForReset(crowded, dee.email)

    expect(beyond).toMatchObject({ status: 200, msg: '' })
    expect(before).toBeUndefined()
    expect(await waitingOf(dee)).toBeDefined()
  })

  test('is stored 20 times an hour from one network, for people in another one as before', async () => {
    const crowded = await newRealm()
    const [cy, dee] = [await crowded.user('cy'), await crowded.user('dee')]
    const [here, elsewhere] = ['203.0.113.7', '203.0.113.8'].map((address) => ({ 'CF-Connecting-IP': address }))
    await askForReset(crowded, cy.email, {}, here)
    await crowded.inObject((_, { storage }) => {
      storage.sql.exec("update attempts set amount = 20 where key = 'password-reset from 203.0.113.7 in 3600'")
    })

    expect(await askForReset(crowded, dee.email, {}, here)).toMatchObject({ status: 200, msg: '' })
    const before = await waitingOf(dee)
    await askForReset(crowded, dee.email, {}, elsewhere)

    expect(before).toBeUndefined()
    expect(await waitingOf(dee)).toBeDefined()
  })

  test('counts towards what strangers may ask from one network, whoever it is', async () => {
    const { email } = await realm.user('often')
    const limits = { ANONYMOUS_REQUESTS_PER_MINUTE: '4' }
    const headers = { 'CF-Connecting-IP': '198.51.100.77' }

    const statuses: number[] = []
    for (const address of [email, 'nobody@example.com', email, 'nobody@example.com', email, 'nobody@example.com'])
      statuses.push((await askForReset(realm, address, limits, headers)).status)

    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('does not end a link that is open', async () => {
    const eve = await realm.user('eve')
    const key = await createResetKey(eve)

    await askForReset(realm, eve.email)

    expect((await confirmReset(realm, key)).status).toBe(200)
  })
})

describe('the list of those who wait', () => {
  test('has the newest first, and tells when a link expires', async () => {
    const fresh = await newRealm()
    const [fay, gil] = [await fresh.user('fay'), await fresh.user('gil')]
    await askForReset(fresh, gil.email)
    await askForReset(fresh, fay.email)
    await age(gil, 60)
    const { expires } = await fresh.owner.post(`/users/${gil.id}/password_reset`)

    expect(await readResetRequests(fresh.owner)).toEqual([
      { user_id: fay.id, asked: expect.any(Number), link_expires: null },
      { user_id: gil.id, asked: expect.any(Number), link_expires: expires },
    ])
  })

  test('has nobody for whom a link was made without being asked', async () => {
    const hal = await realm.user('hal')

    await createResetKey(hal)

    expect(await waitingOf(hal)).toBeUndefined()
  })

  test('forgets after three days', async () => {
    const [early, late] = [await realm.user('early'), await realm.user('late')]
    for (const { email } of [early, late]) await askForReset(realm, email)
    await age(early, 3 * day + 1)
    await age(late, 3 * day - 60)

    expect(await waitingOf(early)).toBeUndefined()
    expect(await waitingOf(late)).toBeDefined()
  })

  test('has owners for owners only', async () => {
    const [chief, admin, ivy] = [await realm.user('chief'), await realm.user('admin'), await realm.user('ivy')]
    await realm.owner.patch(`/users/${chief.id}`, { role: 100 })
    await realm.owner.patch(`/users/${admin.id}`, { role: 200 })
    for (const { email } of [chief, ivy]) await askForReset(realm, email)

    expect(await waitingOf(ivy, admin)).toBeDefined()
    expect(await waitingOf(chief, admin)).toBeUndefined()
    expect(await waitingOf(chief, realm.owner)).toBeDefined()
  })

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['got a new password by a link', async (person) => confirmReset(realm, await createResetKey(person))],
    [
      'changed the password in the usual way',
      (person) => person.patch('/settings', { old_password: password, new_password: newPassword }),
    ],
    ['was deactivated', (person) => realm.deactivate(person)],
  ])('has nobody who %s', async (how, act) => {
    const person = await realm.user(how.replaceAll(' ', '-'))
    await askForReset(realm, person.email)

    await act(person)

    expect(await waitingOf(person)).toBeUndefined()
    const stored = env.DB.prepare('select 1 from password_reset where user_id = ?').bind(person.id)
    expect((await stored.all()).results).toEqual([])
  })
})

test('what is forgotten is deleted once a day, and open links stay', async () => {
  const fresh = await newRealm()
  const [old, linked, young] = [await fresh.user('old'), await fresh.user('linked'), await fresh.user('young')]
  for (const { email } of [old, linked, young]) await askForReset(fresh, email)
  for (const person of [old, linked]) await age(person, 3 * day)
  await createResetKey(linked)

  await fresh.ringAlarm()

  const { results } = await env.DB.prepare(
    'select user_id from password_reset where user_id in (select value from json_each(?)) order by user_id',
  )
    .bind(JSON.stringify([old.id, linked.id, young.id]))
    .all()
  expect(results).toEqual([{ user_id: linked.id }, { user_id: young.id }])
})
