import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { HashingTurns, type Rank } from '../src/auth/hashing-turns'

/** Takes some tens of milliseconds. */
const hash = () => scryptSync('password', 'salt', 32, { N: 2 ** 13, r: 8, p: 5 })

const settled = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: { refusal: { status: number } }) => error.refusal.status,
  )

test('known ones go before strangers, and otherwise who came first', async () => {
  const turns = new HashingTurns()
  const order: string[] = []
  const come = (rank: Rank, name: string) => turns.run(rank, () => order.push(name))

  await Promise.all([
    turns.run('stranger', hash),
    come('stranger', 'first stranger'),
    come('stranger', 'second stranger'),
    come('known', 'first known'),
    come('known', 'second known'),
  ])

  expect(order).toEqual(['first known', 'second known', 'first stranger', 'second stranger'])
})

test('of strangers twenty-four wait, and known ones beside them', async () => {
  const turns = new HashingTurns()
  const come = (rank: Rank) => settled(turns.run(rank, () => undefined))
  const busy = turns.run('stranger', hash)

  const strangers = Array.from({ length: 27 }, () => come('stranger'))
  const known = come('known')

  expect(await Promise.all(strangers)).toEqual([...Array.from({ length: 24 }, () => 200), 429, 429, 429])
  expect(await known).toBe(200)
  await busy
  expect(await come('stranger')).toBe(200)
})

test('after each hash the thread is free for as long as it took', async () => {
  const turns = new HashingTurns()
  const times: { began: number; ended: number }[] = []
  const once = async () => {
    await turns.run('stranger', () => {
      times.push({ began: performance.now(), ended: 0 })
      hash()
      times.at(-1)!.ended = performance.now()
    })
  }

  await Promise.all([once(), once(), once()])

  expect(times).toHaveLength(3)
  for (const [index, { began, ended }] of times.entries()) {
    const next = times[index + 1]
    // The clock may stand still while something computes, so the time is counted from the beginning.
    if (next !== undefined) expect(next.began - began).toBeGreaterThanOrEqual(2 * (ended - began) - 2)
    if (next !== undefined) expect(next.began - began).toBeGreaterThan(20)
  }
})

test('who fails holds nobody up', async () => {
  const turns = new HashingTurns()
  const failure = turns.run('known', () => {
    throw new Error('no')
  })

  await expect(failure).rejects.toThrow('no')
  expect(await turns.run('stranger', () => 'done')).toBe('done')
})
