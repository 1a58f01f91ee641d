import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Database, fragment } from '../src/core/sql/sql'
import { wordsOf } from '../src/edits/moves'
import { plainText } from '../src/markdown/plain-text'
import { renderDescription } from '../src/markdown/render'

const collapsed = (text: unknown): string => String(text).replaceAll(/\s+/g, ' ').trim()

const piece = fc.constantFrom(
  'Boats',
  '**sail**',
  '&',
  '"dawn"',
  "it's",
  '<b>',
  '`a<b`',
  '\n\n> quote',
  '[x](http://e.com)',
  '\\',
  '😀',
  'foo**bar**',
  '\n* item',
  '\n\na|b\n-|-',
  '$$x$$',
  ':smile:',
  '\n```spoiler a\nb\n```\n',
  '\n```py\nx\n```\n',
)

test('a moved message is indexed by the same words as a sent one', async () => {
  const database = new Database(env.DB)
  const content = fc.oneof(
    fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join(' ')),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 20 }), async (contents) => {
      const texts = contents.map(renderDescription)

      const answers = await database.send(texts.map((html) => fragment`select ${wordsOf(fragment`${html}`)} as words`))

      for (const [index, { rows }] of answers.entries())
        expect(collapsed(rows[0]!['words'] ?? '')).toBe(collapsed(plainText(texts[index]!)))
    }),
    { numRuns: 30 },
  )
})
