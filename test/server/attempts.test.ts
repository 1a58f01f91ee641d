import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { StoredGuesses } from '../../src/auth/stored-guesses'
import { afterWrong, noGuesses } from '../../src/auth/guesses'
import { StoredAttempts } from '../../src/core/turn/attempts'
import type { AttemptLimit } from '../../src/core/turn/change'
import { newRealm } from '../kit'

const minute: AttemptLimit = { maxAttempts: 3, seconds: 60 }
const never: AttemptLimit = { maxAttempts: 1_000_000, seconds: 24 * 3600 }

/** An object's storage, which counts rows; and a clock. */
class Scene {
  now = 1_800_000_000
  read = 0
  written = 0

  constructor(private readonly storage: DurableObjectStorage) {}

  readonly clock = () => this.now

  readonly sql = {
    exec: (...args: Parameters<SqlStorage['exec']>) => {
      const rows = this.storage.sql.exec(...args)
      const all = rows.toArray()
      this.read += rows.rowsRead
      this.written += rows.rowsWritten
      return { toArray: () => all }
    },
  } as unknown as SqlStorage

  get kv(): SyncKvStorage {
    return this.storage.kv
  }

  /** Rows that something reads and writes. */
  cost(work: () => void): { read: number; written: number } {
    const [read, written] = [this.read, this.written]
    work()
    return { read: this.read - read, written: this.written - written }
  }

  rows(table: string): number {
    return this.storage.sql.exec<{ amount: number }>(`select count(*) as amount from ${table}`).one().amount
  }
}

/** In an object of which nothing else is wanted. */
async function runInObject(body: (scene: Scene) => void): Promise<void> {
  await runInDurableObject(env.REALM.getByName('of no realm'), (_, { storage }) => {
    storage.sql.exec('delete from attempts')
    body(new Scene(storage))
  })
}

const wait = (attempt: () => void): number => {
  try {
    attempt()
    return 0
  } catch (error) {
    return (error as { refusal: { extra: { 'retry-after': number } } }).refusal.extra['retry-after']
  }
}

test('attempts beyond the limit are refused until the window ends', async () => {
  await runInObject((scene) => {
    const attempts = new StoredAttempts(scene.sql, scene.clock)
    const take = () => wait(() => attempts.take('ada', minute))

    expect([take(), take(), take()]).toEqual([0, 0, 0])
    scene.now += 20
    expect([take(), take()]).toEqual([40, 40])
    expect(wait(() => attempts.take('bo', minute))).toBe(0)
    scene.now += 40
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 60])
  })
})

test('attempts are remembered by the next object, unless they are fleeting', async () => {
  await runInObject((scene) => {
    const next = () => new StoredAttempts(scene.sql, scene.clock)
    const fleeting: AttemptLimit = { maxAttempts: 1, seconds: 60, inMemory: true }
    const first = next()
    first.take('ada', { maxAttempts: 1, seconds: 60 })
    first.take('bo', fleeting)

    expect(first.mayTake('bo', fleeting)).toBe(false)
    expect(next().mayTake('ada', { maxAttempts: 1, seconds: 60 })).toBe(false)
    expect(next().mayTake('bo', fleeting)).toBe(true)
  })
})

test('an attempt under two limits is refused by either, and then counts towards neither', async () => {
  await runInObject((scene) => {
    const attempts = new StoredAttempts(scene.sql, scene.clock)
    const take = () =>
      wait(() => attempts.take('ada', { maxAttempts: 1, seconds: 60 }, { maxAttempts: 2, seconds: 600 }))

    expect([take(), take()]).toEqual([0, 60])
    scene.now += 60
    expect(take()).toBe(0)
    scene.now += 60
    expect(take()).toBe(480)
  })
})

test('an attempt costs as many rows after a thousand others as after one', async () => {
  await runInObject((scene) => {
    const attempts = new StoredAttempts(scene.sql, scene.clock)
    const first = scene.cost(() => attempts.take('ada', never))
    const second = scene.cost(() => attempts.take('ada', never))
    for (let other = 0; other < 1000; other += 1) attempts.take(`other ${other}`, never)
    for (let again = 0; again < 1000; again += 1) attempts.take('ada', never)

    const last = scene.cost(() => attempts.take('ada', never))

    expect(first.written).toBeLessThanOrEqual(2)
    expect(second).toEqual({ read: 3, written: 1 })
    expect(last).toEqual(second)
    expect(scene.rows('attempts')).toBe(1002)
  })
})

test('attempts of windows that ended are thrown away within an hour, and others are not', async () => {
  await runInObject((scene) => {
    const attempts = new StoredAttempts(scene.sql, scene.clock)
    for (let other = 0; other < 10; other += 1) attempts.take(`other ${other}`, minute)
    attempts.take('ada', never)

    scene.now += 3601
    attempts.take('ada', never)

    expect(scene.rows('attempts')).toBe(2)
  })
})

test('a wrong guess costs as many rows after a hundred others as after one, and old ones are thrown away', async () => {
  await runInObject((scene) => {
    const guesses = new StoredGuesses(scene, scene.clock)
    const guessPassword = (name: string) =>
      scene.cost(() => guesses.keep(name, afterWrong(guesses.of(name), { kind: 'stranger', by: 'x' }, scene.now)))
    guessPassword('ada')
    const second = guessPassword('ada')
    for (let other = 0; other < 100; other += 1) guessPassword(`other ${other}`)
    for (let again = 0; again < 60; again += 1) guessPassword('ada')

    expect(guessPassword('ada')).toEqual(second)
    expect(second).toEqual({ read: 1, written: 1 })
    scene.now += 3601
    guessPassword('bo')
    expect(scene.rows('guesses')).toBe(1)
    expect(guesses.of('ada')).toEqual(noGuesses)
  })
})

test('a realm whose object kept a row for each attempt starts without them', async () => {
  const realm = await newRealm()
  await realm.inObject((_, { storage }) => {
    storage.sql.exec('create table attempt (key text, at real)')
    storage.sql.exec(`insert into attempt values ('posts 1', 1)`)
  })

  await realm.evict()
  expect((await realm.owner.ask('PATCH', '/settings', { email: 'olga@new.example.com' })).status).toBe(200)

  await realm.inObject((_, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>('select name from sqlite_master').toArray()
    expect(tables.map(({ name }) => name)).not.toContain('attempt')
  })
})
