import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { JobTable } from '../../src/core/jobs/job-kind'
import { Jobs } from '../../src/core/jobs/jobs'
import type { Job } from '../../src/core/turn/change'
import { Ids } from '../../src/core/sql/ids'
import { sqlOver } from '../../src/core/sql/sql'

const noResults = async () => []
let now = 1000

/** Jobs without an object: what was reported, and when the alarm is to ring. */
function newJobs(table: JobTable) {
  const reported: unknown[] = []
  const alarms: number[] = []
  const jobs = new Jobs({
    env,
    realm_id: 1,
    now: () => now,
    table,
    doApart: noResults,
    sql: () => sqlOver({ run: noResults, cachedFirst: noResults }),
    perform: async (_name, { outcome }) => {
      reported.push(outcome)
      return { result: {}, cost: { batch: 1, trips: 0, rows_read: 0, rows_written: 0 } }
    },
    write: async () => undefined,
    mayBegin: () => null,
    wakeAt: async (seconds) => void alarms.push(seconds),
  })
  const ids = new Ids(1)
  const ask = (...asked: Job[]) => {
    const { writes, enqueue } = jobs.store({ writes: [], result: null, jobs: asked }, ids)
    enqueue()
    return writes
  }
  return { jobs, reported, alarms, ask }
}

beforeEach(() => void (now = 1000))

const atOnce = { run: async (payload: string) => payload, action: 'arrive' }

test('a step of a long work is begun by the alarm, and not by what asks for it or by what ends', async () => {
  const { jobs, reported, alarms, ask } = newJobs({ stride: { ...atOnce, byAlarmOnly: true }, jump: atOnce })

  ask({ kind: 'stride', payload: 'apart' }, { kind: 'jump', payload: 'at once' })
  await expect.poll(() => reported).toEqual(['at once'])
  ask({ kind: 'jump', payload: 'again' })
  await expect.poll(() => reported).toEqual(['at once', 'again'])
  expect(alarms.at(-1)).toBe(now)

  jobs.start({ byAlarm: true })
  await expect.poll(() => reported).toEqual(['at once', 'again', 'apart'])
})

test('slow jobs leave room for those of another kind, and no alarm rings for what there is no room for', async () => {
  const gate = Promise.withResolvers<string>()
  const begun: string[] = []
  const slow = { run: (payload: string) => (begun.push(payload), gate.promise), action: 'arrive' }
  const { jobs, reported, alarms, ask } = newJobs({ crawl: slow, jump: atOnce })

  ask(...['1', '2', '3', '4'].map((payload) => ({ kind: 'crawl', payload })), { kind: 'jump', payload: 'over' })
  await expect.poll(() => reported).toEqual(['over'])
  jobs.start({ byAlarm: true })
  expect(begun).toEqual(['1', '2', '3'])
  expect(alarms.every((at) => at > now)).toBe(true)

  gate.resolve('there')
  await expect.poll(() => reported).toEqual(['over', 'there', 'there', 'there', 'there'])
  expect(begun).toEqual(['1', '2', '3', '4'])
  expect(jobs.next()).toBeNull()
})

test('what failed is tried again after 5 and 30 seconds, not before, and is reported as failed after the third time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let tries = 0
  const failing = { run: async () => Promise.reject(new Error(`${(tries += 1)}`)), action: 'arrive' }
  const { jobs, reported, ask } = newJobs({ fall: failing })

  ask({ kind: 'fall', payload: null })
  for (const pause of [5, 30]) {
    const failures = tries
    await expect.poll(() => jobs.next()).toBe(now + pause)
    now += pause - 0.1
    jobs.start({ byAlarm: true })
    expect(tries).toBe(failures)
    now += 0.1
    jobs.start({ byAlarm: true })
    expect(tries).toBe(failures + 1)
  }
  await expect.poll(() => jobs.next()).toBe(now + 180)
  expect(reported).toEqual([])
  now += 180
  jobs.start({ byAlarm: true })

  await expect.poll(() => reported).toEqual([null])
  expect([tries, jobs.next()]).toEqual([3, null])
})

test('a job that the agenda records has no row, is begun once at a time, and survives what rows say', async () => {
  const gate = Promise.withResolvers<string>()
  const begun: string[] = []
  const slow = { run: (payload: string) => (begun.push(payload), gate.promise), action: 'arrive' }
  const { jobs, reported, ask } = newJobs({ crawl: slow, jump: atOnce })
  const item = { kind: 'crawl', payload: 'one', agendaKey: 'item' }

  expect(ask(item)).toEqual([])
  expect(ask(item, { ...item, payload: 'other', agendaKey: 'other' })).toEqual([])
  expect(ask({ kind: 'jump', payload: 'over' }, { ...item, agendaKey: 'third' })).toHaveLength(1)
  await expect.poll(() => begun).toEqual(['one', 'other', 'one'])
  expect([jobs.has('item'), jobs.has('none')]).toEqual([true, false])
  jobs.resume([])
  gate.resolve('there')

  await expect.poll(() => reported).toEqual(['over', 'there', 'there', 'there'])
  expect([jobs.has('item'), jobs.next()]).toEqual([false, null])
})

interface Crawl {
  owner: number
  name: string
  pool?: number
}

const jobsOf = (owner: number, ...names: string[]) =>
  names.map((name) => ({ kind: 'crawl', payload: { owner, name } satisfies Crawl }))

/** Jobs that end when they are let go, by their owners. */
function newSlowJobs() {
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const begun: string[] = []
  const run = (payload: { owner: number; name: string }) => {
    begun.push(payload.name)
    gates.set(payload.name, Promise.withResolvers<string>())
    return gates.get(payload.name)!.promise
  }
  const crawl = { run, action: 'arrive', ownerOf: ({ owner }: Crawl) => owner, poolOf: ({ pool }: Crawl) => pool }
  return { ...newJobs({ crawl }), begun, end: (name: string) => gates.get(name)!.resolve(name) }
}

test('the slow jobs of one account leave room for those of another', async () => {
  const { ask, begun, end } = newSlowJobs()

  ask(...jobsOf(1, 'a1', 'a2', 'a3', 'a4'), ...jobsOf(2, 'b1'))

  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2'])
  end('a1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('accounts take turns, however many jobs each has', async () => {
  const { ask, begun, end } = newSlowJobs()

  ask(...jobsOf(1, 'a1', 'a2', 'a3'), ...jobsOf(2, 'b1', 'b2', 'b3'), ...jobsOf(3, 'c1', 'c2'))
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
  end('b1')
  await expect.poll(() => begun.at(-1)).toBe('a2')
  end('c1')
  await expect.poll(() => begun.at(-1)).toBe('b2')
  end('a1')
  await expect.poll(() => begun.at(-1)).toBe('c2')
})

test('there is room for a hundred of one account and a thousand together', async () => {
  const { jobs, ask } = newSlowJobs()
  const many = (owner: number, amount: number) =>
    ask(...jobsOf(owner, ...Array.from({ length: amount }, (_, number) => `${owner} ${number}`)))

  many(1, 99)
  expect(jobs.hasRoom([1])).toBe(true)
  many(1, 1)
  expect([jobs.hasRoom([1]), jobs.hasRoom([2])]).toEqual([false, true])

  for (let owner = 2; owner <= 9; owner += 1) many(owner, 100)
  many(10, 99)
  expect(jobs.hasRoom([11])).toBe(true)
  many(10, 1)
  expect(jobs.hasRoom([11])).toBe(false)
})

test('there is room for two hundred and fifty of all newcomers together', () => {
  const { jobs, ask } = newSlowJobs()
  const pool = -1
  const crawl = (owner: number, name: string) => ({ kind: 'crawl', payload: { owner, name, pool } satisfies Crawl })
  const many = (owner: number, amount: number) =>
    ask(...Array.from({ length: amount }, (_, number) => crawl(owner, `${owner} ${number}`)))

  for (const owner of [1, 2, 3]) many(owner, 83)
  expect(jobs.hasRoom([4, pool])).toBe(true)
  many(4, 1)
  expect([jobs.hasRoom([5, pool]), jobs.hasRoom([6])]).toEqual([false, true])
})

test('a job that is due later waits without waking the object before, also when another object takes it over', async () => {
  const later = { ...atOnce, dueOf: (payload: string) => Number(payload) }
  const { jobs, reported, ask } = newJobs({ later })
  ask({ kind: 'later', payload: '4600' })
  expect([jobs.next(), reported]).toEqual([4600, []])

  const heir = newJobs({ later })
  heir.jobs.resume([{ id: 1, kind: 'later', payload: '"4600"', attempts: 2 }])
  expect([heir.jobs.next(), heir.reported]).toEqual([4600, []])

  now = 4600
  heir.jobs.start({ byAlarm: true })
  // Its third attempt: the loss of the object while it waited was no failure.
  await expect.poll(() => heir.reported).toEqual(['4600'])
})
