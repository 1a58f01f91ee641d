import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from './index'

/** When each scheduling test begins: so far in the future that the runtime's own clock triggers no alarm. */
export const startMs = Date.UTC(2040, 0, 10, 12)

const inAnHour = '2040-01-10T13:00:00Z'

function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: ms })
}

export async function newSchedulingScene() {
  setClock(startMs)
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const cy = await realm.user('cy')
  const harbour = await realm.stream('harbour', ada, bo)
  return { realm, ada, bo, cy, harbour }
}

export const validMessage = { type: 'stream', to: 'harbour', topic: 'tides', content: 'High **water**' }

export const askToSchedule = (person: Person, params: Params = {}): Promise<Answer> =>
  person.ask('POST', '/messages', { ...validMessage, delivery_type: 'send_later', deliver_at: inAnHour, ...params })

export async function scheduleMessage(person: Person, params: Params = {}): Promise<Answer> {
  const answer = await askToSchedule(person, params)
  expect(answer.msg).toBe('')
  return answer
}

/** Rings the alarm as the runtime does, which first removes it. */
export const ringAlarm = (realm: TestRealm) =>
  realm.inObject(async (object, { storage }) => {
    await storage.deleteAlarm()
    await object.alarm()
  })

/** Rings the object's alarm this many minutes after the start. */
export async function ringAlarmAt(realm: TestRealm, minutes: number): Promise<void> {
  setClock(startMs + minutes * 60_000)
  await ringAlarm(realm)
}

export const readAlarm = (realm: TestRealm): Promise<number | null> =>
  realm.inObject((_, { storage }) => storage.getAlarm())

export const countPending = async (realm: TestRealm): Promise<number> => {
  const count = 'select (select count(*) from scheduled_message where realm_id = ?1) + count(*) as amount from job'
  const row = await env.DB.prepare(`${count} where id > (?1 - 1) * 4294967296 and id < ?1 * 4294967296`)
    .bind(realm.id)
    .first<{ amount: number }>()
  return row!.amount
}

export const waitUntilNonePending = (realm: TestRealm) =>
  vi.waitFor(async () => expect(await countPending(realm)).toBe(0))

export const readContents = async (person: Person): Promise<unknown[]> =>
  (await person.messages()).map((message) => message['content'])
