import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { EmojiShortcodes } from '../../import/shared/emoji-shortcodes.ts'
import { markdownOf, type Names } from '../../import/mattermost/text.ts'
import { anyText } from '../kit/any-text.ts'

const names: Names = {
  mention: (username) => (username === 'ada' || username === 'ada.p' ? '@_**Ada Park|7**' : null),
  channel: (name) => (name === 'garden-1' ? '#**Garden**' : null),
  emoji: new EmojiShortcodes(),
}

const convertText = (text: string): string => markdownOf(text, names)

test.each([
  // names
  ['@ada hi', '@_**Ada Park|7** hi'],
  ['ask @Ada.', 'ask @_**Ada Park|7**.'],
  ['(@ada.p...)', '(@_**Ada Park|7**...)'],
  ['@bo a@ada.org x@ada', '@bo a@ada.org x@ada'],
  ['@all @channel @here', '@_**all** @_**all** @_**all**'],
  ['@**Ada**', '@_**Ada**'],
  ['see ~garden-1, ~garden-1- and ~shed', 'see #**Garden**, #**Garden**- and ~shed'],
  // emphasis
  ['**bold** *italic* ~~gone~~', '**bold** *italic* ~~gone~~'],
  ['_italic_ __bold__ snake_case_name', '*italic* **bold** snake_case_name'],
  // what stays
  ['`_a_ @ada` ``b ` _c_``', '`_a_ @ada` ``b ` _c_``'],
  ['https://example.com/_a_/@ada', 'https://example.com/_a_/@ada'],
  ['[_the_ page](https://example.com/_a_)', '[*the* page](https://example.com/_a_)'],
  ['```js\n_a_ @ada\n````\n_b_', '```js\n_a_ @ada\n```\n*b*'],
  ['~~~\n```\n_a_\n~~~', '~~~\n```\n_a_\n~~~'],
  ['```_a_``` _b_', '```_a_``` *b*'],
  ['# Title\n- one\n> two\n\n| a | b |\n|---|---|', '# Title\n- one\n> two\n\n| a | b |\n|---|---|'],
  // pictures and emoji
  [
    '![a cat](https://example.com/cat.png "title") ![](https://example.com/b.png)',
    '[a cat](https://example.com/cat.png) https://example.com/b.png',
  ],
  [':smile: :wave_dark_skin_tone: :nothing: 10:30:45', ':big_smile: :wave: :nothing: 10:30:45'],
  ['a\r\nb \uE000c', 'a\nb c'],
])('%j becomes %j', (text, markdown) => {
  expect(convertText(text)).toBe(markdown)
})

test('any text becomes something, and no plain word is lost', () => {
  const marks = [
    '*',
    '_',
    '__',
    '~',
    '`',
    '```',
    '\n',
    ' ',
    '@',
    '[',
    '](',
    ')',
    '![',
    ':',
    '@ada',
    '~garden-1',
    'http://',
  ]
  assert(property(anyText(200), (text) => typeof convertText(text) === 'string'))
  assert(
    property(array(oneof(constantFrom(...marks), constantFrom('lorem', 'ipsum'))), (parts) => {
      const words = parts.join('').match(/lorem|ipsum/g) ?? []
      expect(convertText(parts.join('')).match(/lorem|ipsum/g) ?? []).toEqual(words)
    }),
  )
})

test('takes time linear in the length', () => {
  for (const part of ['_', '__a', '`', '` ', '``a`', '![', '](', '@a.', '~', ':a', 'http://', '\n```'])
    convertText(part.repeat(60_000 / part.length))
  convertText(Array.from({ length: 300 }, (_, length) => '`'.repeat(length)).join(' '))
}, 5000)
