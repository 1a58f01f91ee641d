import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { Semaphore } from '../../src/core/http/semaphore'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import { countedBindings } from '../kit/counted-bindings'
import { newRealm, reach, type Person } from '../kit'

const mebibyte = 1024 * 1024

/** A room for two, of whom nobody waits long. */
const smallRoom = () => new Semaphore({ max: 2, maxOfOwner: 1, leaseMs: 4000, maxWaitMs: 1000, maxWaiting: 2 })

/** Something that goes on until it is told to end. */
function newTurns() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: () => resolve() }
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

/** Work that is done at once. */
const doNothing = () => Promise.resolve()

const full = 'API usage exceeded rate limit'

test('a request that finds no room waits until another one ends', async () => {
  const room = smallRoom()
  const [ada, bo, cy, dee] = [newTurns(), newTurns(), newTurns(), newTurns()]
  const done: string[] = []
  const beginWork = (name: string, { work }: { work: () => Promise<void> }, owner = name) =>
    room.hold(1, owner, async () => {
      done.push(name)
      await work()
    })

  const all = [beginWork('ada', ada), beginWork('ada again', dee, 'ada'), beginWork('bo', bo), beginWork('cy', cy)]
  await Promise.resolve()
  expect(done).toEqual(['ada', 'bo'])
  bo.end()
  await all[2]
  await vi.waitFor(() => expect(done).toEqual(['ada', 'bo', 'cy']))
  ada.end()
  await vi.waitFor(() => expect(done).toContain('ada again'))
  for (const { end } of [cy, dee]) end()
  await Promise.all(all)
})

test('no request waits for ever, and only a limited number waits', async () => {
  const room = smallRoom()
  const [ada, bo] = [newTurns(), newTurns()]
  const held = [room.hold(1, 'ada', ada.work), room.hold(1, 'bo', bo.work)]
  const waiting = [outcomeOf(room.hold(1, 'cy', doNothing)), outcomeOf(room.hold(1, 'dee', doNothing))]

  expect(await outcomeOf(room.hold(1, 'eve', doNothing))).toBe(full)
  expect(await Promise.all(waiting)).toEqual([full, full])
  for (const { end } of [ada, bo]) end()
  await Promise.all(held)
  expect(await outcomeOf(room.hold(1, 'eve', doNothing))).toBe('done')
})

test('a request that ended without a word keeps its place for some seconds only', async () => {
  const room = smallRoom()
  // Its timer ends with it, as here.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() })
  try {
    void room.hold(1, 'ada', newTurns().work)
    await Promise.resolve()
    vi.setSystemTime(Date.now() + 5000)
    expect(await outcomeOf(room.hold(1, 'ada', doNothing))).toBe('done')
  } finally {
    vi.useRealTimers()
  }
})

/** A body that comes piece by piece, without having told its length; `more` sends one. */
function drippingBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  return { body: readable, writer: writable.getWriter() }
}

const sendBody = (person: Person, body: BodyInit, headers: Record<string, string>, path = '/messages/render') =>
  app.fetch(
    new Request(`http://${person.realm.host}/api/v1${path}`, {
      method: 'POST',
      body,
      headers: { Authorization: person.authorization, ...headers },
    }),
    env,
    createExecutionContext(),
  )

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

test('a body that does not come is not waited for', async () => {
  const { owner } = await newRealm()
  await owner.get('/users/me')
  const { body, writer } = drippingBody()
  controlClock()
  try {
    const answer = sendBody(owner, body, form)
    // This write ends when the server reads.
    await writer.write(new TextEncoder().encode('content='))
    advanceClock(60)
    const response = await answer
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ result: 'error', msg: 'The request did not arrive in time' })
  } finally {
    releaseClock()
  }
})

test('a body that comes in pieces is read', async () => {
  const { owner } = await newRealm()
  const { body, writer } = drippingBody()
  const answer = sendBody(owner, body, form)
  for (const piece of ['content=', 'A', 'hoy']) await writer.write(new TextEncoder().encode(piece))
  await writer.close()

  expect(await (await answer).json()).toMatchObject({ result: 'success', rendered: '<p>Ahoy</p>' })
})

/** So many fields. */
const fields = (amount: number) => `content=Ahoy${'&x'.repeat(amount - 1)}`

test('a form may have a thousand fields and no more', async () => {
  const { owner } = await newRealm()
  expect((await sendBody(owner, fields(1000), form)).status).toBe(200)
  const refusal = await sendBody(owner, fields(1001), form)
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({ msg: 'A form may have at most 1000 fields' })
})

test('a compressed body is not inflated', async () => {
  const { owner, host } = await newRealm()
  const text = new Blob([`content=${'x'.repeat(100 * mebibyte)}`]).stream()
  const body = await new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  expect(body.byteLength).toBeLessThan(mebibyte)
  const headers = { Authorization: owner.authorization, ...form, 'Content-Encoding': 'gzip' }
  const response = await reach(host, '/api/v1/messages/render', { method: 'POST', body, headers })

  expect(response.status).toBe(400)
  // Inflated it would be too large; as it is, it names nothing.
  expect(await response.json()).toMatchObject({ msg: "Missing 'content' argument" })
})

/** Six uploads of one person, who waits for as many to be under way; answers how many there were in memory together. */
async function countHeldAtOnce(headers: Record<string, string>, awaited: number): Promise<number> {
  const { owner } = await newRealm()
  await owner.get('/users/me')
  const { asked, bindings } = countedBindings()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const mayBeLarge = headers['Content-Length'] === undefined
  let [held, most] = [0, 0]
  const UPLOADS = {
    async put(...args: Parameters<R2Bucket['put']>) {
      most = Math.max(most, (held += 1))
      await released
      held -= 1
      return env.UPLOADS!.put(...args)
    },
  }
  const upload = async () => {
    const body = `--b\r\nContent-Disposition: form-data; name=x; filename=a.txt\r\n\r\nx\r\n--b--`
    const request = new Request(`http://${owner.realm.host}/api/v1/user_uploads`, {
      method: 'POST',
      body: mayBeLarge ? new Blob([body]).stream() : body,
      headers: { Authorization: owner.authorization, 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
    })
    return (await app.fetch(request, { ...env, ...bindings, UPLOADS }, createExecutionContext())).status
  }
  const uploads = Promise.all(Array.from({ length: 6 }, upload))
  // Those that may be large are proven before they wait for room, and whoever asks after them is answered after them.
  await vi.waitFor(() => expect(held).toBeGreaterThanOrEqual(awaited))
  if (mayBeLarge) await vi.waitFor(() => expect(asked.database).toBeGreaterThanOrEqual(6))
  await owner.get('/users/me')
  release()
  expect(await uploads).toEqual([200, 200, 200, 200, 200, 200])
  return most
}

test('of uploads that may be large one person has two at once, and the others follow', async () => {
  expect(await countHeldAtOnce({}, 2)).toBe(2)
})

test('of small uploads one person may have many at once', async () => {
  expect(await countHeldAtOnce({ 'Content-Length': '83' }, 6)).toBe(6)
})
