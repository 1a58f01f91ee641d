import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { markdownOf, type Names } from '../../import/rocketchat/markup.ts'
import { EmojiShortcodes, rocketChatSequences } from '../../import/shared/emoji-shortcodes.ts'
import { anyText } from '../kit/any-text.ts'
import { processorMs } from './processor-time.ts'

const names: Names = {
  mention: (username) => (username === 'ada' || username === 'ada.park' ? '@_**Ada Park|101**' : null),
  channel: (name) => (name === 'general' ? '#**general**' : null),
  address: (address) => (address.endsWith('?msg=known') ? '/#narrow/near/1' : null),
  emoji: new EmojiShortcodes(rocketChatSequences),
}

test.each([
  ['*b* _i_ ~s~', '**b** *i* ~~s~~'],
  ['**b** __i__ ~~s~~', '**b** *i* ~~s~~'],
  ['_*both*_ snake_case_name', '***both*** snake_case_name'],
  ['https://x.example/_a_/*b*', 'https://x.example/_a_/*b*'],
  ['`*code*` and\n```js\n*x*\n```', '`*code*` and\n```js\n*x*\n```'],
  ['> quote', '> quote'],
  ['[page](https://x.example/_a_)', '[page](https://x.example/_a_)'],
  ['<https://x.example|page> <https://x.example>', '[page](https://x.example) https://x.example'],
  ['[ ](https://x.example?msg=other) text', 'text'],
  ['[that](https://x.example?msg=known)', '[that](/#narrow/near/1)'],
  ['see https://x.example?msg=known', 'see [message](/#narrow/near/1)'],
  ['[evil](javascript:alert(1))', '[evil](javascript:alert(1))'],
  ['@ada, @ada.park. @nobody a@ada', '@_**Ada Park|101**, @_**Ada Park|101**. @nobody a@ada'],
  ['*@ada*', '** @_**Ada Park|101****'],
  ['@all @here @allies', '@_**all** @_**all** @allies'],
  ['#general #nowhere #general.', '#**general** #nowhere #**general**.'],
  [':thumbsup: :slight_smile: :thumbsup_tone2: :no_such:', ':+1: :smile: 👍🏼 :no_such:'],
  ['@**all**', '@_**all**'],
  ['<b>bold</b>', '<b>bold</b>'],
])('Markdown of %j', (text, expected) => {
  expect(markdownOf(text, names)).toBe(expected)
})

test('any text becomes Markdown', () => {
  assert(
    property(anyText(200), (text) => {
      expect(typeof markdownOf(text, names)).toBe('string')
    }),
  )
})

test.each(['```', '`', '_', '*', '~', '__', '[', '[](', '<http://', '@', '#a', ':a', '> ', '@a'])(
  'long rows of %j take little time',
  (piece) => {
    expect(processorMs(() => markdownOf(piece.repeat(100_000 / piece.length), names))).toBeLessThan(2000)
  },
)
