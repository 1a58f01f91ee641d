import { expect, test } from 'vitest'
import { alertedUsers } from '../../src/markdown/alert-words'

const words = [
  { user_id: 1, word: 'boat' },
  { user_id: 2, word: 'Boat' },
  { user_id: 2, word: 'high tide' },
  { user_id: 3, word: 'c++' },
  { user_id: 4, word: '' },
]

test.each([
  ['a boat!', [1, 2]],
  ['BOAT', [1, 2]],
  ['the high tide is near', [2]],
  ['C++, or C?', [3]],
  ['`boat`', [1, 2]],
  ['> boat', [1, 2]],
  ['>boat', [1, 2]],
  ['(boat)', [1, 2]],
  ['"boat"', [1, 2]],
  ['*boat*', [1, 2]],
  ['[boat](x)', [1, 2]],
  ['sail\nboat\nrow', [1, 2]],
  ["'boat';", [1, 2]],
  ['boats', []],
  ['sailboat', []],
  ['boat-house', []],
  ['/boat', []],
  ['boat=1', []],
  ['high  tide', []],
  ['', []],
])('%o alerts %o', (content, users) => {
  expect([...alertedUsers(content, words)].toSorted((left, right) => left - right)).toEqual(users)
})

test('nobody is alerted where nobody has a word', () => {
  expect(alertedUsers('a boat', [])).toEqual(new Set())
})
