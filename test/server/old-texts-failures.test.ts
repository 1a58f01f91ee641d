/** What happens to the texts of old messages when the object, the database or the realm's object fails, at any point of a move. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { OldTexts } from '../../src/old-texts/old-texts-object'
import { newRealm, type Person, type TestRealm } from '../kit'
import { connectionError, killObject, withFault } from '../kit/faulty-database'
import {
  ageMessages,
  checkIndexes,
  moveOldTexts,
  movedIds,
  oldTextsObject,
  setOldTexts,
  textsInObject,
  waitUntilMoved,
} from '../kit/old-texts'

const objects = env.OLD_TEXTS!

afterEach(() => {
  env.OLD_TEXTS = objects
  vi.useRealTimers()
})

/** The object with another way to do one of its methods. */
function withMethod<N extends 'store' | 'remove' | 'texts'>(
  name: N,
  method: (object: DurableObjectStub<OldTexts>, ...args: Parameters<OldTexts[N]>) => Promise<string>,
): void {
  env.OLD_TEXTS = {
    getByName(realm: string) {
      const object = (objects as DurableObjectNamespace<OldTexts>).getByName(realm)
      return new Proxy(object, {
        get: (target, key) =>
          key === name
            ? (...args: Parameters<OldTexts[N]>) => method(object, ...args)
            : (...args: unknown[]) =>
                (target as unknown as Record<string | symbol, (...args: unknown[]) => unknown>)[key]!(...args),
      })
    },
  } as unknown as NonNullable<typeof env.OLD_TEXTS>
}

const makeUnreachable = (): void =>
  withMethod('texts', () => Promise.reject(new Error('Durable Object storage operation exceeded timeout')))

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', realm.owner, ada)
  await realm.set({ message_content_edit_limit_seconds: 0 })
  return { realm, ada, owner: realm.owner }
}

/** A topic of old messages whose texts have moved, and a young message. */
async function newMovedTexts() {
  const scene = await harbour()
  const { realm, ada } = scene
  const old = [await ada.send('harbour', 'tides', 'one'), await ada.send('harbour', 'tides', 'two **words**')]
  await ageMessages(realm, 100)
  const young = await ada.send('harbour', 'boats', 'young')
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual(old)
  return { ...scene, old, young }
}

/** Old messages whose texts are still in the database. */
async function newWaitingTexts() {
  const scene = await harbour()
  const { realm, ada } = scene
  const old = [await ada.send('harbour', 'tides', 'one'), await ada.send('harbour', 'tides', 'two **words**')]
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  return { ...scene, old }
}

const contents = async (person: Person): Promise<unknown[]> =>
  (await person.messages([], { apply_markdown: false })).map(({ content }) => content)

const rowsOf = async (table: string, realm: TestRealm): Promise<unknown[]> => {
  const id = table === 'returned_text' ? 'message_id' : 'id'
  const { results } = await env.DB.prepare(
    `select * from ${table} where ${id} > (?1 - 1) * 4294967296 and ${id} <= ?1 * 4294967296`,
  )
    .bind(realm.id)
    .all()
  return results
}

const isUnavailable = { status: 503, result: 'error', code: 'OLD_TEXTS_UNAVAILABLE' }

test('while the object does not answer, only what needs an old text is refused', async () => {
  const { ada, owner, old, young } = await newMovedTexts()
  makeUnreachable()

  expect(await ada.ask('GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: 10 })).toMatchObject(
    isUnavailable,
  )
  expect(await ada.ask('GET', `/messages/${old[0]}`)).toMatchObject(isUnavailable)
  expect(await ada.ask('GET', `/messages/${old[0]}/history`)).toMatchObject(isUnavailable)
  expect(await ada.ask('PATCH', `/messages/${old[0]}`, { content: 'changed' })).toMatchObject(isUnavailable)
  expect(await ada.ask('PATCH', `/messages/${old[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })).toMatchObject(
    isUnavailable,
  )

  const boats = [{ operator: 'topic', operand: 'boats' }]
  expect(await ada.messages(boats)).toMatchObject([{ id: young, content: '<p>young</p>' }])
  const listener = await owner.listen({ event_types: ['message', 'delete_message', 'reaction'] })
  const sent = await ada.send('harbour', 'tides', 'new')
  await owner.post(`/messages/${old[1]}/reactions`, { emoji_name: 'smile' })
  await owner.delete(`/messages/${old[0]}`)
  expect(await listener.events()).toMatchObject([
    { type: 'message', message: { id: sent } },
    { type: 'reaction', message_id: old[1] },
    { type: 'delete_message', message_id: old[0] },
  ])

  env.OLD_TEXTS = objects
  expect(await contents(ada)).toEqual(['two **words**', 'young', 'new'])
})

test('a text that the object lacks is an error, and no message is shown without it', async () => {
  const { realm, ada, old } = await newMovedTexts()
  await oldTextsObject(realm).remove([{ id: old[1]!, last_edit_at: null }])
  expect(await ada.ask('GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: 10 })).toMatchObject(
    isUnavailable,
  )
  expect(await ada.get(`/messages/${old[0]}`)).toMatchObject({ message: { content: '<p>one</p>' } })
})

test('a text of another edit of the message does not count', async () => {
  const { realm, ada, old } = await newMovedTexts()
  const [first] = (await textsInObject(realm, old)) as { content: string; rendered_content: string }[]
  await oldTextsObject(realm).store([
    { ...first!, id: old[0]!, last_edit_at: 5, recipient_id: 1, sender_id: 1, topic: 'tides' },
  ])
  expect(await ada.ask('GET', `/messages/${old[0]}`)).toMatchObject(isUnavailable)
})

test('a request does not wait for ever for an object that never answers', { timeout: 60_000 }, async () => {
  const { ada, old } = await newMovedTexts()
  withMethod('texts', () => new Promise(() => undefined))
  const [read, edited] = await Promise.all([
    ada.ask('GET', `/messages/${old[0]}`),
    ada.ask('PATCH', `/messages/${old[0]}`, { content: 'changed' }),
  ])
  expect(read).toMatchObject(isUnavailable)
  expect(edited).toMatchObject(isUnavailable)
})

test('a deployment without the object refuses what needs a text of it', async () => {
  const { ada, old } = await newMovedTexts()
  delete env.OLD_TEXTS
  expect(await ada.ask('GET', `/messages/${old[0]}`)).toMatchObject(isUnavailable)
  await ada.send('harbour', 'tides', 'new')
})

test.each(['before', 'after'])('the realm object is lost %s the copy', async (when) => {
  const { realm, ada, old } = await newWaitingTexts()
  let isReached = false
  withMethod('store', async (object, texts) => {
    if (when === 'after') await object.store(texts)
    isReached = true
    return new Promise(() => undefined)
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_500_000 })
  await vi.waitFor(async () => {
    await realm.ringAlarm()
    expect(isReached).toBe(true)
  })
  env.OLD_TEXTS = objects
  await killObject(realm)
  vi.useRealTimers()
  expect(await contents(ada)).toEqual(['one', 'two **words**'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_600_000 })
  await waitUntilMoved(realm)
  vi.useRealTimers()

  expect(await movedIds(realm)).toEqual(old)
  expect(await contents(ada)).toEqual(['one', 'two **words**'])
  await checkIndexes(realm)
})

test('an unknown outcome of the batch is found out', async () => {
  const { realm, ada, old } = await newWaitingTexts()
  let faults = 0
  await withFault(realm, async (send, { statements }) => {
    const results = await send()
    if (faults > 0 || !statements.some((text) => /^\s*delete from message\s/.test(text))) return results
    faults += 1
    throw connectionError()
  })

  await moveOldTexts(realm)
  expect(faults).toBe(1)
  expect(await movedIds(realm)).toEqual(old)
  expect(await contents(ada)).toEqual(['one', 'two **words**'])
  await checkIndexes(realm)
})

test('a message that is edited after its copy stays where it is, and the copy goes', async () => {
  const { realm, ada, old } = await newWaitingTexts()
  withMethod('store', async (object, texts) => {
    const answer = await object.store(texts)
    env.OLD_TEXTS = objects
    await ada.patch(`/messages/${old[0]}`, { content: 'edited' })
    return answer
  })

  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([old[1]])
  expect(await contents(ada)).toEqual(['edited', 'two **words**'])
  expect(await rowsOf('returned_text', realm)).toMatchObject([{ message_id: old[0] }])
  await moveOldTexts(realm)
  expect(await rowsOf('old_text_removal', realm)).toEqual([])
  expect(await textsInObject(realm, old)).toMatchObject([{ id: old[1] }])
  await checkIndexes(realm)

  await ageMessages(realm, 50)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual(old)
  expect(await rowsOf('returned_text', realm)).toEqual([])
  expect(await contents(ada)).toEqual(['edited', 'two **words**'])
})

test('a message that is deleted after its copy leaves no text anywhere', async () => {
  const { realm, ada, owner, old } = await newWaitingTexts()
  withMethod('store', async (object, texts) => {
    const answer = await object.store(texts)
    env.OLD_TEXTS = objects
    await owner.delete(`/messages/${old[0]}`)
    return answer
  })

  await moveOldTexts(realm)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([old[1]])
  expect(await textsInObject(realm, old)).toMatchObject([{ id: old[1] }])
  expect(await contents(ada)).toEqual(['two **words**'])
  await checkIndexes(realm)
})

test('texts of deleted messages go from the object once it answers', async () => {
  const { realm, ada, owner, old } = await newMovedTexts()
  let isDown = true
  withMethod('remove', (object, keys) => (isDown ? Promise.reject(new Error('lost')) : object.remove(keys)))
  await owner.delete(`/messages/${old[0]}`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await realm.ringAlarm()
    vi.setSystemTime(Date.now() + 600_000)
  }
  expect(await textsInObject(realm, old)).toHaveLength(2)
  expect(await rowsOf('old_text_removal', realm)).toHaveLength(1)

  isDown = false
  vi.setSystemTime(Date.now() + 86_500_000)
  await moveOldTexts(realm)
  await moveOldTexts(realm)
  expect(await textsInObject(realm, old)).toMatchObject([{ id: old[1] }])
  expect(await rowsOf('old_text_removal', realm)).toEqual([])
  expect(await contents(ada)).toEqual(['two **words**', 'young'])
})

test('while the object has to remove a text, no text is copied', async () => {
  const { realm, ada, owner, old, young } = await newMovedTexts()
  withMethod('remove', () => Promise.reject(new Error('lost')))
  await owner.delete(`/messages/${old[0]}`)
  await ageMessages(realm, 100)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_500_000 })
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await realm.ringAlarm()
    vi.setSystemTime(Date.now() + 600_000)
  }
  vi.useRealTimers()
  expect(await movedIds(realm)).toEqual([old[1]])
  env.OLD_TEXTS = objects
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([old[1], young])
  expect(await contents(ada)).toEqual(['two **words**', 'young'])
})
