import { scryptSync } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { HashingTurns, type Rank } from '../../src/auth/hashing-turns'

/** Takes some tens of milliseconds. */
const hash = () => scryptSync('password', 'salt', 32, { N: 2 ** 13, r: 8, p: 5 })

const outcomeStatus = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: { refusal: { status: number } }) => error.refusal.status,
  )

afterEach(() => {
  vi.useRealTimers()
})

test('known ones go before strangers, and otherwise who came first', async () => {
  const turns = new HashingTurns()
  const order: string[] = []
  const runTurn = (rank: Rank, name: string) => turns.run(rank, () => order.push(name))

  await Promise.all([
    turns.run('stranger', hash),
    runTurn('stranger', 'first stranger'),
    runTurn('stranger', 'second stranger'),
    runTurn('known', 'first known'),
    runTurn('known', 'second known'),
  ])

  expect(order).toEqual(['first known', 'second known', 'first stranger', 'second stranger'])
})

test('twenty-four strangers may wait, and people from known networks beside them', async () => {
  const turns = new HashingTurns()
  const runTurn = (rank: Rank) => outcomeStatus(turns.run(rank, () => undefined))
  const busy = turns.run('stranger', hash)

  const strangers = Array.from({ length: 27 }, () => runTurn('stranger'))
  const known = runTurn('known')

  expect(await Promise.all(strangers)).toEqual([...Array.from({ length: 24 }, () => 200), 429, 429, 429])
  expect(await known).toBe(200)
  await busy
  expect(await runTurn('stranger')).toBe(200)
})

test('after each hash the thread is free for as long as it took', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const turns = new HashingTurns()
  const began: number[] = []
  const hashFor = (ms: number) =>
    turns.run('stranger', () => {
      began.push(Date.now())
      vi.setSystemTime(Date.now() + ms)
    })

  const all = Promise.all([hashFor(1000), hashFor(400), hashFor(1)])
  await vi.advanceTimersByTimeAsync(10_000)
  await all

  const [first, second, third] = began as [number, number, number]
  expect(second - first).toBeGreaterThanOrEqual(2000)
  expect(third - second).toBeGreaterThanOrEqual(800)
  // Nobody looks more seldom than four times a second.
  expect([second - first < 2300, third - second < 1100]).toEqual([true, true])
})

test('a quick hash does not hold up others for long', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const turns = new HashingTurns()
  const began: number[] = []
  const hash = () =>
    turns.run('known', () => {
      began.push(Date.now())
      vi.setSystemTime(Date.now() + 2)
    })

  const all = Promise.all([hash(), hash(), hash(), hash()])
  await vi.advanceTimersByTimeAsync(10_000)
  await all

  expect(began.at(-1)! - began[0]!).toBeLessThan(100)
})

test('a hash that fails does not hold up the next one', async () => {
  const turns = new HashingTurns()
  const failure = turns.run('known', () => {
    throw new Error('no')
  })

  await expect(failure).rejects.toThrow('no')
  expect(await turns.run('stranger', () => 'done')).toBe('done')
})
