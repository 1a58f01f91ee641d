import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { newRealm } from '../kit'
import { withFault } from '../kit/faulty-database'

/** The lines of the log, each of which must be JSON. */
function log() {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => spy.mock.calls.map(([line]) => JSON.parse(line as string) as Record<string, unknown>)
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a failure in the object has one line in the log, with the id that the answer carries, and without what was sent', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await withFault(realm, (send, { writes }) =>
    writes ? Promise.reject(new Error('D1_ERROR: near "a secret": SQLITE_ERROR')) : send(),
  )
  const lines = log()

  const answer = await realm.owner.ask('POST', '/messages', {
    type: 'stream',
    to: 'harbour',
    topic: 'tides',
    content: 'a secret',
  })

  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL_ERROR', request_id: expect.any(String) })
  expect(answer.headers.get('X-Request-Id')).toBe(answer['request_id'])
  expect(lines()).toEqual([
    {
      level: 'error',
      id: answer['request_id'],
      what: 'sendMessage',
      status: 500,
      code: 'INTERNAL_ERROR',
      error: 'Error: D1_ERROR: near …: SQLITE_ERROR',
      at: expect.any(Array),
    },
  ])
})

test('a failure in the Worker names the endpoint, and neither the query nor who asked', async () => {
  const realm = await newRealm()
  const broken = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: () => Promise.reject(new Error('olga@example.com is not here')),
  }
  const lines = log()
  const request = new Request(`http://${realm.host}/api/v1/messages?anchor=newest&num_before=1&num_after=0&secret=1`, {
    headers: { Authorization: realm.owner.authorization },
  })

  const answer = await app.fetch(request, { ...env, DB: broken }, createExecutionContext())

  const { request_id } = await answer.json<{ request_id: string }>()
  expect(lines()).toEqual([expect.objectContaining({ id: request_id, what: 'GET /messages', error: 'Error' })])
  expect(JSON.stringify(lines())).not.toMatch(/olga|secret|newest|example\.com|realm-/)
})

test('a refusal of the client’s own fault is not logged', async () => {
  const realm = await newRealm()
  const lines = log()

  expect(await realm.owner.ask('GET', '/messages', { anchor: 'nonsense' })).toMatchObject({ status: 400 })
  expect(lines()).toEqual([])
})
