/** Devices for web push: who registers, sees, tests and removes them, and when they end. */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, request, type Answer, type Person, type TestRealm } from '../kit'
import { PushDevice, senderOf, webPushSubscription } from '../kit/push-device'
import { Service } from '../kit/services'

const path = '/users/me/web_push'

let realm: TestRealm
let ada: Person
let bo: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

interface ListedDevice {
  id: number
  name: string
  host: string
  created_at: number
  last_success: number | null
}

const devicesOf = async (person: Person): Promise<ListedDevice[]> =>
  (await person.get(path))['devices'] as ListedDevice[]

const register = async (person: Person, params = webPushSubscription(crypto.randomUUID())): Promise<number> =>
  (await person.post(path, params))['device_id'] as number

/** Somebody new, because others have devices already. */
const newcomer = (): Promise<Person> => realm.user(crypto.randomUUID())

/** Another session of somebody, as of another device. */
async function otherSession(person: Person): Promise<Person> {
  const other: Person = Object.assign(Object.create(Object.getPrototypeOf(person) as object) as Person, person)
  await other.logIn()
  return other
}

/** Somebody with two sessions, each of which registered a device. */
async function twoSessions() {
  const person = await newcomer()
  const other = await otherSession(person)
  await register(other)
  const kept = await register(person)
  return { person, other, kept }
}

/** How many devices are stored of somebody, of whatever session. */
const countStoredDevices = async ({ id }: Person): Promise<number> =>
  (await env.DB.prepare('select count(*) as devices from web_push_device where user_id = ?').bind(id).first('devices'))!

/** Somebody with a device at this service, and a function that sends test pushes there. */
async function withDevice(service: Service) {
  const person = await newcomer()
  const device = new PushDevice(service.url)
  const { device_id, public_key } = await person.post(path, { ...device.subscription })
  const send = (): Promise<Answer> => person.ask('POST', `${path}/${device_id as number}/test`)
  return { person, device, public_key: public_key as string, send }
}

describe('a device', () => {
  test('is listed with a name, the host of its service and no secret', async () => {
    const person = await newcomer()
    const subscription = webPushSubscription('b')
    const endpoint = 'https://push.example.com:8443/send/secret'

    const id = await register(person, { ...subscription, endpoint, name: ' My phone ' })

    const answer = await person.get(path)
    expect(answer['devices']).toEqual([
      { id, name: 'My phone', host: 'push.example.com:8443', created_at: expect.any(Number), last_success: null },
    ])
    for (const secret of ['secret', subscription['auth']!, subscription['p256dh']!])
      expect(JSON.stringify(answer)).not.toContain(secret)
  })

  test('is named after the program that registers it, unless it has a name', async () => {
    const person = await newcomer()
    await request(realm.host, 'POST', path, {
      params: webPushSubscription('b'),
      headers: {
        Authorization: person.authorization,
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
      },
    })

    expect(await devicesOf(person)).toMatchObject([{ name: 'Firefox on Linux' }])
  })

  test('that is registered again is the same device', async () => {
    const person = await newcomer()
    const subscription = webPushSubscription('b')
    const id = await register(person, subscription)

    expect(await register(person, { ...subscription, name: 'The same' })).toBe(id)

    expect(await devicesOf(person)).toMatchObject([{ id, name: 'The same' }])
  })

  test('that is registered with other keys is another device, and replaces the first one', async () => {
    const person = await newcomer()
    const id = await register(person, webPushSubscription('b'))

    const other = await register(person, webPushSubscription('b'))

    expect(other).not.toBe(id)
    expect(await devicesOf(person)).toMatchObject([{ id: other }])
  })

  test('of an app may come with padded keys', async () => {
    const person = await newcomer()
    const { endpoint, p256dh, auth } = new PushDevice('https://push.example.com/b').subscription

    await person.post(path, { endpoint, p256dh: `${p256dh}=`, auth: `${auth}==` })

    expect(await devicesOf(person)).toHaveLength(1)
  })

  test('moves to the account that registers it, if a browser changes hands', async () => {
    const [before, after] = [await newcomer(), await newcomer()]
    const subscription = webPushSubscription(crypto.randomUUID())
    await register(before, subscription)

    await register(after, subscription)

    expect([await devicesOf(before), await devicesOf(after)]).toMatchObject([[], [{}]])
  })

  test('stays where it is if somebody else registers its address with other keys', async () => {
    const [victim, attacker] = [await newcomer(), await newcomer()]
    const endpoint = `https://push.example.com/${crypto.randomUUID()}`
    const id = await register(victim, { ...webPushSubscription(''), endpoint })

    await register(attacker, { ...webPushSubscription(''), endpoint })

    expect(await devicesOf(victim)).toMatchObject([{ id }])
  })

  test('is neither seen, tested nor removed by somebody else', async () => {
    const person = await newcomer()
    const id = await register(person)

    expect((await devicesOf(bo)).map((device) => device.id)).not.toContain(id)
    for (const [method, ending] of [
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect(await bo.ask(method, `${path}/${id}${ending}`)).toMatchObject({ status: 400, reason: 'not_found' })
    expect(await devicesOf(person)).toMatchObject([{ id }])
  })

  test('can be removed once', async () => {
    const person = await newcomer()
    const id = await register(person)

    await person.delete(`${path}/${id}`)

    expect(await devicesOf(person)).toEqual([])
    expect(await person.ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 400, reason: 'not_found' })
  })

  test('is not for bots, but for guests', async () => {
    const bot = await realm.bot('robo', ada)
    const guest = await realm.user('guest', { role: 600 })

    for (const answer of [
      await bot.ask('GET', path),
      await bot.ask('POST', path, webPushSubscription('b')),
      await bot.ask('DELETE', `${path}/1`),
      await bot.ask('POST', `${path}/1/test`),
    ])
      expect(answer).toMatchObject({ status: 400, msg: 'This endpoint does not accept bot requests.' })
    await register(guest)
  })
})

describe('of more than ten devices', () => {
  test('the one that got a push longest ago is replaced', async () => {
    const person = await newcomer()
    const ids: number[] = []
    for (let number = 0; number < 10; number += 1) ids.push(await register(person))
    const today = Math.floor(Date.now() / 86_400_000)
    await realm.behindTheWriter(
      env.DB.prepare(
        `update web_push_device set last_success_on = iif(id = ?, ? - 9, ? - id % 3), created_at = 0 where user_id = ?`,
      ).bind(ids[4], today, today, person.id),
    )

    const last = await register(person)

    expect((await devicesOf(person)).map(({ id }) => id)).toEqual([...ids.filter((id) => id !== ids[4]), last])
  })
})

describe('an address', () => {
  const refused = [
    'http://push.example.com/send',
    'ftp://push.example.com/send',
    'https://localhost/send',
    'https://localhost:8787/send',
    'https://push.localhost/send',
    'https://127.0.0.1/send',
    'https://0x7f.1/send',
    'https://2130706433/send',
    'https://0177.0.0.1/send',
    'https://127.1:8443/send',
    'https://10.0.0.8/send',
    'https://169.254.169.254/latest',
    'https://192.168.1.1/send',
    'https://8.8.8.8/send',
    'https://[::1]/send',
    'https://[::ffff:127.0.0.1]/send',
    'https://[fe80::1]/send',
    'https://[2606:4700:4700::1111]/send',
    'https://router/send',
    'https://push.internal/send',
    'https://push.local/send',
    'https://push.local./send',
    'https://PUSH.LOCAL/send',
    'https://push%2elocal/send',
    'https://push.ｌocal/send',
    'https://push..example.com/send',
    'https://user@push.example.com/send',
    'https://user:secret@push.example.com/send',
    'https://push.example.com@127.0.0.1/send',
    'https://push.example.com:80/send',
    'https://push.example.com:22/send',
    'https://push.example.com:1024/send',
    'https://push.example.com/send#part',
    'https://rivulet.test/api/v1/messages',
    'https://acme.rivulet.test/api/v1/messages',
    'https://acme.rivulet.test./api/v1/messages',
    'https:push',
    'push.example.com/send',
    '//push.example.com/send',
    ' ',
    '',
    'data:text/plain,x',
    'javascript:alert(1)',
  ]

  test.each(refused)('%j is refused', async (endpoint) => {
    expect(await ada.ask('POST', path, { ...webPushSubscription(''), endpoint })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test('of the organization itself is refused', async () => {
    const endpoint = `https://${realm.host}/api/v1/messages`

    expect(await ada.ask('POST', path, { ...webPushSubscription(''), endpoint })).toMatchObject({ status: 400 })
  })

  test('may have 1,000 characters and no more, also once it is normalized', async () => {
    const person = await newcomer()
    const start = 'https://push.example.com/'
    const subscription = webPushSubscription('')

    await person.post(path, { ...subscription, endpoint: start.padEnd(1000, 'a') })
    for (const endpoint of [start.padEnd(1001, 'a'), start.padEnd(900, 'é'), start.padEnd(1_000_000, 'a')])
      expect(await person.ask('POST', path, { ...subscription, endpoint })).toMatchObject({ status: 400 })
  })

  test.each(['https://push.example.com./send', 'https://push.example.com:1025/send', 'https://push.example.com:443/s'])(
    '%s is taken',
    async (endpoint) => {
      await register(await newcomer(), { ...webPushSubscription(''), endpoint })
    },
  )
})

describe('a key', () => {
  const good = webPushSubscription('b')
  const point = Buffer.from(good['p256dh']!, 'base64url')
  const offCurve = Buffer.from(point)
  offCurve[64]! ^= 1

  test.each([
    ['that is missing', { p256dh: undefined }],
    ['that is no base64', { p256dh: '!'.repeat(87) }],
    ['that is short', { p256dh: point.subarray(0, 64).toString('base64url') }],
    ['that is long', { p256dh: Buffer.concat([point, Buffer.alloc(1)]).toString('base64url') }],
    ['that is compressed', { p256dh: Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]).toString('base64url') }],
    ['that is on no curve', { p256dh: offCurve.toString('base64url') }],
    ['that is all zeros', { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url') }],
    ['of the wrong length as a secret', { auth: Buffer.alloc(15).toString('base64url') }],
    ['that is an endless secret', { auth: 'A'.repeat(10_000) }],
    ['with a character of other alphabets', { auth: 'p3Fw50TLEV6m2Guéxcog' }],
  ])('%s is refused', async (_, wrong) => {
    const params = Object.fromEntries(Object.entries({ ...good, ...wrong }).filter(([, value]) => value !== undefined))

    expect((await ada.ask('POST', path, params)).status).toBe(400)
  })
})

describe('devices end', () => {
  test('with the session that registered them, when it logs out', async () => {
    const { person, other, kept } = await twoSessions()

    await other.delete('/session')

    expect((await devicesOf(person)).map(({ id }) => id)).toEqual([kept])
  })

  test('with all other sessions', async () => {
    const { person, kept } = await twoSessions()

    await person.delete('/users/me/sessions')

    expect((await devicesOf(person)).map(({ id }) => id)).toEqual([kept])
  })

  test('with a session that an administrator ends', async () => {
    const { person } = await twoSessions()

    await realm.owner.delete(`/users/${person.id}/sessions`)

    await person.logIn()
    expect(await devicesOf(person)).toEqual([])
  })

  test('with a new key', async () => {
    const { person } = await twoSessions()
    const { api_key } = await person.post('/users/me/api_key/regenerate')

    Object.assign(person, { key: api_key as string })
    expect(await devicesOf(person)).toEqual([])
  })

  test('with the account, and do not come back with it', async () => {
    const { person } = await twoSessions()

    await realm.deactivate(person)

    expect(await countStoredDevices(person)).toBe(0)
    await realm.reactivate(person)
    expect(await devicesOf(person)).toEqual([])
  })

  test('with an erased account', async () => {
    const { person } = await twoSessions()

    await realm.owner.post(`/users/${person.id}/erase`, { messages: 'keep' })

    expect(await countStoredDevices(person)).toBe(0)
  })

  test('when the session of a browser expires, and make room then', async () => {
    const { person, other, kept } = await twoSessions()
    const hashes = 'select session_hash from web_push_device where user_id = ?1 and id <> ?2'
    await realm.behindTheWriter(
      env.DB.prepare(`update session set expires_at = 1 where hash in (${hashes})`).bind(other.id, kept),
    )

    expect((await devicesOf(person)).map(({ id }) => id)).toEqual([kept])
    await register(person)
    expect(await countStoredDevices(person)).toBe(2)
  })
})

describe('the keys of an organization', () => {
  test('are made once, when they are needed, and everybody learns of the public one', async () => {
    const own = await newRealm()
    const person = await own.user('ada')
    const listener = await person.listen({ event_types: ['realm'], fetch_event_types: ['realm'] })
    expect(listener.state['realm_web_push_public_key']).toBeNull()

    const [first, second] = await Promise.all([own.owner.get(path), person.get(path)])

    const { public_key } = first
    expect(Buffer.from(public_key as string, 'base64url')).toHaveLength(65)
    expect(second['public_key']).toBe(public_key)
    expect((await person.post(path, webPushSubscription('b')))['public_key']).toBe(public_key)
    expect(await listener.events()).toMatchObject([
      { type: 'realm', op: 'update', property: 'web_push_public_key', value: public_key },
    ])
    const again = await person.post('/register', { fetch_event_types: ['realm'] })
    expect(again['realm_web_push_public_key']).toBe(public_key)
    expect((await ada.get(path))['public_key']).not.toBe(public_key)
  })

  test('are made anew where the database is a copy from another deployment, without the devices there', async () => {
    const own = await newRealm()
    const person = await own.user('ada')
    const { public_key, device_id } = await person.post(path, webPushSubscription('b'))
    await own.behindTheWriter(
      env.DB.prepare(`update web_push_key set object_id = 'of another one' where realm_id = ?`).bind(own.id),
    )

    expect(await person.ask('POST', `${path}/${device_id as number}/test`)).toMatchObject({ reason: 'not_found' })
    const after = await person.get(path)

    expect(after['public_key']).not.toBe(public_key)
    expect(await devicesOf(person)).toEqual([])
  })
})

describe('a test push', () => {
  test('can be read by the device alone, and says nothing else to the service', async () => {
    const service = new Service([{ status: 201 }])
    const { person, device, public_key, send } = await withDevice(service)

    expect(await send()).toMatchObject({ status: 200, outcome: 'sent', service_status: 201, service_answer: '' })

    const [seen] = await service.seen(1)
    expect(seen!.method).toBe('POST')
    expect(seen!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(Buffer.from(seen!.base64, 'base64')).toHaveLength(4096)
    expect(device.payloadOf(seen!)).toMatchObject({ type: 'test', user_id: person.id, realm: `http://${realm.host}` })
    expect(() => new PushDevice(service.url).payloadOf(seen!)).toThrow()
    const sender = await senderOf(seen!, public_key, 'https://service.example.com')
    expect(sender.sub).toBe(`https://${realm.host}`)
    expect(sender.exp! - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600)
    expect(Object.keys(sender).toSorted()).toEqual(['aud', 'exp', 'iat', 'sub'])
    // The platform adds `CF-Worker`.
    const names = Object.keys(seen!.headers).filter((name) => name !== 'cf-worker')
    const declared =
      'authorization content-encoding content-length content-type host topic ttl urgency user-agent x-real-ip'
    expect(names.toSorted()).toEqual(declared.split(' '))
  })

  test.each([
    [201, 'sent', 'taken'],
    [202, 'sent', 'queued'],
    [404, 'gone', 'no such subscription'],
    [410, 'gone', 'unsubscribed'],
    [413, 'too_large', 'too large'],
    [429, 'delayed', 'slow down'],
    [500, 'delayed', 'broken'],
    [503, 'delayed', 'resting'],
    [400, 'refused', 'Bad token'],
    [403, 'refused', 'VAPID key mismatch'],
    [307, 'refused', 'elsewhere'],
  ])('that is answered with %i is %s', async (status, outcome, body) => {
    const headers = status === 307 ? { Location: 'https://service.example.com/elsewhere' } : {}
    const service = new Service([{ status, body, headers }])
    const { send } = await withDevice(service)

    const answer = await send()

    expect(answer).toMatchObject({ outcome, service_status: status, service_answer: body })
    expect(await service.seen()).toHaveLength(1)
  })

  test('shows the real status and the beginning of the answer, without control characters', async () => {
    const { send } = await withDevice(
      new Service([{ status: 403, body: '\u001b[31mno\u0000\u202e\n\twhy %', size: 2_000_000 }]),
    )

    const answer = await send()

    expect(answer['service_status']).toBe(403)
    expect(answer['service_answer']).toMatch(/^\[31mno why x{400,500}$/)
  })

  test('is noted once a day', async () => {
    const { person, send } = await withDevice(new Service([{ status: 201 }]))

    const first = await send()

    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
    expect(await devicesOf(person)).toMatchObject([{ last_success: midnight }])
    // The commit takes a row, and the device another one the first time.
    expect([first, await send()].map((answer) => costOf(answer)['rows_written'])).toEqual([2, 1])
  })

  test('to a device that is gone removes it', async () => {
    const { person, send } = await withDevice(new Service([{ status: 410 }]))

    await send()

    expect(await devicesOf(person)).toEqual([])
  })

  test('removes a device that refuses three times, one after the other', async () => {
    const refusal = { status: 403 }
    const service = new Service([refusal, refusal, { status: 201 }, refusal, refusal, refusal])
    const { person, send } = await withDevice(service)

    for (let number = 0; number < 5; number += 1) await send()
    expect(await devicesOf(person)).toHaveLength(1)
    await realm.inObject((object) =>
      (object as unknown as { attempts: { inMemory: Map<string, unknown> } }).attempts.inMemory.clear(),
    )
    await send()

    expect(await devicesOf(person)).toEqual([])
  })

  test('removes a device whose service was not there for two weeks', async () => {
    const { person, send } = await withDevice(new Service([{ status: 503 }]))
    await send()
    const age = (days: number) =>
      realm.behindTheWriter(
        env.DB.prepare('update web_push_device set unreachable_since = unreachable_since - ? where user_id = ?').bind(
          days,
          person.id,
        ),
      )

    await age(13)
    await send()
    expect(await devicesOf(person)).toHaveLength(1)
    await age(1)
    await send()

    expect(await devicesOf(person)).toEqual([])
  })

  test('may be sent five times a minute', async () => {
    const { send } = await withDevice(new Service([{ status: 201 }]))

    for (let number = 0; number < 5; number += 1) expect(await send()).toMatchObject({ status: 200 })

    expect(await send()).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  })
})
