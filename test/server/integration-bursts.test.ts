import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { postEvent, star } from '../kit/integrations'

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
  await realm.stream('builds', realm.owner)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Posts an event of GitHub to the topic `fast`. Answers the status. */
async function post({ key }: Person, event: string): Promise<number> {
  const query = { api_key: key, stream: 'builds', topic: 'fast' }
  return (await postEvent(realm, star(1), { event, query })).status
}

/** Rings the alarm so many seconds later. */
async function alarmAfter(seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  await realm.ringAlarm()
}

const messagesOf = async (bot: Person): Promise<Answer[]> =>
  realm.owner.messages([{ operator: 'sender', operand: bot.email }])

describe('events that come too fast', () => {
  test('become one message, which counts them', async () => {
    const bot = await realm.bot('fast', realm.owner, { type: 2 })
    const statuses = new Set<number>()
    for (let number = 1; number <= 700; number += 1) statuses.add(await post(bot, 'star'))
    const before = await messagesOf(bot)
    // The Worker tells the object in steps what it has counted.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    statuses.add(await post(bot, 'star'))
    await alarmAfter(51)
    const later = (await messagesOf(bot)).slice(before.length)

    expect(statuses).toEqual(new Set([200]))
    expect(before).toHaveLength(20)
    expect(later).toHaveLength(1)
    expect(later[0]!['content']).toContain('681 more events')
  })
})

describe('events that nobody knows', () => {
  test('are counted for the owner of the bot once a day', async () => {
    const bot = await realm.bot('strange', realm.owner, { type: 2 })
    for (const event of ['planet', 'planet', 'comet']) await post(bot, event)
    await alarmAfter(25 * 3600)
    const [notice] = (await realm.owner.messages([{ operator: 'is', operand: 'private' }])).slice(-1)

    expect(await messagesOf(bot)).toEqual([])
    expect(notice!['content']).toMatch(/3 events.*2 × <code>planet<\/code>.*1 × <code>comet<\/code>/s)
  })
})
