import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { passwordsObjectName } from '../../src/auth/passwords'
import type { StoredAttempts } from '../../src/core/turn/attempts'
import { newRealm, password, request, type Answer, type Person, type TestRealm } from '../kit'
import { withSettings, advanceObjectClock, passwordObjectOf, evictIfAwake } from '../kit/password-objects'

interface From {
  address?: string
  cookie?: string | undefined
}

let realm: TestRealm
let ada: Person
let people = 0
// Networks of which nobody guessed yet.
let home: string
let elsewhere: string
let theirs: string

beforeAll(async () => {
  realm = await newRealm()
})

/** Somebody of whom nobody guessed yet. */
beforeEach(async () => {
  people += 1
  ada = await realm.user(`ada-${people}`)
  home = `10.1.${people}.1`
  elsewhere = `10.1.${people}.2`
  theirs = `10.1.${people}.3`
})

const logIn = (given: string, { address, cookie }: From = {}, username = ada.email): Promise<Answer> =>
  request(realm.host, 'POST', '/fetch_api_key', {
    params: { username, password: given },
    headers: {
      ...(address !== undefined && { 'CF-Connecting-IP': address }),
      ...(cookie !== undefined && { Cookie: cookie }),
    },
  })

/** Logs in, as from a device of one's own, and answers the cookie that it keeps. */
async function device(address?: string, username = ada.email): Promise<string> {
  const answer = await logIn(password, { ...(address !== undefined && { address }) }, username)
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

const cookieOf = ({ headers }: Answer): string => headers.get('Set-Cookie')!.split(';')[0]!

/** Guesses wrong so often, and answers how many guesses were looked at. */
async function guessPasswords(times: number, from: (time: number) => From): Promise<number> {
  let looked = 0
  for (let time = 0; time < times; time += 1) {
    const { status } = await logIn('wrong', from(time))
    expect([401, 429]).toContain(status)
    if (status === 401) looked += 1
  }
  return looked
}

/** So many guesses from a network of their own each. */
const guessFromEverywhere = (times: number): Promise<number> =>
  guessPasswords(times, (time) => ({ address: `10.2.${people}.${time}` }))

describe('wrong guesses from elsewhere', () => {
  test('keep nobody out but whoever guesses', async () => {
    await device(home)

    expect(await guessPasswords(6, () => ({ address: theirs }))).toBe(5)

    expect((await logIn(password, { address: theirs })).status).toBe(429)
    expect((await logIn(password, { address: home })).status).toBe(200)
    expect((await logIn(password, { address: elsewhere })).status).toBe(200)
  })

  test('from everywhere keep strangers out, and neither known devices nor known networks', async () => {
    const cookie = await device(home)

    expect(await guessFromEverywhere(80)).toBe(70)

    expect((await logIn(password, { address: elsewhere })).status).toBe(429)
    expect((await logIn(password, { address: elsewhere, cookie })).status).toBe(200)
    expect((await logIn(password, { address: home })).status).toBe(200)
  })

  test('are a hundred an hour at most, whoever makes them', async () => {
    const networks = [1, 2, 3, 4, 5].map((number) => `203.0.113.${number}`)
    const devices: string[] = []
    for (const address of networks) devices.push(await device(address))
    const all = async () => {
      let looked = await guessFromEverywhere(100)
      for (const address of networks) looked += await guessPasswords(6, () => ({ address }))
      for (const cookie of devices) looked += await guessPasswords(6, () => ({ address: theirs, cookie }))
      return looked
    }

    const first = await all()
    await advanceObjectClock(passwordObjectOf(realm, ada.email), 31 * 60)
    const second = await all()
    await advanceObjectClock(passwordObjectOf(realm, ada.email), 30 * 60)

    expect([first, second]).toEqual([100, 0])
    expect(await guessFromEverywhere(1)).toBe(1)
  })

  test('do not keep their owner from changing the password', async () => {
    await guessFromEverywhere(80)

    await ada.patch('/settings', { old_password: password, new_password: 'battery staple' })

    // From there it was changed, so that is a network to log in from.
    expect((await logIn('battery staple')).status).toBe(200)
    expect((await logIn('battery staple', { address: elsewhere })).status).toBe(429)
  })

  test('at names of which one network tries many stop it, but not whoever is known there', async () => {
    const [cookie, names] = [await device(home), namesInSameObject(ada.email, 30)]
    await realm.owner.post('/users', { email: names[0], password, full_name: 'Bo' })

    const statuses = []
    for (const name of names.slice(1)) statuses.push((await logIn('wrong', { address: home }, name)).status)

    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await logIn(password, { address: home }, names[0])).status).toBe(429)
    expect((await logIn(password, { address: elsewhere }, names[0])).status).toBe(200)
    expect((await logIn(password, { address: home })).status).toBe(200)
    expect((await logIn(password, { address: home, cookie })).status).toBe(200)
  })
})

/** Names whose guesses the same object counts. */
const namesInSameObject = (email: string, amount: number): string[] =>
  Array.from({ length: 20 * amount }, (_, number) => `somebody-${number}-beside-${email}`)
    .filter((name) => passwordsObjectName(realm.id, name) === passwordsObjectName(realm.id, email))
    .slice(0, amount)

describe('a device that logged in', () => {
  test('is known by a cookie that nobody else reads', async () => {
    const cookie = (await logIn(password)).headers.get('Set-Cookie')

    expect(cookie).toMatch(
      /^__Host-rivulet-device=[A-Za-z0-9_-]{65}; Path=\/; Secure; SameSite=Lax; Max-Age=34560000; HttpOnly$/,
    )
  })

  test('gets no cookie for a wrong password', async () => {
    expect((await logIn('wrong')).headers.get('Set-Cookie')).toBeNull()
  })

  test('has five wrong guesses, and stays the one that it is', async () => {
    const cookie = await device(home)
    const again = cookieOf(await logIn(password, { cookie }))
    await guessFromEverywhere(70)

    expect(await guessPasswords(6, (time) => ({ address: `198.51.100.${time}`, cookie }))).toBe(5)
    expect((await logIn(password, { address: elsewhere, cookie: again })).status).toBe(429)
    expect((await logIn(password, { address: home })).status).toBe(200)
  })

  test.each<[string, (cookie: string) => Promise<string> | string]>([
    ['of another account', async () => device(elsewhere, realm.owner.email)],
    ['of another account in another place', async () => device(elsewhere, namesInSameObject(ada.email, 1)[0])],
    ['with another proof', (cookie) => cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['of another device', (cookie) => cookie.replace(/=.{22}/, `=${'A'.repeat(22)}`)],
    ['that is empty', () => '__Host-rivulet-device='],
    ['that is endless', (cookie) => cookie + 'A'.repeat(100_000)],
    ['behind a lot of others', (cookie) => `a=${'b'.repeat(10_000)}; ${cookie}`],
    ['by another name', (cookie) => cookie.replace('__Host-', '')],
  ])('is not known by a cookie %s', async (_, forged) => {
    await realm.owner.ask('POST', '/users', { email: namesInSameObject(ada.email, 1)[0], password, full_name: 'Bo' })
    const cookie = await forged(await device(home))
    await guessFromEverywhere(70)

    expect((await logIn(password, { address: '198.51.100.9', cookie })).status).toBe(429)
  })

  test('is known by a cookie among others', async () => {
    const cookie = `a=b; ${await device(home)}; c=d`
    await guessFromEverywhere(70)

    expect((await logIn(password, { address: elsewhere, cookie })).status).toBe(200)
  })

  test('is a stranger once the password is another, and so are networks', async () => {
    const cookie = await device(home)
    await device(elsewhere)
    await ada.patch('/settings', { old_password: password, new_password: 'battery staple' })
    await guessFromEverywhere(70)

    expect((await logIn('battery staple', { address: theirs, cookie })).status).toBe(429)
    expect((await logIn('battery staple', { address: elsewhere })).status).toBe(429)
    expect((await logIn('battery staple')).status).toBe(200)
  })
})

describe('a network that was logged in from', () => {
  test('is known for a month, and longer when it is used', async () => {
    const object = passwordObjectOf(realm, ada.email)
    await device(home)
    await device(elsewhere)
    await advanceObjectClock(object, 20 * 24 * 3600)
    await device(home)
    await advanceObjectClock(object, 11 * 24 * 3600)
    await guessFromEverywhere(70)

    expect((await logIn(password, { address: home })).status).toBe(200)
    expect((await logIn(password, { address: elsewhere })).status).toBe(429)
  })

  test('is one of twenty', async () => {
    await device(home)
    for (let number = 0; number < 20; number += 1) await device(`198.51.100.${number}`)
    await guessFromEverywhere(70)

    expect((await logIn(password, { address: '198.51.100.0' })).status).toBe(200)
    expect((await logIn(password, { address: home })).status).toBe(429)
  })
})

test('neither addresses nor hashes are written down', async () => {
  await device(home)
  await guessPasswords(2, () => ({ address: theirs }))
  const { hash } = (await env.DB.prepare('select hash from password where user_id = ?').bind(ada.id).first<{
    hash: string
  }>())!

  const kept = await runInDurableObject(passwordObjectOf(realm, ada.email), (_, { storage }) =>
    JSON.stringify([...storage.sql.exec('select * from guesses'), ...storage.sql.exec('select * from attempts')]),
  )

  expect(kept).toContain(ada.email)
  for (const secret of [home, theirs, hash, password]) expect(kept).not.toContain(secret)
})

test('right guesses at one account are a hundred an hour', async () => {
  await runInDurableObject(passwordObjectOf(realm, ada.email), (object) => {
    const { attempts } = object as unknown as { attempts: StoredAttempts }
    for (let time = 0; time < 98; time += 1)
      attempts.record(`right ${ada.email}`, { maxAttempts: 100, seconds: 3600, inMemory: true })
  })

  const first = (await logIn(password)).status
  const other = (await logIn(password, {}, realm.owner.email)).status

  expect([first, other]).toEqual([200, 200])
  expect((await logIn(password)).status).toBe(429)
})

/** The realm's object, which does not run. */
const sleepingObject = async (): Promise<DurableObjectStub> => {
  await realm.evict()
  return realm.object
}

describe('a wrong guess', () => {
  test.each(['its owner’s', 'nobody’s'])('does not reach the realm’s object, be the name %s or not', async (whose) => {
    const object = await sleepingObject()

    expect((await logIn('wrong', {}, whose === 'nobody’s' ? 'nobody@example.com' : ada.email)).status).toBe(401)
    expect(await evictIfAwake(object)).toBe(false)
  })

  test('differs in this from a right one', async () => {
    const object = await sleepingObject()

    expect((await logIn(password)).status).toBe(200)
    expect(await evictIfAwake(object)).toBe(true)
  })

  test.each(['somebody', 'nobody'])('costs one round trip to the database for %s', async (whose) => {
    let trips = 0
    const database = {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => {
        trips += 1
        return env.DB.batch(statements)
      },
    }
    const askOnce = async () => {
      const username = whose === 'nobody' ? 'nobody@elsewhere.example.com' : ada.email
      const body = new URLSearchParams({ username, password: 'wrong' })
      const asked = new Request(`http://${realm.host}/api/v1/fetch_api_key`, { method: 'POST', body })
      return (await app.fetch(asked, { ...env, DB: database }, createExecutionContext())).status
    }
    await askOnce()
    trips = 0

    expect(await askOnce()).toBe(401)
    expect(trips).toBe(1)
  })
})

describe('nobody makes the server hash a password', () => {
  const person = { email: 'new@example.com', full_name: 'Nora New', password }

  test.each<[string, () => Promise<Answer>]>([
    ['who may not create accounts', () => ada.ask('POST', '/users', person)],
    ['who creates one with a weak password', () => realm.owner.ask('POST', '/users', { ...person, password: 'abc' })],
    ['who creates one with a bad address', () => realm.owner.ask('POST', '/users', { ...person, email: 'new' })],
  ])('%s', async (_, ask) => {
    for (const email of [person.email, 'new']) await evictIfAwake(passwordObjectOf(realm, email))

    expect((await ask()).status).toBe(400)

    for (const email of [person.email, 'new']) expect(await evictIfAwake(passwordObjectOf(realm, email))).toBe(false)
  })

  test.each([
    ['who founds no realm for want of the setup token', { setup_token: 'x' }],
    ['who founds one that is there', {}],
    ['who founds one with a weak password', { string_id: 'another', owner_password: 'abc' }],
  ])('%s', async (_, given) => {
    await evictIfAwake(passwordObjectOf({ id: 0 }, 'founding'))

    const answer = await request('rivulet.test', 'POST', '/realm', {
      params: {
        realm_name: 'Harbour',
        string_id: realm.string_id,
        owner_full_name: 'Olga',
        owner_email: 'olga@example.com',
        owner_password: password,
        setup_token: 'open sesame',
        ...given,
      },
    })

    expect(answer.status).toBe(400)
    expect(await evictIfAwake(passwordObjectOf({ id: 0 }, 'founding'))).toBe(false)
  })

  test('who has no rights, unlike who has', async () => {
    await realm.owner.post('/users', person)

    expect(await evictIfAwake(passwordObjectOf(realm, person.email))).toBe(true)
  })
})

test('a known device logs in while strangers guess, who are told to come back', async () => {
  const cookie = await device(home)
  // So that a hash takes some milliseconds.
  for (const name of namesInSameObject(ada.email, 1))
    await withSettings(passwordObjectOf(realm, name), { SCRYPT_COST: '11' })
  const names = namesInSameObject(ada.email, 60)
  const strangers = names.map((name, time) => logIn('wrong', { address: `192.0.2.${time}` }, name))

  const answer = await logIn(password, { address: elsewhere, cookie })

  expect(answer.status).toBe(200)
  const refused = (await Promise.all(strangers)).filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 5 })
})
