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

test('what is no JSON stays as it is', () => {
  expect(indentedJson('payload=%7B%7D&a={')).toBe('payload=%7B%7D&a={')
})

test('lists within lists do not become long', () => {
  const text = '['.repeat(8000) + ']'.repeat(8000)
  expect(indentedJson(text).length).toBeLessThan(50 * text.length)
})
