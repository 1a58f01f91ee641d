import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import { byName } from '../../web/lib/by-name'
import type { ranked as Ranked } from '../../web/lib/rank'

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
  ranked = (await import('../../web/lib/rank')).ranked
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

test('a further key folds none of ten thousand names again', () => {
  expect(ranked(people, 'sailor 4', { names, maxResults: 8 })[0]).toBe('Sailor 4')
  expect(folding.mock.calls.length).toBeGreaterThan(people.length)
  folding.mockClear()

  expect(ranked(people, 'sailor 42', { names, maxResults: 8 })).toHaveLength(8)

  expect(folding.mock.calls.length).toBeLessThan(10)
})

test('a further key looks at the names that were found, then at those that matched before, and a shorter text at all of them', () => {
  const looked = vi.fn(names)
  const context = {}
  const search = (typed: string) => {
    looked.mockClear()
    return ranked(people, typed, { names: looked, maxResults: 3, context })
  }

  expect(search('')).toEqual(['Sailor 0', 'Sailor 1', 'Sailor 2'])
  for (const typed of ['s', 'sail', 'sailor '] as const) {
    expect(search(typed)).toEqual(['Sailor 0', 'Sailor 1', 'Sailor 2'])
    expect(looked.mock.calls.length).toBeLessThanOrEqual(3)
  }
  expect(compared).toBeLessThan(1.1 * people.length)
  expect(search('sailor 4')).toEqual(['Sailor 4', 'Sailor 40', 'Sailor 41'])
  expect(search('sailor 42')).toEqual(['Sailor 42', 'Sailor 420', 'Sailor 421'])
  expect(looked.mock.calls.length).toBeLessThan(1200)
  expect(search('sailor 7')).toEqual(['Sailor 7', 'Sailor 70', 'Sailor 71'])
  expect(looked.mock.calls.length).toBe(people.length)
  expect(search('')).toHaveLength(3)
  expect(search('sailor 70 ')).toEqual(['Sailor 70', 'Sailor 700', 'Sailor 701'])
})

test('what is found key by key in one context is what is found for the whole text at once', () => {
  const word = fc.stringMatching(/^[abAÄ .-]{0,5}$/)
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: word, weight: fc.nat(2) }), { maxLength: 30 }),
      word,
      fc.integer({ min: 1, max: 4 }),
      (items, text, maxResults) => {
        const context = {}
        const how = {
          names: ({ name }: { name: string }) => [name],
          weight: ({ weight }: { weight: number }) => weight,
          maxResults,
        }
        for (let length = 0; length <= text.length; length += 1) {
          const typed = text.slice(0, length)
          expect(ranked(items, typed, { ...how, context })).toEqual(ranked(items, typed, how))
        }
      },
    ),
    { numRuns: 1000 },
  )
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

test('names beyond those that are remembered are ranked, too', () => {
  const many = Array.from({ length: 51_000 }, (_, index) => `Gull ${index}`)

  expect(ranked(many, 'gull 50999', { names, maxResults: Infinity })).toEqual(['Gull 50999'])
  expect(ranked(many.toReversed(), '', { names, maxResults: Infinity })).toEqual(many)
  expect(ranked(people, '', { names, maxResults: Infinity })).toEqual(people.toSorted(byName))
})
