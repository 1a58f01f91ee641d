import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../src/core/base/iso-time'

test('a time has its offset, and microseconds only when they are not zero', () => {
  expect(isoTime(1_767_323_045)).toBe('2026-01-02T03:04:05+00:00')
  expect(isoTime(1_767_323_045.6789)).toBe('2026-01-02T03:04:05.678000+00:00')
  expect(isoTime(-1)).toBe('1969-12-31T23:59:59+00:00')
})

test('any time from 1900 to 2200 is written as Date writes it', () => {
  const [first, last] = [Date.UTC(1900), Date.UTC(2200)].map((ms) => ms / 1000) as [number, number]
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: first, max: last }), fc.double({ min: first, max: last, noNaN: true })),
      (seconds) => {
        const expected = new Date(seconds * 1000)
          .toISOString()
          .replace('.000Z', 'Z')
          .replace(/(\.\d{3})?Z$/, (end) => `${end === 'Z' ? '' : `${end.slice(0, -1)}000`}+00:00`)
        expect(isoTime(seconds)).toBe(expected)
      },
    ),
  )
})
