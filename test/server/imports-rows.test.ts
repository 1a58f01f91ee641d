import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { newRealm, Person } from '../kit'
import { manifest, message, smallChapters, TestImport } from '../kit/imports'
import { readStoredShare } from '../kit/day-shares'

const day = 86_400

/** Restarts the realm's object with this budget of rows. */
async function limitRows({ realm }: TestImport, rows: number): Promise<void> {
  env.IMPORT_DAILY_ROWS = String(rows)
  await realm.evict()
}

const batch = (first: number) => Array.from({ length: 50 }, (_, index) => message(first + index))

afterEach(() => {
  delete env.IMPORT_DAILY_ROWS
  vi.useRealTimers()
})

test('imports write so many rows in a day, and go on five minutes after midnight UTC', async () => {
  const begun = await TestImport.of((owner) => smallChapters(owner))
  await limitRows(begun, 300)
  await begun.send('messages', batch(1), { number: 1 })
  const second = await begun.send('messages', batch(101), { number: 2 })
  expect(second['rows_left']).toBe(0)

  const refusal = await begun.ask('messages', batch(201), { number: 3 })
  const now = Date.now() / 1000
  const untilFivePast = (Math.floor(now / day) + 1) * day + 300 - now
  expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  expect(Math.abs(Number(refusal.headers.get('Retry-After')) - untilFivePast)).toBeLessThan(60)
  expect(await begun.ask('messages', batch(1), { number: 1 })).toMatchObject({ status: 200 })
  expect((await begun.progress())['waits_until']).toBeGreaterThan(now)
  // The owner's own share is untouched.
  await begun.owner.send('harbour', 'weather', 'Rain')

  vi.setSystemTime(Date.now() + day * 1000)
  expect(await begun.ask('messages', batch(201), { number: 3 })).toMatchObject({ status: 200 })
})

test('an import that must not be paced is refused by the name of the variable, unless that is off', async () => {
  const realm = await newRealm()
  const params = { manifest: manifest(), pace: false }
  const refusal = await realm.owner.ask('POST', '/import', params)
  expect(refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(refusal.msg).toContain('IMPORT_DAILY_ROWS')
  expect((await realm.owner.get('/import'))['imports']).toEqual([])

  env.IMPORT_DAILY_ROWS = 'off'
  await realm.evict()
  const { import_id } = await realm.owner.post('/import', params)
  const { rows_left, waits_until } = await realm.owner.get(`/import/${import_id as number}`)
  expect({ rows_left, waits_until }).toEqual({ rows_left: null, waits_until: null })
})

test('rows of imports count for no person', async () => {
  const begun = await TestImport.of((owner) => smallChapters(owner))
  await begun.send(
    'messages',
    Array.from({ length: 500 }, (_, index) => message(index + 1)),
  )
  // The share of imports has the id below all others of the organization.
  const ofImports = new Person(begun.realm, begun.here(0), '', '', '')
  await vi.waitFor(async () => expect((await readStoredShare(ofImports))?.rows_written).toBeGreaterThan(2000), {
    timeout: 10_000,
  })

  const own = await readStoredShare(begun.owner)
  expect(own?.rows_written ?? 0).toBeLessThan(50)
  expect(own?.rows_read ?? 0).toBeLessThan(1000)
})
