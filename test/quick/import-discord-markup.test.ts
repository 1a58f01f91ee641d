import { assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownOf, type Names, type PlainNames } from '../../import/discord/markup.ts'
import { anyText } from '../kit/any-text.ts'
import { processorMs } from './processor-time.ts'

const ada = { id: 101, full_name: 'Ada Park' }

const names: Names = {
  user: (id) => (id === '1001' ? ada : null),
  role: (id) => (id === '70' ? 'keepers' : null),
  channel: (id) => (id === '500' ? '#**general**' : null),
  emoji: (_, name) => (name === 'blob' ? 'blob_2' : name),
}

const nothingPlain: PlainNames = { users: new Map(), emoji: new Map() }

test.each([
  // emphasis
  ['**b** *i* _i_ __u__ ~~s~~', '**b** *i* *i* u ~~s~~'],
  ['___both___ __**ub**__', '*both* **ub**'],
  ['snake_case_name and https://x.example/_a_', 'snake_case_name and https://x.example/_a_'],
  [String.raw`2\*3 and \_plain\_`, '2*3 and _plain_'],
  // blocks
  ['-# small', 'small'],
  ['> quote\nnot', '> quote\nnot'],
  ['a\n>>> b\nc', 'a\n> b\n> c'],
  ['||hidden||', '```spoiler\nhidden\n```'],
  ['a ||b|| c', 'a ||b|| c'],
  // code
  ['`_code_` _i_', '`_code_` *i*'],
  ['see ```js\nlet _x_ = 1\n``` there', 'see \n```js\nlet _x_ = 1\n```\n there'],
  ['```one line```', '```\none line\n```'],
  ['``` open _i_', '``` open *i*'],
  // names
  ['<@1001> and <@!1001>', '@_**Ada Park|101** and @_**Ada Park|101**'],
  ['x<@1001>', 'x @_**Ada Park|101**'],
  ['<@77> <@&70> <@&71>', '@unknown @keepers @deleted-role'],
  ['<#500> <#501>', '#**general** #deleted-channel'],
  ['@everyone @here a@here', '@_**all** @_**all** a@here'],
  ['<:blob:9> <a:wave:8>', ':blob_2: :wave:'],
  ['`<@1001>`', '`<@1001>`'],
  ['@**all**', '@_**all**'],
  // other pieces
  ['<t:1779444000:R>', '<time:2026-05-22T10:00:00.000Z>'],
  ['<t:9999999999999>', '<t:9999999999999>'],
  ['</help:123> <https://x.example>', '/help https://x.example'],
])('Markdown of %j', (text, expected) => {
  expect(markdownOf(text, names, nothingPlain)).toBe(expected)
})

describe('where the exporter has made words of names', () => {
  const plain: PlainNames = {
    users: new Map([
      ['Ada', ada],
      ['Ada Park', ada],
      ['(x', ada],
    ]),
    emoji: new Map([['blob', 'blob_2']]),
  }

  test.each([
    ['@Ada Park, @Ada and @Adam', '@_**Ada Park|101**, @_**Ada Park|101** and @Adam'],
    ['mail@Ada @(x', 'mail@Ada @_**Ada Park|101**'],
    [':blob: :wave:', ':blob_2: :wave:'],
  ])('the names are found: %j', (text, expected) => {
    expect(markdownOf(text, names, plain)).toBe(expected)
  })
})

test('any text becomes Markdown', () => {
  assert(
    property(anyText(200), (text) => {
      expect(typeof markdownOf(text, names, nothingPlain)).toBe('string')
    }),
  )
})

test.each(['```', '`', '_', '__', '||', '<@', '\\', '>>> ', '@', ':a', '<t:1', '**', '[('])(
  'long rows of %j take little time',
  (piece) => {
    expect(processorMs(() => markdownOf(piece.repeat(100_000 / piece.length), names, nothingPlain))).toBeLessThan(2000)
  },
)
