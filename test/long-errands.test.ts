import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Errands } from '../src/core/errands'
import { Ids } from '../src/core/ids'
import { sqlOver } from '../src/core/sql'

const nothing = async () => []

test('a step of a long work is begun by the alarm, and not by what asks for it', async () => {
  let now = 1000
  let alarm = Infinity
  const done: unknown[] = []
  let told = Promise.withResolvers<void>()
  const errands = new Errands({
    env,
    realm_id: 1,
    now: () => now,
    table: { walk: { run: async (about: string) => about, action: 'arrive' } },
    sql: async () => sqlOver({ run: nothing, recall: nothing }),
    perform: async (_name, { outcome }) => {
      done.push(outcome)
      told.resolve()
      return { result: {}, cost: { batch: 1, trips: 0, rows_read: 0, rows_written: 0 } }
    },
    write: async () => undefined,
    wakeAt: async (seconds) => void (alarm = Math.min(alarm, seconds)),
  })
  const steps = [
    { kind: 'walk', about: 'apart', apart: true as const },
    { kind: 'walk', about: 'at once' },
  ]

  errands.keep({ writes: [], result: null, errands: steps }, new Ids(1)).begin()
  await told.promise
  expect(done).toEqual(['at once'])
  expect(alarm).toBeLessThan(now + 1)

  told = Promise.withResolvers()
  now = alarm
  errands.go()
  await told.promise
  expect(done).toEqual(['at once', 'apart'])
})
