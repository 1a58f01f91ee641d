/** What one organization costs beside a hundred thousand others (docs/many-organizations.md). */
import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { placeSeconds } from '../../src/core/realm/place'
import { newRealm, password, setupToken, type Answer, type TestRealm } from '../kit'
import { countedBindings } from '../kit/counted-bindings'
import { addSecondDatabase, withFullDatabase } from '../kit/second-database'
import { rootDomain } from '../kit/stored-realm'

const others = 100_000

let near: TestRealm
let far: TestRealm

beforeAll(async () => {
  await addSecondDatabase()
  near = await newRealm()
  far = await withFullDatabase(newRealm)
  // Every other one has rows in the first database, and the rest have entries in the directory.
  const numbers = `
    with recursive number (value) as (select 1000 union all select value + 2 from number where value < 1000 + ${others})`
  await env.DB.batch([
    env.DB.prepare(`
      insert into realm (id, string_id, name, date_created)
      ${numbers} select value, 'near-' || value, 'Near', 0 from number`),
    env.DB.prepare(`
      insert into realm_place (realm_id, string_id, database)
      ${numbers} select value + 1, 'far-' || value, 'DB_2' from number`),
  ])
})

afterEach(() => vi.useRealTimers())

/** Asks the Worker with these bindings. */
async function askWith(
  bindings: object,
  host: string,
  [method, path]: [string, string],
  params: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(`http://${host}/api/v1${path}`, {
    method,
    ...(method !== 'GET' && { body: new URLSearchParams(params) }),
  })
  const response = await app.fetch(request, { ...env, ...bindings }, createExecutionContext())
  return response.json<Answer>()
}

test('the Worker finds a database by one row, and not again for ten minutes', async () => {
  const { asked, cost, bindings } = countedBindings()
  const settings = async () => {
    const before = { trips: asked.database, rows: cost.rows_read }
    const answer = await askWith(bindings, far.host, ['GET', '/server_settings'])
    expect(answer).toMatchObject({ result: 'success', realm_uri: `http://${far.host}` })
    return { trips: asked.database - before.trips, rows: cost.rows_read - before.rows }
  }

  expect(await settings()).toEqual({ trips: 1, rows: 1 })
  expect(await settings()).toEqual({ trips: 0, rows: 0 })
  vi.setSystemTime(Date.now() + (placeSeconds + 1) * 1000)
  expect(await settings()).toEqual({ trips: 1, rows: 1 })
})

test('an address without an organization costs a look into the directory and one at the organizations', async () => {
  const { asked, cost, bindings } = countedBindings()
  const answer = await askWith(bindings, `nowhere.${rootDomain}`, ['GET', '/server_settings'])
  expect(answer).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  // The third trip finds out whether any organization was founded, once in an hour.
  expect({ trips: asked.database, rows: cost.rows_read }).toEqual({ trips: 3, rows: 1 })
})

test('founding an organization counts up to 500 others in each database once in an hour, and reads few rows else', async () => {
  const { cost, bindings } = countedBindings()
  await runInDurableObject(env.REALM.getByName('0'), (object) => {
    Object.assign(object, { env: { ...env, DB: bindings.DB } })
  })
  const rowsOf = async (string_id: string) => {
    const before = cost.rows_read
    const founded = await askWith({ DB: bindings.DB }, rootDomain, ['POST', '/realm'], {
      realm_name: 'Beside',
      string_id,
      owner_full_name: 'Olga Owner',
      owner_email: 'olga@example.com',
      owner_password: password,
      setup_token: setupToken,
    })
    expect(founded).toMatchObject({ result: 'success', realm_id: expect.any(Number) })
    return cost.rows_read - before
  }

  expect(await rowsOf('first-of-the-hour')).toBeLessThan(2 * 500 + 40)
  expect(await rowsOf('second-of-the-hour')).toBeLessThan(40)
})

test('the daily work of an organization where nothing happens reads and writes few rows', async () => {
  await near.owner.post('/messages', { type: 'stream', to: ['general'], topic: 'tides', content: 'Ebb' })
  await near.ringAlarm()
  await near.evict()
  const { asked, cost, bindings } = countedBindings()
  await near.inObject(async (object, { storage }) => {
    Object.assign(object, { env: { ...env, ...bindings } })
    storage.kv.delete('daily')
    await object.alarm()
  })
  expect(asked.database).toBeGreaterThan(0)
  expect(cost.rows_read).toBeLessThanOrEqual(60)
  expect(cost.rows_written).toBeLessThanOrEqual(3)
})
