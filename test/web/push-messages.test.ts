/** What the service worker shows of push messages while no window is visible.  */
import { expect, test } from 'vitest'
import type { Worker } from 'playwright-core'
import { backgroundOf } from './kit/background.ts'
import { Organization, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
const name = 'Bo Lindqvist'
const bo = await harbour.person(name)

interface Shown {
  readonly title: string
  readonly options: { readonly body: string; readonly tag: string; readonly silent?: boolean; readonly data: unknown }
}

/** Makes the worker note what it shows, and takes the window for hidden: a browser without a screen shows and hides nothing. */
async function watch(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const { registration, clients } = globalThis as unknown as { registration: object; clients: object }
    const open = new Map<string, Shown['options'] & { title: string; close: () => void }>()
    Object.assign(globalThis, { shown: [], open, visibilityState: 'hidden' })
    Object.assign(clients, { matchAll: async () => [globalThis] })
    // Without a screen there is no icon either: the browser ends a worker that asks for it.
    Object.assign(navigator, { setAppBadge: async (count: number) => void Object.assign(globalThis, { badge: count }) })
    Object.assign(registration, {
      showNotification: async (title: string, options: Shown['options']) => {
        ;(globalThis as unknown as { shown: Shown[] }).shown.push({ title, options })
        open.set(options.tag, { ...options, title, close: () => open.delete(options.tag) })
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        [...open.values()].filter((one) => tag === undefined || one.tag === tag),
    })
  })
}

const readNotifications = (worker: Worker): Promise<Shown[]> => worker.evaluate('shown')
const open = (worker: Worker): Promise<string[]> => worker.evaluate('[...open.values()].map(({ body }) => body)')

/** Somebody whose only window of the client is hidden. */
async function closedPageOf(name: string) {
  const person = await harbour.person(name)
  const { page, context } = await harbour.pageOf(person, { serviceWorkers: 'allow' })
  await backgroundOf(page)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await page.waitForFunction(async () => (await caches.match('/reader')) !== undefined)
  await watch(worker)
  const push = (data: object) => happen(worker, 'push', { data })
  return { person, worker, push, [Symbol.asyncDispose]: () => context.close() }
}

/** Lets an event happen in the worker, and waits until the worker has done what it does then. */
const happen = (worker: Worker, type: string, fields: Record<string, unknown>): Promise<void> =>
  worker.evaluate(
    async ([type, { data, ...fields }]) => {
      let work: Promise<unknown> | undefined
      const waitUntil = (promise: Promise<unknown>) => (work = promise)
      const event = Object.assign(new Event(type), fields, { waitUntil, data: { json: () => data } })
      globalThis.dispatchEvent(event)
      await work
    },
    [type, fields] as const,
  )

const write = async (from: Person, to: Person, content: string): Promise<number> =>
  (await from.wire.ask('POST /messages', { type: 'private', to: `[${to.id}]`, content })).id

/** A push of a direct message from Bo. */
const pushOf = (to: Person, message_id: number, body: string, more: object = {}) => ({
  v: 1,
  type: 'message',
  reason: 'direct_message',
  title: name,
  body,
  user_id: to.id,
  message_id,
  sender_id: bo.id,
  time: 1_800_000_000,
  user_ids: [to.id, bo.id],
  ...more,
})

test('messages of one conversation share a notification, and one that comes twice is shown once', async () => {
  await using there = await closedPageOf('Ada Park')
  const { person, worker, push } = there
  const ids = [await write(bo, person, 'One'), await write(bo, person, 'Two')]
  await push(pushOf(person, ids[0]!, 'One'))
  await expect.poll(() => open(worker)).toEqual(['One'])
  await push(pushOf(person, ids[1]!, 'Two'))
  await expect.poll(() => open(worker)).toEqual(['One\nTwo'])
  await push(pushOf(person, ids[1]!, 'Two'))
  await expect.poll(async () => (await readNotifications(worker)).length).toBe(3)
  expect(await open(worker)).toEqual(['One\nTwo'])
  expect((await readNotifications(worker)).map(({ options }) => options.silent)).toEqual([false, false, true])
  expect(await worker.evaluate('badge')).toBe(2)
})

test('what was read on another device goes when the next message comes', async () => {
  await using there = await closedPageOf('Cy Adler')
  const { person, worker, push } = there
  const cy = await harbour.person('Di Moor')
  const first = await write(bo, person, 'Read elsewhere')
  await push(pushOf(person, first, 'Read elsewhere'))
  await person.wire.ask('POST /messages/flags', { messages: [first], op: 'add', flag: 'read' })
  const second = await write(cy, person, 'New')
  await push(pushOf(person, second, 'New', { title: 'Di Moor', user_ids: [person.id, cy.id] }))
  await expect.poll(() => open(worker)).toEqual(['New'])
})

test('a reaction to a message that was read long ago stays beside a new message', async () => {
  await using there = await closedPageOf('Ivo Berg')
  const { person, worker, push } = there
  const own = await write(person, bo, 'High water')
  await push(pushOf(person, own, `${name}: 🎉`, { type: 'reaction', reason: 'reaction' }))
  const message_id = await write(bo, person, 'Indeed')
  await push(pushOf(person, message_id, 'Indeed'))
  await expect.poll(() => open(worker)).toEqual([`${name}: 🎉`, 'Indeed'])
})

test('a reaction that comes twice is told once, and one whose text is hidden without it', async () => {
  await using there = await closedPageOf('Kim Frost')
  const { person, worker, push } = there
  const reaction = { type: 'reaction', reason: 'reaction' }
  await push(pushOf(person, 1, '🎉', reaction))
  await push(pushOf(person, 1, '🎉', reaction))
  await push(pushOf(person, 2, '', reaction))
  expect((await readNotifications(worker)).map(({ options }) => options.silent)).toEqual([false, true, false])
  expect(await open(worker)).toEqual(['🎉\nNew reaction'])
})

test('a hidden text, a stream, a test, and a push for somebody else', async () => {
  await using there = await closedPageOf('Eli Voss')
  const { person, worker, push } = there
  await push(pushOf(bo, 1, 'For somebody else'))
  await push(pushOf(person, 1, ''))
  const stream = { stream_id: 7, stream: 'high tide', topic: 'boats', user_ids: undefined, title: '#high tide › boats' }
  await push(pushOf(person, 2, 'Ahoy', stream))
  await push({ type: 'test', user_id: person.id, title: '', body: '' })
  await expect.poll(async () => (await readNotifications(worker)).length).toBe(3)
  const [hidden, ofStream, trial] = await readNotifications(worker)
  expect(hidden).toMatchObject({ title: name, options: { body: 'New message' } })
  expect(ofStream).toMatchObject({
    title: '#high tide › boats',
    options: { body: 'Ahoy', data: { hash: '#narrow/stream/7-high-tide/topic/boats/near/2' } },
  })
  expect(trial!.title).toBe('Notifications work on this device.')
})

test('a reply and a mark as read from the notification reach the server', async () => {
  await using there = await closedPageOf('Gus Holm')
  const { person, worker, push } = there
  const message_id = await write(bo, person, 'Are you there?')
  await push(pushOf(person, message_id, 'Are you there?'))
  const [{ options }] = (await readNotifications(worker)) as [Shown]
  const press = (fields: Record<string, unknown>) =>
    worker.evaluate(
      async ([data, fields]) => {
        let work: Promise<unknown> | undefined
        const notification = { data, close: () => undefined }
        const waitUntil = (promise: Promise<unknown>) => (work = promise)
        globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), fields, { notification, waitUntil }))
        await work
      },
      [options.data, fields] as const,
    )
  await press({ action: 'reply', reply: 'Aye' })
  const narrow = [{ operator: 'pm-with', operand: [bo.id] }]
  const { messages } = await person.wire.ask('GET /messages', { anchor: 'newest', num_before: 2, num_after: 0, narrow })
  expect(messages.map(({ content, flags }) => [content, flags])).toEqual([
    ['<p>Are you there?</p>', ['read']],
    ['<p>Aye</p>', ['read']],
  ])
})

test('a visible window tells of messages by itself, but not of reactions', async () => {
  await using there = await closedPageOf('Fay Lund')
  const { person, worker, push } = there
  await worker.evaluate(() => void Object.assign(globalThis, { visibilityState: 'visible' }))
  await push(pushOf(person, 1, 'Seen in the window'))
  await push(pushOf(person, 1, `${name}: 🎉`, { type: 'reaction', reason: 'reaction' }))
  await push({ type: 'test', user_id: person.id, title: '', body: '' })
  await expect
    .poll(async () => (await readNotifications(worker)).map(({ title }) => title))
    .toEqual([name, 'Notifications work on this device.'])
})
