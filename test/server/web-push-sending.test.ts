/** Many pushes of one job: what becomes of each, how many are under way, and what goes wrong for others. */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { partsIn } from '../../src/core/jobs/parts'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { sendPushes } from '../../src/web-push/batches'
import { newVapidKeys } from '../../src/web-push/keys'
import type { PushResult } from '../../src/web-push/outcomes'
import { maxPayloadBytes, pushPayload } from '../../src/web-push/payload'
import { peopleWithDevices, webPushDevicesOfPeople } from '../../src/web-push/queries'
import type { Push } from '../../src/web-push/sending'
import { newRealm, type TestRealm } from '../kit'
import { PushDevice, senderOf, webPushSubscription } from '../kit/push-device'
import { Service } from '../kit/services'

let realm: TestRealm
const keys = newVapidKeys()
const origin = 'https://chat.example.com'

beforeAll(async () => {
  realm = await newRealm()
})

/** Sends pushes as a job does. */
const send = (pushes: readonly Push[]): Promise<PushResult[]> =>
  realm.inObject(() => sendPushes({ env, doApart: partsIn(env, realm.id) }, { keys, origin }, pushes))

let ids = 0

function pushTo(device: PushDevice, push: Partial<Push> = {}): Push {
  ids += 1
  return {
    device: { id: ids, user_id: 1, ...device.subscription },
    payload: pushPayload({ title: `Push ${ids}`, body: '' }),
    topic: 'stream 1 tides',
    urgency: 'normal',
    ...push,
  }
}

const titleOf = (push: Push): string => (JSON.parse(push.payload) as { title: string }).title

test('each of many devices gets its own push, and its own result', async () => {
  const service = new Service([{ status: 201 }])
  const gone = new Service([{ status: 410 }])
  const devices = Array.from({ length: 100 }, (_, index) => new PushDevice((index % 10 === 3 ? gone : service).url))
  const pushes = devices.map((device) => pushTo(device))

  const results = await send(pushes)

  expect(results.map(({ device_id }) => device_id)).toEqual(pushes.map(({ device }) => device.id))
  expect(results.map(({ outcome }) => outcome)).toEqual(devices.map((_, index) => (index % 10 === 3 ? 'gone' : 'sent')))
  const seen = [...(await service.seen()), ...(await gone.seen())]
  expect(seen).toHaveLength(100)
  for (const [index, device] of devices.entries()) {
    const own = seen.flatMap((request) => {
      try {
        return [device.payloadOf(request)['title']]
      } catch {
        return []
      }
    })
    expect(own).toEqual([titleOf(pushes[index]!)])
  }
  await senderOf(seen[0]!, keys.public_key, 'https://service.example.com')
}, 60_000)

test('one event has five pushes under way', async () => {
  const service = new Service([{ status: 201, held: true }])
  const sending = send(Array.from({ length: 5 }, () => pushTo(new PushDevice(service.url))))
  await service.seen(5)
  const others = new Service([{ status: 201, held: true }])
  const manySending = send(Array.from({ length: 40 }, () => pushTo(new PushDevice(others.url))))

  expect(await others.seen(5)).toHaveLength(5)

  let released = 0
  for (; released < 40; released += 5) {
    expect(await others.seen(released + 5)).toHaveLength(released + 5)
    await others.release()
  }
  await service.release()
  expect((await Promise.all([sending, manySending])).flat().every(({ outcome }) => outcome === 'sent')).toBe(true)
})

test('a service that rests delays only its own pushes', async () => {
  const resting = new Service([{ status: 503, held: true }])
  const good = new Service([{ status: 201 }])
  const sending = send([
    ...Array.from({ length: 4 }, () => pushTo(new PushDevice(resting.url))),
    ...Array.from({ length: 60 }, () => pushTo(new PushDevice(good.url))),
  ])

  expect(await good.seen(60)).toHaveLength(60)
  await resting.release()

  expect((await sending).filter(({ outcome }) => outcome === 'sent')).toHaveLength(60)
})

/** A date as headers have it, so many seconds from now. */
const dateIn = (seconds: number) => () => new Date(Date.now() + seconds * 1000).toUTCString()

test.each<[string, () => string, number]>([
  ['120 seconds', () => '120', 120],
  ['no seconds', () => '0', 1],
  ['eleven days', () => '999999', 3600],
  ['a negative number', () => '-5', 1],
  ['a number that is none', () => '1e9', 30],
  ['a word', () => 'soon', 30],
  ['nothing', () => '', 30],
  ['a date in ten minutes', dateIn(600), 600],
  ['a date that is over', dateIn(-600), 1],
  ['a date in a hundred days', dateIn(9e6), 3600],
])('a service that asks for %s by Retry-After is tried again then', async (_, header, seconds) => {
  const service = new Service([{ status: 429, headers: { 'Retry-After': header() } }])
  const now = Date.now() / 1000

  const [result] = await send([pushTo(new PushDevice(service.url))])

  expect(result).toMatchObject({ outcome: 'delayed', status: 429 })
  expect(result!.retry_at! - now).toBeGreaterThan(seconds - 5)
  expect(result!.retry_at! - now).toBeLessThan(seconds + 30)
})

test('conversations look unrelated to a service, but a device has one topic for each', async () => {
  const service = new Service([{ status: 201 }])
  const [one, other] = [new PushDevice(service.url), new PushDevice(service.url)]

  await send([pushTo(one), pushTo(one), pushTo(one, { topic: 'stream 1 moon' }), pushTo(other)])

  const seen = await service.seen()
  const topicsOf = (device: PushDevice) =>
    seen.flatMap((request) => {
      try {
        device.payloadOf(request)
        return [request.headers['topic']]
      } catch {
        return []
      }
    })
  const [first, second, third] = topicsOf(one)
  expect(first).toBe(second)
  expect(new Set([first, third, topicsOf(other)[0]]).size).toBe(3)
})

test('a payload of the greatest length fits, and a longer one is not sent', async () => {
  const service = new Service([{ status: 201 }])
  const device = new PushDevice(service.url)
  const payload = pushPayload({ title: '', body: 'é'.repeat(5000) })
  expect(new TextEncoder().encode(payload).length).toBeGreaterThan(maxPayloadBytes - 2)

  const results = await send([pushTo(device, { payload }), pushTo(device, { payload: `${payload}  ` })])

  expect(results.map(({ outcome }) => outcome)).toEqual(['sent', 'too_large'])
  const [seen] = await service.seen()
  expect(device.payloadOf(seen!)).toEqual(JSON.parse(payload))
})

test('an address that is not public any more gets nothing', async () => {
  const device = new PushDevice('https://router.lan/send')

  expect(await send([pushTo(device)])).toMatchObject([{ outcome: 'gone', status: null }])
})

test('devices of people are found while their sessions last, those that were not reached last', async () => {
  const own = await newRealm()
  const [ada, bo] = [await own.user('ada'), await own.user('bo')]
  const register = async (person: typeof ada): Promise<number> =>
    (await person.post('/users/me/web_push', webPushSubscription(crypto.randomUUID())))['device_id'] as number
  const lost = await register(ada)
  const [second, third] = [await register(ada), await register(bo)]
  await own.behindTheWriter(
    env.DB.prepare('update web_push_device set unreachable_since = 1 where user_id = ? and id = ?').bind(ada.id, lost),
  )
  const sql = sqlOver(new Reader(new Database(env.DB), new RowCache(0)))
  const now = Date.now() / 1000
  const people = await peopleWithDevices(sql, own.id)
  expect(people.toSorted((one, other) => one - other)).toEqual([ada.id, bo.id])

  const idsOf = async (user_ids: number[]) => (await webPushDevicesOfPeople(sql, user_ids, now)).map(({ id }) => id)
  expect(await idsOf([...people, own.owner.id])).toEqual([second, third, lost])
  expect(await idsOf([bo.id])).toEqual([third])

  await own.behindTheWriter(env.DB.prepare('update session set expires_at = 1 where user_id = ?').bind(ada.id))
  expect(await idsOf(people)).toEqual([third])
})
