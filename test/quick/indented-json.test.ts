import { expect, test } from 'vitest'
import { indentedJson } from '../../web/settings/organization/integrations/indented-json'

test.each([
  ['{"a":[1,{"b":"x, {y}: \\"z\\""}],"c":{},"d":[]}'],
  ['[]'],
  ['"only a text"'],
  ['  {  "spaces" : [ null , true ]  }  '],
])('%s has the same value with one of its values a line', (text) => {
  expect(indentedJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
})

test('a number with many digits keeps them', () => {
  expect(indentedJson('{"id":12345678901234567890}')).toBe('{\n  "id": 12345678901234567890\n}')
})

test('a text that is not JSON stays as it is', () => {
  expect(indentedJson('payload=%7B%7D&a={')).toBe('payload=%7B%7D&a={')
})

test('the indents of deeply nested lists do not make them long', () => {
  const text = '['.repeat(8000) + ']'.repeat(8000)
  expect(indentedJson(text).length).toBeLessThan(50 * text.length)
})
