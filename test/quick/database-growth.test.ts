import { array, assert, float, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { databaseMarks, markAt } from '../../src/core/usage/database-size'
import { dailyGrowth, dayOfSize, type SizeOnDay } from '../../src/usage/database-report'

const sizes = (bytes: readonly number[]): SizeOnDay[] =>
  bytes.map((value, index) => ({ day: 20_000 + index, bytes: value }))

test('a database that grows evenly grows by that much', () => {
  assert(
    property(nat(1e9), integer({ min: -1e6, max: 1e7 }), integer({ min: 4, max: 29 }), (first, pace, days) => {
      expect(dailyGrowth(sizes(Array.from({ length: days }, (_, index) => first + index * pace)))).toBe(pace)
    }),
  )
})

test('one day on which much was deleted, or an archive came, does not decide', () => {
  assert(
    property(integer({ min: 1, max: 28 }), integer({ min: -4e8, max: 4e8 }), (day, jump) => {
      const bytes = Array.from({ length: 29 }, (_, index) => 5e8 + index * 1e6 + (index >= day ? jump : 0))
      expect(dailyGrowth(sizes(bytes))).toBe(1e6)
    }),
  )
})

test('a week of five days of work grows by five sevenths in a day', () => {
  let total = 5e8
  const bytes = Array.from({ length: 29 }, (_, day) => (total += day % 7 < 5 ? 7e6 : 0))
  expect(dailyGrowth(sizes(bytes))).toBe(5e6)
})

test.each([
  ['no day', []],
  ['one day', [5e8]],
  ['two days', [5e8, 6e8]],
  ['three days', [5e8, 6e8, 7e8]],
])('%s: nothing is said of the growth', (_, bytes) => {
  expect(dailyGrowth(sizes(bytes))).toBeNull()
})

test('days without a known size are no days of growth', () => {
  expect(dailyGrowth([10, 17, 24].map((day) => ({ day, bytes: day * 1000 })))).toBe(1000)
})

test.each([
  ['is full today', 500, 10, 20_000],
  ['is full in ten days', 400, 10, 20_010],
  ['is full on the day on which it passes the limit', 401, 10, 20_010],
  ['does not grow', 400, 0, null],
  ['shrinks', 400, -10, null],
  ['grows at an unknown pace', 400, null, null],
  ['is full in more than ten years', 400, 0.01, null],
])('a database that %s', (_, bytes, growth, day) => {
  expect(dayOfSize({ day: 20_000, bytes }, growth, 500)).toBe(day)
})

/** The marks that owners are told of while the database has these sizes, in per cent. */
const notifiedMarks = (percents: readonly number[]): number[] => {
  let known = 0
  return percents.flatMap((percent) => {
    const mark = markAt(percent, known)
    const isNew = mark > known
    known = mark
    return isNew ? [mark] : []
  })
}

test('owners are notified of a mark once, even if the size wavers around it', () => {
  expect(notifiedMarks([69, 70.1, 69.9, 70.2, 68.5, 71, 84.9, 85, 84, 85, 99, 96])).toEqual([70, 85, 95])
  expect(notifiedMarks([72, 67, 70])).toEqual([70, 70])
  expect(notifiedMarks([96, 40, 96])).toEqual([95, 95])
  assert(
    property(array(float({ min: 0, max: 110, noNaN: true })), (percents) => {
      for (const mark of notifiedMarks(percents)) expect(databaseMarks).toContain(mark)
    }),
  )
})
