import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { hashOfKey, newKey } from '../../src/auth/keys'
import { newRealm, request, type Params, type Person, type TestRealm } from '../kit'
import { countedBindings } from '../kit/counted-bindings'
import { confirmReset, isValidPassword, newPassword, createResetKey } from '../kit/password-resets'
import { logIn } from '../kit/browser'
import { password } from '../kit/person'
import { connect, upgrade } from '../kit/socket-client'

const wrongLink = { status: 400, code: 'BAD_REQUEST', msg: 'The link is wrong, was used already, or has expired.' }

let realm: TestRealm
let people = 0

beforeAll(async () => {
  realm = await newRealm()
})

const someone = (): Promise<Person> => realm.user(`person-${(people += 1)}`)

/** Does something when so many seconds have passed. */
async function after<T>(seconds: number, act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    return await act()
  } finally {
    vi.useRealTimers()
  }
}

describe('setting a password by a link', () => {
  test('replaces the old one, answers the address, and logs nobody in', async () => {
    const ada = await someone()

    const { headers, ...answer } = await confirmReset(realm, await createResetKey(ada))

    expect(answer).toEqual({ status: 200, result: 'success', msg: '', email: ada.email })
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(await isValidPassword(ada, password)).toBe(false)
    expect(await isValidPassword(ada, newPassword)).toBe(true)
  })

  test('is preceded by whose it is, as long as the link is good', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)
    const openPage = () => request(realm.host, 'GET', '/password_reset', { params: { key } })

    expect(await openPage()).toMatchObject({ status: 200, email: ada.email, full_name: ada.full_name })
    await confirmReset(realm, key)
    expect(await openPage()).toMatchObject(wrongLink)
  })

  test('is possible once', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)
    await confirmReset(realm, key)

    expect(await confirmReset(realm, key, { new_password: 'another staple' })).toMatchObject(wrongLink)
    expect(await isValidPassword(ada, newPassword)).toBe(true)
  })

  test('is done by one of ten who try at once', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)
    const passwords = Array.from({ length: 10 }, (_, number) => `battery staple ${number}`)

    const answers = await Promise.all(passwords.map((new_password) => confirmReset(realm, key, { new_password })))

    const winners = passwords.filter((_, number) => answers[number]!.status === 200)
    expect(winners).toHaveLength(1)
    expect(await isValidPassword(ada, winners[0]!)).toBe(true)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(wrongLink)
  })

  test('is possible for an hour by the clock', async () => {
    const [early, late] = [await someone(), await someone()]
    const keys = [await createResetKey(early), await createResetKey(late)]

    expect((await after(3600 - 60, () => confirmReset(realm, keys[0]!))).status).toBe(200)
    expect(await after(3600 + 1, () => confirmReset(realm, keys[1]!))).toMatchObject(wrongLink)
    expect(await isValidPassword(late, password)).toBe(true)
  })

  test.each(['', 'wrong', 'x'.repeat(32), 'x'.repeat(200), "' or 1 = 1 --", 'é'.repeat(32)])(
    'is refused for the key "%s"',
    async (key) => {
      expect(await confirmReset(realm, key)).toMatchObject(wrongLink)
    },
  )

  test.each<[Params, string]>([
    [{}, 'REQUEST_VARIABLE_MISSING'],
    [{ key: newKey() }, 'REQUEST_VARIABLE_MISSING'],
    [{ key: 'x'.repeat(201), new_password: newPassword }, 'BAD_REQUEST'],
    [{ key: newKey(), new_password: 'x'.repeat(201) }, 'BAD_REQUEST'],
    [{ key: newKey(), new_password: newPassword, keep_sessions: 'perhaps' }, 'BAD_REQUEST'],
  ])('is refused for %j', async (params, code) => {
    const answer = await request(realm.host, 'POST', '/password_reset/confirm', { params })

    expect(answer).toMatchObject({ status: 400, code })
  })

  test('with a wrong key costs one read, and hashes nothing', async () => {
    const { asked, bindings } = countedBindings()
    const PASSWORDS = { getByName: () => expect.fail('a password was hashed') } as unknown as DurableObjectNamespace
    const url = `http://${realm.host}/api/v1/password_reset/confirm`
    await someone()
    const confirmOnce = () => {
      const body = new URLSearchParams({ key: newKey(), new_password: newPassword })
      const context = createExecutionContext()
      return app.fetch(new Request(url, { method: 'POST', body }), { ...env, ...bindings, PASSWORDS }, context)
    }
    // The isolate learns which organization has the address.
    await confirmOnce()
    const before = { ...asked }

    expect((await confirmOnce()).status).toBe(400)
    expect(asked).toEqual({ database: before.database + 1, objects: 0 })
  })

  test('with a weak password is refused, and the link stays', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)

    for (const new_password of ['short', 'password', 'aaaaaaaa', ada.email, ada.full_name])
      expect(await confirmReset(realm, key, { new_password })).toMatchObject({
        status: 400,
        msg: 'The password is too weak',
        reason: 'weak_password',
      })

    expect((await confirmReset(realm, key)).status).toBe(200)
  })

  test('at the address of another organization is refused', async () => {
    const [ada, other] = [await someone(), await newRealm()]
    const key = await createResetKey(ada)

    expect(await confirmReset(other, key)).toMatchObject(wrongLink)
    expect((await confirmReset(realm, key)).status).toBe(200)
  })

  test('hashes ten passwords in an hour for one link, whatever becomes of them', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)
    const again = env.DB.prepare('insert into password_reset (user_id, key_hash, expires_at) values (?, ?, ?)').bind(
      ada.id,
      hashOfKey(key),
      Date.now() / 1000 + 3600,
    )

    const statuses: number[] = []
    for (let time = 1; time <= 11; time += 1) {
      statuses.push((await confirmReset(realm, key)).status)
      if (time <= 10) await again.run()
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('lets somebody log in whom wrong guesses had locked out', async () => {
    const ada = await someone()
    const logIn = (given: string) =>
      request(realm.host, 'POST', '/fetch_api_key', { params: { username: ada.email, password: given } })
    for (let guess = 1; guess <= 5; guess += 1) await logIn('wrong')
    expect((await logIn(password)).status).toBe(429)

    await confirmReset(realm, await createResetKey(ada))

    expect((await logIn(newPassword)).status).toBe(200)
  })

  test('sends an event to the user, with the name of the link’s creator', async () => {
    const ada = await someone()

    await confirmReset(realm, await createResetKey(ada), { keep_sessions: true })

    const messages = await ada.messages([{ operator: 'is', operand: 'private' }], { apply_markdown: false })
    expect(messages.at(-1)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: `Your password was reset by a link that @_**Olga Owner|${realm.owner.id}** made.`,
    })
  })
})

/** A queue that is not told of the notice. */
const quiet = { event_types: ['alert_words'] }

describe('the sessions of the account', () => {
  test('end: keys, browsers, tickets, waiting requests and sockets', async () => {
    const ada = await someone()
    const key = await createResetKey(ada)
    const [first, second] = [await ada.listen(quiet), await ada.listen(quiet)]
    const { ticket } = await ada.post('/events/ticket')
    const browser = await logIn(realm.host, ada.email, password)
    const waiting = first.poll()
    const client = await connect(second)

    await confirmReset(realm, key)

    expect(await waiting).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    await vi.waitFor(() => expect(client.closed).toMatchObject({ code: 4401 }))
    expect(await ada.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await ada.ask('POST', '/mark_all_as_read')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect((await browser.ask('GET', '/users/me')).status).toBe(401)
    const { queue_id, last_event_id } = second
    expect((await upgrade(ada, { queue_id, last_event_id, ticket })).status).toBe(401)
  })

  test('stay if the user wants it', async () => {
    const ada = await someone()
    const listener = await ada.listen()
    const { ticket } = await ada.post('/events/ticket')

    await confirmReset(realm, await createResetKey(ada), { keep_sessions: true })

    expect((await ada.ask('GET', '/users/me')).status).toBe(200)
    expect((await ada.ask('POST', '/mark_all_as_read')).status).toBe(200)
    const { queue_id, last_event_id } = listener
    expect((await upgrade(ada, { queue_id, last_event_id, ticket })).status).toBe(101)
    expect(await isValidPassword(ada, password)).toBe(false)
  })

  test('of others stay, and those of bots', async () => {
    const [ada, bo] = [await someone(), await someone()]
    const bot = await realm.bot(`bot-${people}`, ada)

    await confirmReset(realm, await createResetKey(ada))

    for (const other of [bo, bot, realm.owner]) expect((await other.ask('GET', '/users/me')).status).toBe(200)
  })
})

describe('a link is refused once', () => {
  interface Made {
    maker: Person
    target: Person
  }

  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['the account is an owner’s', ({ target }) => realm.owner.patch(`/users/${target.id}`, { role: 100 })],
    ['the account was deactivated', ({ target }) => realm.deactivate(target)],
    [
      'the account was deactivated and taken back',
      async ({ target }) => {
        await realm.deactivate(target)
        await realm.owner.post(`/users/${target.id}/reactivate`)
      },
    ],
    ['its maker is no administrator any more', ({ maker }) => realm.owner.patch(`/users/${maker.id}`, { role: 300 })],
    ['its maker was deactivated', ({ maker }) => realm.deactivate(maker)],
    [
      'the password was changed in the usual way',
      ({ target }) => target.patch('/settings', { old_password: password, new_password: 'another staple' }),
    ],
  ])('%s', async (_, change) => {
    const [maker, target] = [await someone(), await someone()]
    await realm.owner.patch(`/users/${maker.id}`, { role: 200 })
    const key = await createResetKey(target, maker)

    await change({ maker, target })

    expect(await confirmReset(realm, key)).toMatchObject(wrongLink)
    expect(await isValidPassword(target, newPassword)).toBe(false)
  })

  test('the organization was closed', async () => {
    const closed = await newRealm()
    const key = await createResetKey(closed.owner)
    await closed.owner.post('/realm/deactivate')

    expect(await confirmReset(closed, key)).toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' })
  })

  test('people do not log in by password any more', async () => {
    const other = await newRealm()
    const key = await createResetKey(other.owner)
    await other.set({ authentication_methods: { Email: false, Dev: true } })

    expect(await confirmReset(other, key)).toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' })
    await other.set({ authentication_methods: { Email: true, Dev: true } })
    expect((await confirmReset(other, key)).status).toBe(200)
  })
})

test('a change of address or to a role that the maker may reset leaves the link open', async () => {
  const ada = await someone()
  const key = await createResetKey(ada)
  await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
  await ada.patch('/settings', { email: 'ada@anew.example.com' })
  const { email_changes } = await realm.owner.get('/realm/email_changes')
  const [{ confirmation_url }] = email_changes as [{ confirmation_url: string }]
  await request(realm.host, 'POST', '/confirm_email', { params: { token: confirmation_url.split('/').at(-1) } })

  expect(await confirmReset(realm, key)).toMatchObject({ status: 200, email: 'ada@anew.example.com' })
})
