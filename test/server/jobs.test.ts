import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { killObject } from '../kit/faulty-database'
import { newRealm, type Person, type TestRealm } from '../kit'
import { failedAttempts, nextContentOf, answerWithContent, Service, webhook } from '../kit/services'

/** Jobs as an outgoing webhook needs them: its receiver is the world outside, and what it answers is said once. */
async function scene(service: Service) {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bot = await webhook(ada, service)
  await realm.stream('harbour', ada)
  const listener = await ada.listen({ event_types: ['message'], fetch_event_types: [] })
  return { realm, ada, bot, listener }
}

const ask = (person: Person) => person.send('harbour', 'tides', '@**Oracle**')

/** All that the bot has said, by what is stored. */
async function readContentsOf(bot: Person): Promise<string[]> {
  const { results } = await env.DB.prepare('select content from message where sender_id = ? order by id')
    .bind(bot.id)
    .all<{ content: string }>()
  return results.map(({ content }) => content)
}

const untilAttempts = (realm: TestRealm, ...expected: number[]) =>
  vi.waitFor(async () => expect(await failedAttempts(realm)).toEqual(expected))

/** Rings the object's alarm when so much time has passed, which goes on from then. */
async function alarmAfter(realm: TestRealm, seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  await realm.ringAlarm()
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what is done leaves nothing behind', async () => {
  const { realm, ada, bot, listener } = await scene(new Service([answerWithContent('Aye')]))

  await ask(ada)

  await nextContentOf(bot, listener)
  expect(await failedAttempts(realm)).toEqual([])
})

test('what fails twice is tried again after 5 and 30 seconds, and done once', async () => {
  const service = new Service([{ status: 500 }, { status: 503 }, answerWithContent('Aye')])
  const { realm, ada, bot, listener } = await scene(service)

  await ask(ada)
  await untilAttempts(realm, 1)
  await alarmAfter(realm, 4)
  expect(await service.seen()).toHaveLength(1)
  await alarmAfter(realm, 1.1)
  await untilAttempts(realm, 2)
  await alarmAfter(realm, 29)
  expect(await service.seen()).toHaveLength(2)
  await alarmAfter(realm, 1.1)

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  expect(await service.seen()).toHaveLength(3)
  expect([await readContentsOf(bot), await failedAttempts(realm)]).toEqual([['Aye'], []])
})

test('what fails three times is given up, and that is told', async () => {
  const service = new Service([{ status: 500 }])
  const { realm, ada, bot, listener } = await scene(service)

  await ask(ada)
  for (const failures of [1, 2, 3]) {
    await untilAttempts(realm, failures)
    await alarmAfter(realm, 200)
  }

  expect(await nextContentOf(bot, listener)).toBe("Failure! The bot's server is not available.")
  expect(await service.seen()).toHaveLength(3)
  expect(await failedAttempts(realm)).toEqual([])
})

test('a server that is not there is asked again', async () => {
  const service = new Service([answerWithContent('Aye')])
  const { realm, ada, bot, listener } = await scene(service)
  const refusing = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Network connection lost.'))

  await ask(ada)
  await untilAttempts(realm, 1)
  expect(refusing).toHaveBeenCalledOnce()
  await alarmAfter(realm, 6)

  expect(await nextContentOf(bot, listener)).toBe('Aye')
})

test('a server that takes longer than ten seconds is asked again', async () => {
  const service = new Service([{ ...answerWithContent('No'), held: true }, answerWithContent('Aye')])
  const { realm, ada, bot, listener } = await scene(service)
  const timers = vi.spyOn(globalThis, 'setTimeout')

  await ask(ada)
  await service.seen(1)
  const [ring] = timers.mock.calls.find(([, ms]) => ms === 10_000)!
  ring()
  await untilAttempts(realm, 1)
  await alarmAfter(realm, 6)

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  await service.release()
})

test.each([
  ['killed', killObject],
  ['evicted', (realm: TestRealm) => realm.evict()],
])('an object that is %s meanwhile does it when it is back, and writes it down once', async (_, lose) => {
  const service = new Service([{ ...answerWithContent('Lost'), held: true }, answerWithContent('Found')])
  const { realm, ada, bot, listener } = await scene(service)
  await ask(ada)
  await service.seen(1)

  await lose(realm)
  await ada.send('harbour', 'tides', 'Is anybody there?')

  expect(await nextContentOf(bot, listener)).toBe('Found')
  await service.release()
  await ada.send('harbour', 'tides', 'Thanks')
  expect([await readContentsOf(bot), await failedAttempts(realm)]).toEqual([['Found'], []])
})

test('the alarm brings back an object that nobody asks', async () => {
  const service = new Service([{ ...answerWithContent('Lost'), held: true }, answerWithContent('Found')])
  const { realm, ada, bot } = await scene(service)
  await ask(ada)
  await service.seen(1)
  const due = await realm.inObject((_, { storage }) => storage.getAlarm())
  expect(due! - Date.now()).toBeLessThanOrEqual(60_000)
  expect(due! - Date.now()).toBeGreaterThan(30_000)
  await killObject(realm)

  await alarmAfter(realm, 60)

  await vi.waitFor(async () => expect(await readContentsOf(bot)).toEqual(['Found']))
  await service.release()
})

test('what an object dies of three times is given up, and that is told', async () => {
  const service = new Service([{ held: true }])
  const { realm, ada, bot, listener } = await scene(service)
  await ask(ada)
  for (const count of [1, 2, 3]) {
    await service.seen(count)
    await untilAttempts(realm, count - 1)
    await killObject(realm)
    await ada.send('harbour', 'tides', 'Is anybody there?')
  }

  expect(await nextContentOf(bot, listener)).toMatch(/^Failure!/)
  expect(await service.seen()).toHaveLength(3)
  await service.release()
})

/** Lets the realm look as if another object had written to it meanwhile, which this one learns when it writes next. */
const overtake = (realm: TestRealm, ...alsoWritten: D1PreparedStatement[]) =>
  env.DB.batch([
    env.DB.prepare(`update commit_state set marks = marks || ' other' where realm_id = ?`).bind(realm.id),
    ...alsoWritten,
  ])

test('an outcome that was decided on stale answers is decided again, and no service is asked again', async () => {
  const service = new Service([{ ...answerWithContent('Aye'), held: true }])
  const { realm, ada, bot, listener } = await scene(service)
  await ask(ada)
  await service.seen(1)
  await overtake(realm)

  await service.release()

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  expect(await service.seen()).toHaveLength(1)
  expect(await failedAttempts(realm)).toEqual([])
})

test('what another object has written down meanwhile is not written down again', async () => {
  const service = new Service([{ ...answerWithContent('Aye'), held: true }])
  const { realm, ada, bot, listener } = await scene(service)
  const other = new Service([answerWithContent('Next')])
  const sibyl = await webhook(ada, other, { full_name: 'Sibyl', short_name: 'sibyl' })
  await ask(ada)
  await service.seen(1)
  await overtake(realm, env.DB.prepare('delete from job where id > ?').bind((realm.id - 1) * 2 ** 32))

  await service.release()

  await ada.write([sibyl], 'Aye?')
  await nextContentOf(sibyl, listener)
  expect(await readContentsOf(bot)).toEqual([])
  expect(await service.seen()).toHaveLength(1)
})

test('a job of a kind that is not there any more is forgotten, and stands in the way of no other', async () => {
  const { realm, ada, bot, listener } = await scene(new Service([answerWithContent('Aye')]))
  const insert = `insert into job (id, kind, payload, attempts) values (?, 'paintWalls', '{}', 4)`
  await realm.behindTheWriter(env.DB.prepare(insert).bind((realm.id - 1) * 2 ** 32 + 1000))

  await ask(ada)

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  await untilAttempts(realm)
})

test('no more than two of one owner are under way at once, and the others follow', async () => {
  const service = new Service([{ ...answerWithContent('Aye'), held: true }])
  const { ada, bot, listener } = await scene(service)
  for (let number = 1; number <= 6; number += 1) await ask(ada)
  await service.seen(2)
  await ada.send('harbour', 'tides', 'Well?')
  expect(await service.seen()).toHaveLength(2)

  await service.release()
  await service.seen(4)
  await service.release()
  await service.seen(6)
  await service.release()

  for (let number = 1; number <= 6; number += 1) await vi.waitFor(() => service.release())
  await vi.waitFor(async () => expect(await readContentsOf(bot)).toHaveLength(6))
  expect(await nextContentOf(bot, listener)).toBe('Aye')
})
