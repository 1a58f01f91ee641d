import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { controlClock, waitForClockChecks, advanceClock, releaseClock } from '../kit/clock'
import { hex, picture } from '../kit/outside-pictures'
import { pictures } from '../kit/pictures'
import { Service } from '../kit/services'

const mebibyte = 1024 * 1024

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

const authorizationHeader = ({ authorization }: Person) => ({ Authorization: authorization })

/** Asks for the picture at an address, and does not read it. */
const fetchPicture = (address: string, person: Person, settings: Partial<Env> = {}): Promise<Response> =>
  app.fetch(
    new Request(`http://${realm.host}/external_content/${hex(address)}`, { headers: authorizationHeader(person) }),
    { ...env, ...settings },
    createExecutionContext(),
  )

/** The status of the answer, once it is read. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}

/** The address of a picture of which one account has room for one at a time. */
const largePictureUrl = (): string => new Service([picture('png', { zeros: 7 * mebibyte })]).url

describe('who may look', () => {
  test.each<[string, () => Promise<Record<string, string>> | Record<string, string>]>([
    ['nobody without credentials', () => ({})],
    ['nobody with a wrong key', () => ({ Authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` })],
    ['no account of another organization', async () => authorizationHeader(await (await newRealm()).user('ada'))],
    [
      'no account that was deactivated',
      async () => {
        const headers = authorizationHeader(bo)
        await realm.owner.delete(`/users/${bo.id}`)
        return headers
      },
    ],
  ])('%s, also not at a picture that is cached', async (_, as) => {
    const [cached, other] = [new Service([picture()]), new Service([picture()])]
    expect(await statusOf(fetchPicture(cached.url, ada))).toBe(200)
    const headers = await as()

    for (const { url } of [cached, other])
      expect((await reach(realm.host, `/external_content/${hex(url)}`, { headers })).status).toBe(401)
    expect(await other.seen()).toEqual([])
  })

  test('nobody who was deactivated a moment ago, when this part of the server remembers them', async () => {
    const service = new Service([picture()])
    expect(await statusOf(fetchPicture(new Service([picture()]).url, bo))).toBe(200)
    await realm.behindTheWriter(env.DB.prepare('update user set is_active = 0 where id = ?').bind(bo.id))

    expect(await statusOf(fetchPicture(service.url, bo))).toBe(401)
    expect(await service.seen()).toEqual([])
  })

  test('a bot, with its key in the address', async () => {
    const bot = await realm.bot('gull', ada)
    const path = `/external_content/${hex(new Service([picture()]).url)}`

    const response = await reach(realm.host, `${path}?api_key=${bot.key}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })
})

/** The status for somebody whom the server fetches two pictures a minute for. */
const askNarrowly = (person: Person, { url }: Service): Promise<number> =>
  statusOf(fetchPicture(url, person, { OUTSIDE_PICTURES_PER_MINUTE: '2' }))

describe('pictures that are fetched', () => {
  test('have a limit for a person with their bots, and those that are cached have not', async () => {
    const bot = await realm.bot('gull', ada)
    const [first, second, third] = [new Service([picture()]), new Service([picture()]), new Service([picture()])]
    expect(await askNarrowly(ada, first)).toBe(200)
    for (const person of [ada, bo, bot]) expect(await askNarrowly(person, first)).toBe(200)
    expect(await askNarrowly(bot, second)).toBe(200)
    for (const person of [ada, bot]) expect(await askNarrowly(person, third)).toBe(429)
    expect(await third.seen()).toEqual([])
    expect(await askNarrowly(ada, second)).toBe(200)

    expect(await askNarrowly(bo, third)).toBe(200)
    expect(await askNarrowly(ada, third)).toBe(200)
  })

  test('have a limit of 100 where the deployment knows none', async () => {
    const { OUTSIDE_PICTURES_PER_MINUTE: _, ...older } = env
    const ask = async () => {
      const request = new Request(`http://${realm.host}/external_content/${hex(new Service([{ status: 404 }]).url)}`, {
        headers: authorizationHeader(ada),
      })
      return (await app.fetch(request, older, createExecutionContext())).status
    }

    for (let times = 0; times < 100; times += 1) expect(await ask()).toBe(404)
    expect(await ask()).toBe(429)
  })

  test('are waited for no longer than ten seconds', async () => {
    const service = new Service([picture('png', { held: true })])
    await statusOf(fetchPicture(new Service([picture()]).url, ada))
    controlClock()
    try {
      const answer = statusOf(fetchPicture(service.url, ada))
      await service.seen(1)
      advanceClock(9.999)
      expect(await Promise.race([answer, waitForClockChecks().then(() => 'waiting')])).toBe('waiting')
      advanceClock(0.001)

      expect(await answer).toBe(404)
    } finally {
      releaseClock()
    }
    await service.release()
  })

  test('take memory until they are sent, and who has too much of it waits', async () => {
    const unread = await fetchPicture(largePictureUrl(), ada)
    const waiting = fetchPicture(largePictureUrl(), ada)

    expect(await statusOf(fetchPicture(largePictureUrl(), bo))).toBe(200)
    expect((await unread.arrayBuffer()).byteLength).toBe(7 * mebibyte + pictures['png']!.bytes.length)

    expect(await statusOf(waiting)).toBe(200)
  })

  test('are refused with 429 where there is no room for long', async () => {
    const unread = await fetchPicture(largePictureUrl(), ada)

    expect(await statusOf(fetchPicture(largePictureUrl(), ada))).toBe(429)

    await unread.body!.cancel()
    expect(await statusOf(fetchPicture(largePictureUrl(), ada))).toBe(200)
  })
})
