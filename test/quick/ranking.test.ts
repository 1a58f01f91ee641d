import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import { byName } from '../../web/lib/by-name'
import type { rank as Ranked } from '../../web/lib/rank'

const people = Array.from({ length: 10_000 }, (_, index) => `Sailor ${(index * 7919) % 10_000}`)
const names = (name: string): readonly string[] => [name]

let ranked: typeof Ranked
let compared = 0
let folding: Mock

/** A fresh copy of the module has ranked nothing before. */
beforeEach(async () => {
  vi.resetModules()
  vi.doMock('../../web/lib/by-name', () => ({
    byName(a: string, b: string) {
      compared += 1
      return byName(a, b)
    },
  }))
  folding = vi.spyOn(String.prototype, 'normalize')
  ranked = (await import('../../web/lib/rank')).rank
  compared = 0
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.doUnmock('../../web/lib/by-name')
})

test('the first eight of ten thousand names are found by comparing each name about once', () => {
  const found = ranked(people, '', { names, maxResults: 8 })

  expect(found).toEqual(Array.from({ length: 8 }, (_, index) => `Sailor ${index}`))
  expect(compared).toBeLessThan(1.1 * people.length)
})

test('another key press folds none of ten thousand names again', () => {
  expect(ranked(people, 'sailor 4', { names, maxResults: 8 })[0]).toBe('Sailor 4')
  expect(folding.mock.calls.length).toBeGreaterThan(people.length)
  folding.mockClear()

  expect(ranked(people, 'sailor 42', { names, maxResults: 8 })).toHaveLength(8)

  expect(folding.mock.calls.length).toBeLessThan(10)
})

test('ten thousand names that were sorted before are sorted without comparing them again', () => {
  const sorted = ranked(people, '', { names, maxResults: Infinity })
  expect(sorted).toEqual(people.toSorted(byName))
  compared = 0

  expect(ranked(people.toReversed(), '', { names, maxResults: Infinity })).toEqual(sorted)
  expect(compared).toBe(0)
})

test('a new name among ten thousand is put in its place by comparing each name a few times', () => {
  ranked(people, '', { names, maxResults: Infinity })
  compared = 0

  const sorted = ranked([...people, 'Sailor 4200b', 'sailor 4200'], '', { names, maxResults: Infinity })

  const place = sorted.indexOf('Sailor 4200')
  expect(sorted.slice(place, place + 3)).toEqual(['Sailor 4200', 'sailor 4200', 'Sailor 4200b'])
  expect(compared).toBeLessThan(4 * people.length)
})

test('names beyond the cached ones are ranked, too', () => {
  const many = Array.from({ length: 51_000 }, (_, index) => `Gull ${index}`)

  expect(ranked(many, 'gull 50999', { names, maxResults: Infinity })).toEqual(['Gull 50999'])
  expect(ranked(many.toReversed(), '', { names, maxResults: Infinity })).toEqual(many)
  expect(ranked(people, '', { names, maxResults: Infinity })).toEqual(people.toSorted(byName))
})
