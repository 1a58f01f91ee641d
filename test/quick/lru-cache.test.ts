import { expect, test } from 'vitest'
import { LruCache, stringBytes } from '../../src/core/base/lru-cache'

const keys = (amount: number, length: number) =>
  Array.from({ length: amount }, (_, index) => String(index).padStart(length, 'x'))

test('what is remembered is bounded in bytes, keys included', () => {
  const bounded = new LruCache<string>(1_000_000)
  const long = keys(100, 50_000)
  for (const key of long) bounded.set(key, key, stringBytes(key))

  expect(long.filter((key) => bounded.get(key) !== undefined)).toEqual(long.slice(-4))
})

test('of small things very many are remembered', () => {
  const bounded = new LruCache<number>(4 * 1024 * 1024)
  const small = keys(15_000, 64)
  for (const key of small) bounded.set(key, 1)

  expect(small.every((key) => bounded.get(key) === 1)).toBe(true)
})

test('what was asked for last is forgotten last', () => {
  const bounded = new LruCache<number>(350)
  for (const key of ['a', 'b', 'c']) bounded.set(key, 1)
  bounded.get('a')
  bounded.set('d', 1)

  expect(['a', 'b', 'c', 'd'].filter((key) => bounded.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
})

test('a replaced value no longer counts towards the weight, and neither does a deleted one', () => {
  const bounded = new LruCache<number>(500)
  for (let times = 0; times < 10; times += 1) bounded.set('a', times, 100)
  bounded.set('b', 1)
  expect([bounded.get('a'), bounded.get('b')]).toEqual([9, 1])

  for (let times = 0; times < 10; times += 1) {
    bounded.set('gone', 1, 40)
    bounded.delete('gone')
    bounded.delete('gone')
  }
  expect([bounded.get('a'), bounded.get('b')]).toEqual([9, 1])
})

test('what is larger than all the room is not remembered, and nothing is forgotten for it', () => {
  const bounded = new LruCache<number>(350)
  bounded.set('a', 1)
  bounded.set('b', 1, 1000)
  expect([bounded.get('a'), bounded.get('b')]).toEqual([1, undefined])

  const none = new LruCache<number>(0)
  none.set('a', 1)
  expect(none.get('a')).toBeUndefined()
})
