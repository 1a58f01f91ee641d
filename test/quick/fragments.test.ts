import { expect, test } from 'vitest'
import { Fragment, fragment } from '../../src/core/sql/sql'

test('equal values of a distinct statement are bound once', () => {
  const statement = fragment`select ${7} where a = ${'x'} or b = ${7}`.distinct()

  expect(statement.text).toBe('select ?1 where a = ?2 or b = ?1')
  expect(statement.values).toEqual([7, 'x'])
})

test('more different values than D1 binds travel as one list', () => {
  const numbers = Array.from({ length: 101 }, (_, index) => index)
  const statement = new Fragment(`select ${numbers.map(() => '?').join(', ')}, ?`, [...numbers, 3]).distinct()

  expect(statement.text).toMatch(/^select \(\?1 ->> 0\), \(\?1 ->> 1\), .* \(\?1 ->> 100\), \(\?1 ->> 3\)$/)
  expect(statement.values).toEqual([JSON.stringify(numbers)])
})

test('a statement with a question mark that is no value cannot be made distinct', () => {
  expect(() => fragment`select '?', ${1}`.distinct()).toThrow('1 values for 2 question marks')
})
