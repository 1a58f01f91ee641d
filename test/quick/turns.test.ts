import { expect, test } from 'vitest'
import { Turns } from '../../src/core/turn/turns'

/** Turns on a clock that only they move. */
function turns() {
  let seconds = 0
  const order: string[] = []
  const steps: string[] = []
  const held = new Turns(() => seconds)
  const take = (by: string | null, name: string, takes = 1) =>
    held.take(by, async () => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      seconds += takes
      order.push(name)
      steps.push(`${name} ends`)
      return name
    })
  return { held, take, order, steps, later: (more: number) => (seconds += more) }
}

test('one turn ends before the next begins, and each answers its caller', async () => {
  const { held, steps, take } = turns()
  const failing = held.take('a', async () => {
    steps.push('begins to fail')
    await Promise.resolve()
    steps.push('fails')
    throw new Error('no')
  })
  const others = [take('b', 'b1'), take(null, 'c1')]

  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all(others)).toEqual(['b1', 'c1'])
  expect(steps).toEqual(['begins to fail', 'fails', 'b1 begins', 'b1 ends', 'c1 begins', 'c1 ends'])
})

test('work that no account requested goes before accounts that used something', async () => {
  const { take, order } = turns()
  await Promise.all([take('a', 'a1'), take('a', 'a2'), take(null, 'own')])
  expect(order).toEqual(['a1', 'own', 'a2'])
})

test('of the waiting accounts, the one with the least recent use goes next', async () => {
  const { take, order } = turns()
  const greedy = ['g1', 'g2', 'g3', 'g4'].map((name) => take('greedy', name, 5))
  const others = ['ada', 'ben'].map((name) => take(name, name))
  await Promise.all([...greedy, ...others])
  expect(order).toEqual(['g1', 'ada', 'ben', 'g2', 'g3', 'g4'])
})

test('turns of one account stay in their order', async () => {
  const { take, order } = turns()
  await Promise.all(['1', '2', '3', '4', '5'].map((name) => take('ada', name)))
  expect(order).toEqual(['1', '2', '3', '4', '5'])
})

test('turns of one account stay in their order while the clock ticks', async () => {
  let seconds = 0
  // Each look at the clock finds it later than the last one.
  const held = new Turns(() => (seconds += 0.001))
  const order: string[] = []
  const take = (name: string) => held.take('ada', async () => void order.push(name))
  await Promise.all(['1', '2', '3', '4', '5'].map(take))
  expect(order).toEqual(['1', '2', '3', '4', '5'])
})

test('what was used long ago counts no more', async () => {
  const { take, order, later } = turns()
  await take('ada', 'long ago', 5)
  later(200)
  await take('ben', 'just now', 1)
  order.length = 0
  await Promise.all([take('cat', 'begins', 1), take('ben', 'ben'), take('ada', 'ada')])
  expect(order).toEqual(['begins', 'ada', 'ben'])
})
