import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Database, fragment } from '../src/core/sql'
import { wordsOf } from '../src/edits/moves'
import { plainText, render } from '../src/markdown/render'

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
)

test('a moved message is indexed by the same words as a sent one', async () => {
  const database = new Database(env.DB)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join(' ')),
        fc.string(),
      ),
      async (content) => {
        const { html } = render(content, () => null)

        const [answer] = await database.send([fragment`select ${wordsOf(fragment`${html}`)} as words`])

        expect(collapsed(answer!.rows[0]!['words'] ?? '')).toBe(collapsed(plainText(html)))
      },
    ),
    { numRuns: 300 },
  )
})
