/**
 * Days of ten people whose clients lose connections, are killed and come back, and have two windows: in the end each client
 * knows what a fresh one would, and everything that was said was sent once and in order.
 */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { expectEverythingRight } from './day/check'
import { Day } from './day/day'
import { operations } from './day/operations'

/** Steps of a day. */
const steps = 1000

const seeds = Array.from({ length: Number(env.CLIENT_DAYS) }, (_, index) => Number(env.PROPERTY_SEED || 1) + index)

const succeeded = new Set<string>()

test.for(seeds)('day %d', { timeout: 600_000 }, async (seed) => {
  const day = await Day.begin(seed)
  for (let step = 0; step < steps; step += 1) await day.step()
  await day.settle()
  await expectEverythingRight(day)
  for (const [name, { done }] of day.done) if (done > 0) succeeded.add(name)
})

/** Chance may leave out what can seldom be done. */
const maxLeftOut = 3

test.runIf(seeds.length >= 6)('nearly everything that people can do was done', () => {
  const left = Object.keys(operations).filter((name) => !succeeded.has(name))
  expect(left.length, left.join()).toBeLessThanOrEqual(maxLeftOut)
})
