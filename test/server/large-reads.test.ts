import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { app } from '../../src/app'
import { newKey } from '../../src/auth/keys'
import { countedBindings } from '../kit/counted-bindings'
import { newRealm, type Person } from '../kit'

const { asked, bindings } = countedBindings()

/** The answer to a read, and how often it asked the realm's object. */
async function read(host: string, path: string, authorization: string) {
  const before = { ...asked }
  const context = createExecutionContext()
  const request = new Request(`http://${host}/api/v1${path}`, { headers: { Authorization: authorization } })
  const response = await app.fetch(request, { ...env, ...bindings }, context)
  const answer = await response.json<Record<string, unknown>>()
  await waitOnExecutionContext(context)
  return {
    status: response.status,
    headers: response.headers,
    answer,
    objects: asked.objects - before.objects,
  }
}

const page = (count: number, more = '') => `/messages?anchor=newest&num_before=${count}&num_after=0${more}`

/** So many ids that no message has. */
const ids = (count: number) => encodeURIComponent(JSON.stringify(Array.from({ length: count }, (_, id) => 1e12 + id)))

async function newTalk(): Promise<{ host: string; ada: Person }> {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { name } = await realm.stream('harbour', ada)
  for (let number = 1; number <= 3; number += 1) await ada.send(name, 'tides', `high ${number}`)
  await read(realm.host, '/users/me', ada.authorization)
  return { host: realm.host, ada }
}

test('a large page is made by the object, and is the same as a small one', async () => {
  const { host, ada } = await newTalk()

  const small = await read(host, page(200), ada.authorization)
  const large = await read(host, page(201), ada.authorization)

  expect([small.status, small.objects]).toEqual([200, 0])
  expect([large.status, large.objects]).toEqual([200, 1])
  expect(large.answer).toEqual(small.answer)
  expect(large.headers.has('Rivulet-Rows-Read')).toBe(false)
  expect(large.headers.get('Cache-Control')).toBe('no-store')
})

test('many named messages are, too', async () => {
  const { host, ada } = await newTalk()
  expect((await read(host, `/messages?message_ids=${ids(100)}`, ada.authorization)).objects).toBe(0)
  expect(await read(host, `/messages?message_ids=${ids(500)}`, ada.authorization)).toMatchObject({
    status: 200,
    objects: 1,
  })
})

test.each(['/users', '/streams', '/users/me/subscriptions', '/user_groups', '/attachments'])(
  'GET %s, which grows with the organization, is made by the object',
  async (path) => {
    const { host, ada } = await newTalk()

    expect(await read(host, path, ada.authorization)).toMatchObject({ status: 200, objects: 1 })
  },
)

test('bad parameters of a large page are refused as those of a small one', async () => {
  const { host, ada } = await newTalk()
  const narrow = `&narrow=${encodeURIComponent('[["stream","nowhere"]]')}`

  const [small, large] = [
    await read(host, page(1, narrow), ada.authorization),
    await read(host, page(1000, narrow), ada.authorization),
  ]

  expect(large.status).toBe(400)
  expect(large.answer).toEqual(small.answer)
  expect(await read(host, page(5001), ada.authorization)).toMatchObject({
    status: 400,
    answer: { code: 'BAD_REQUEST' },
  })
  expect(await read(host, '/messages?num_before=x&num_after=0', ada.authorization)).toMatchObject({ status: 400 })
})

test('a revoked key gets no large answer, and counts for the network', async () => {
  const { host, ada } = await newTalk()
  await read(host, page(1000), ada.authorization)
  await ada.post('/users/me/api_key/regenerate')

  expect((await read(host, page(1000), ada.authorization)).status).toBe(401)
  expect(await read(host, page(1000), ada.authorization)).toMatchObject({ status: 401, objects: 0 })
  const made = `Basic ${btoa(`${ada.email}:${newKey()}`)}`
  expect(await read(host, '/users', made)).toMatchObject({ status: 401, objects: 0 })
})

test('rows that the object reads for a large page count for the account', async () => {
  const { host, ada } = await newTalk()
  const limited = { ...env, ROWS_READ_PER_DAY: '400', RATE_LIMITS: 'on' }
  const headers = { Authorization: ada.authorization }
  const statuses: number[] = []
  for (let time = 0; time < 40; time += 1) {
    const request = new Request(`http://${host}/api/v1${page(1000)}`, { headers })
    statuses.push((await app.fetch(request, limited, createExecutionContext())).status)
  }

  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('large pages that many ask for at once are made one after the other', async () => {
  const { host, ada } = await newTalk()
  const pages = Array.from({ length: 12 }, () => read(host, page(201), ada.authorization))

  expect(
    (await Promise.all(pages)).map(({ status, answer }) => [status, (answer['messages'] as unknown[]).length]),
  ).toEqual(Array.from({ length: 12 }, () => [200, 3]))
})
