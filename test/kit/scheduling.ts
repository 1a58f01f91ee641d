import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from './index'

/** When each scheduling test begins: so far in the future that the runtime's own clock triggers no alarm. */
export const start = Date.UTC(2040, 0, 10, 12)

const inAnHour = '2040-01-10T13:00:00Z'

function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: ms })
}

export async function scene() {
  setClock(start)
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const cy = await realm.user('cy')
  const harbour = await realm.stream('harbour', ada, bo)
  return { realm, ada, bo, cy, harbour }
}

export const good = { type: 'stream', to: 'harbour', topic: 'tides', content: 'High **water**' }

export const schedule = (person: Person, params: Params = {}): Promise<Answer> =>
  person.ask('POST', '/messages', { ...good, delivery_type: 'send_later', deliver_at: inAnHour, ...params })

export async function scheduled(person: Person, params: Params = {}): Promise<Answer> {
  const answer = await schedule(person, params)
  expect(answer.msg).toBe('')
  return answer
}

/** Rings the alarm as the runtime does, which first removes it. */
export const ring = (realm: TestRealm) =>
  realm.inObject(async (object, { storage }) => {
    await storage.deleteAlarm()
    await object.alarm()
  })

/** Rings the object's alarm this many minutes after the start. */
export async function alarmAt(realm: TestRealm, minutes: number): Promise<void> {
  setClock(start + minutes * 60_000)
  await ring(realm)
}

export const alarmOf = (realm: TestRealm): Promise<number | null> =>
  realm.inObject((_, { storage }) => storage.getAlarm())

export const pending = async (realm: TestRealm): Promise<number> => {
  const count = 'select (select count(*) from scheduled_message where realm_id = ?1) + count(*) as amount from job'
  const row = await env.DB.prepare(`${count} where id > (?1 - 1) * 4294967296 and id < ?1 * 4294967296`)
    .bind(realm.id)
    .first<{ amount: number }>()
  return row!.amount
}

export const allDone = (realm: TestRealm) => vi.waitFor(async () => expect(await pending(realm)).toBe(0))

export const contents = async (person: Person): Promise<unknown[]> =>
  (await person.messages()).map((message) => message['content'])
