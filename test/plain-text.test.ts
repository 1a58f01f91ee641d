import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '../src/markdown/plain-text'
import { html } from './kit/markdown-realm'
import { markdownish } from './kit/markdown-texts'

test.each([
  ['hello *world*', 'hello world'],
  ['foo**bar**', 'foobar'],
  ['`foo`bar~~baz~~', 'foobarbaz'],
  ['[foo](http://x.com)bar', 'foobar'],
  ['a < b && c > "d"', 'a < b && c > "d"'],
  ['# one\n\n* two\n* three', 'one two three'],
  ['a\nb', 'a b'],
  ['a|b\n-|-\nc|d', 'a b c d'],
  ['> a\n\nb', 'a b'],
  ['```\na\nb\n```', 'a b'],
  ['&lt;b&gt;', '<b>'],
  ['&amp;lt;', '&lt;'],
  ['<b>x</b>', '<b>x</b>'],
  ['@**Ada Park**', '@Ada Park'],
  ['[text](http://x.com "title")', 'text'],
  ['', ''],
])('the plain text of %o is %o', (content, expected) => {
  expect(plainText(html(content))).toBe(expected)
})

test('of words it is those words', () => {
  const words = fc.array(fc.stringMatching(/^[a-zäöü]{1,8}$/), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(words, (list) => {
      expect(plainText(html(list.join(' ')))).toBe(list.join(' '))
      expect(plainText(html(list.join('\n')))).toBe(list.join(' '))
      expect(plainText(html(list.map((word) => `${word}**${word}**`).join('')))).toBe(
        list.map((word) => word + word).join(''),
      )
      expect(plainText(html(list.map((word) => `**${word}**`).join('\n\n')))).toBe(list.join(' '))
      expect(plainText(html(list.map((word) => `> * ${word}`).join('\n')))).toBe(list.join(' '))
    }),
  )
})

test('it has no white edges and no double spaces, and every character of escaped text', () => {
  fc.assert(
    fc.property(markdownish, (content) => {
      expect(plainText(html(content))).not.toMatch(/^\s|\s$|\s\s/)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', '#'), minLength: 1 }), (text) => {
      expect(plainText(html('x`' + text + '`'))).toBe(`x${text}`)
    }),
  )
})
