import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byName } from '../../web/lib/by-name'
import type { indexSteps as IndexSteps, NameIndex, searchIn as SearchIn } from '../../web/lib/name-index'
import { rank } from '../../web/lib/rank'

interface Person {
  readonly name: string
  readonly weight: number
}

const nameOf = ({ name }: Person): string => name
const weight = (person: Person): number => person.weight

let indexSteps: typeof IndexSteps
let searchIn: typeof SearchIn
let comparedCount = 0

beforeEach(async () => {
  vi.resetModules()
  vi.doMock('../../web/lib/by-name', () => ({
    byName(a: string, b: string) {
      comparedCount += 1
      return byName(a, b)
    },
  }))
  ;({ indexSteps, searchIn } = await import('../../web/lib/name-index'))
  comparedCount = 0
})

afterEach(() => {
  vi.doUnmock('../../web/lib/by-name')
  vi.restoreAllMocks()
})

function indexOf(people: readonly Person[], last: NameIndex<Person> | null = null): NameIndex<Person> {
  const steps = indexSteps(people, nameOf, last)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const sailors = Array.from({ length: 10_000 }, (_, index): Person => ({
  name: `Sailor ${(index * 7919) % 10_000}`,
  weight: 0,
}))

const word = fc.stringMatching(/^[abAÄ ,.-]{0,6}$/)
const crew = fc.array(fc.record({ name: word, weight: fc.nat(2) }), { maxLength: 30 })

test('an index finds what looking at all names finds', () => {
  fc.assert(
    fc.property(crew, word, fc.constantFrom(1, 3, Infinity), fc.nat(2), (people, typed, maxResults, unwanted) => {
      const isWanted = (person: Person): boolean => person.weight !== unwanted
      const expected = rank(people.filter(isWanted), typed, { names: (one) => [one.name], weight, maxResults })
      expect(searchIn(indexOf(people), typed, { weight, isWanted, maxResults })).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

test('an index that follows from that of an earlier list finds the same as a new one', () => {
  fc.assert(
    fc.property(crew, crew, fc.nat(30), word, (people, others, from, typed) => {
      const changedPeople = [...people.slice(from), ...others, ...people.slice(0, from / 2)]
      const search = { weight, maxResults: 4 }
      const changed = indexOf(changedPeople, indexOf(people))
      expect(searchIn(changed, typed, search)).toEqual(searchIn(indexOf(changedPeople), typed, search))
    }),
    { numRuns: 1000 },
  )
})

test('no key that completes one of ten thousand names folds or compares more than a few of them', () => {
  const index = indexOf(sailors)
  comparedCount = 0
  const folding = vi.spyOn(String.prototype, 'normalize')
  const looking = vi.spyOn(String.prototype, 'startsWith')
  for (const typed of ['', 's', 'sailor', 'sailor 7', 'sailor 70', '7', 'x', 'sailor x'])
    searchIn(index, typed, { maxResults: 8 })
  expect(searchIn(index, 'sailor 4', { maxResults: 3 }).map(nameOf)).toEqual(['Sailor 4', 'Sailor 40', 'Sailor 41'])
  expect(comparedCount).toBe(0)
  expect(folding.mock.calls.length).toBeLessThan(10)
  expect(looking.mock.calls.length).toBeLessThan(500)
})

test('a person who changes among ten thousand takes comparing each name about twice, and no sorting', () => {
  const index = indexOf(sailors)
  comparedCount = 0
  const changedSailors = sailors.with(7, { name: 'Sailor 4200b', weight: 0 })
  const found = searchIn(indexOf(changedSailors, index), 'sailor 4200', { maxResults: 8 })
  expect(found.map(nameOf)).toEqual(['Sailor 4200', 'Sailor 4200b'])
  expect(comparedCount).toBeLessThan(2.1 * sailors.length)
})

test('the index of ten thousand names is made in short steps', () => {
  const steps = indexSteps(sailors, nameOf, null)
  let maxCompared = 0
  for (let before = 0, isDone = false; !isDone; before = comparedCount) {
    isDone = steps.next().done === true
    maxCompared = Math.max(maxCompared, comparedCount - before)
  }
  expect(maxCompared).toBeLessThan(2000)
})
