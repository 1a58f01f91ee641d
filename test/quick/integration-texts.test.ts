import { describe, expect, test } from 'vitest'
import { fittingMessage, fittingKey } from '../../src/integrations/fitting'
import {
  addressBelow,
  bold,
  code,
  codeBlock,
  sanitizeMarkdown,
  escapeInline,
  link,
  quote,
} from '../../src/integrations/markdown'
import { textOfHtml } from '../../src/integrations/wording/html'
import { nameOf } from '../../src/integrations/wording/person'

/** Characters of the largest body of a request. */
const longest = 1024 * 1024

const writers: Readonly<Record<string, (text: string) => string>> = {
  addressBelow: (text) => addressBelow(text, text),
  bold,
  code,
  codeBlock,
  composed: sanitizeMarkdown,
  escaped: escapeInline,
  link: (text) => link(text, `https://example.com/${text}`),
  nameOf,
  quote,
  textOfHtml,
}

describe('the largest text takes a time linear in its length', () => {
  test.each(Object.entries(writers))('%s', (_, write) => {
    for (const part of ['<!--', '<', '/', ' ', '\n', '`', '[', '[]', '&#', '@*', '~~~\n', '```\n', '*', '\r'])
      expect(write(`x${part.repeat(longest / part.length)}x`)).toBeTypeOf('string')
  })
})

test.each([
  ['', 'Read this <!-- and not that'],
  [' more', 'Read this <!-- and not that --> more'],
])('a quote leaves comments out, of which one without an end takes all that follows', (more, text) => {
  expect(quote(text)).toContain(`Read this ${more}`.trim())
  expect(quote(text)).not.toContain('not that')
})

test.each([
  ['Ada Park <ada@example.com>', 'Ada Park'],
  ['Ada > Bo', 'Ada > Bo'],
  ['<ada@example.com>', ''],
])('a person is named without an address: %s', (person, name) => {
  expect(nameOf(person)).toBe(name)
})

test.each([
  ['escaped', escapeInline('a\u202Eb\u2066c')],
  ['bold', bold('\u202Dabc')],
  ['a label', link('a\u202Ebc', 'https://example.com')],
  ['code', code('a\u2067bc')],
  ['a topic', fittingMessage({ topic: 'a\u202Ebc', content: '' }).topic],
])('a text does not turn the direction of what stands behind it: %s', (_, text) => {
  expect(text).toContain('abc')
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
})

describe('a key of any length', () => {
  test('is stored as it is if it is short', () => {
    expect(fittingKey('alerts {}:{alertname="Pond"}')).toBe('alerts {}:{alertname="Pond"}')
  })

  test('stays different from one that begins alike', () => {
    const long = 'x'.repeat(5000)
    const keys = [long, `${long}1`, `${long}2`].map((key) => fittingKey(key))

    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(100)
  })
})
