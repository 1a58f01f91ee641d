import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderDescription } from '../../src/markdown/render'
import { escapeHtml } from '../../src/markdown/escape'
import { highlight } from '../../src/narrow/highlight'
import { stem } from '../../src/narrow/stem'
import { foldWord } from '../../src/narrow/words'

const mark = (text: string) => `<span class=highlight>${text}</span>`

test.each<[string, string, string[], string]>([
  ['another form', '<p>Boats</p>', ['boating'], `<p>${mark('Boats')}</p>`],
  ['another case and accent', 'CAFÉ', ['cafe'], mark('CAFÉ')],
  ['an accent that stands by itself', 'cafe\u0301s', ['café'], mark('cafe\u0301s')],
  ['a digit', 'pier 7, 77', ['7'], `pier ${mark('7')}, 77`],
  ['a word beside punctuation', '(boat!)', ['boat'], `(${mark('boat')}!)`],
  ['several words', 'boat and sail', ['sail', 'boat'], `${mark('boat')} and ${mark('sail')}`],
  ['a word more than once', 'boat boat', ['boat'], `${mark('boat')} ${mark('boat')}`],
])('%s is marked', (_, html, words, marked) => {
  expect(highlight(html, words)).toBe(marked)
})

test.each<[string, string, string[]]>([
  ['the name of a tag', '<strong>x</strong>', ['strong']],
  ['an attribute', '<a href="boat" title=\'boat\'>x</a>', ['href', 'title', 'boat']],
  ['an attribute with an angle', '<a title="x > boat">x</a>', ['boat']],
  ['a character reference', '&amp; &lt; &#39; &#x27;', ['amp', 'lt', '39', 'x27']],
  ['a part of a word', 'lighthouse', ['light', 'house']],
  ['anything when there are no words', 'boat', []],
])('%s is left alone', (_, html, words) => {
  expect(highlight(html, words)).toBe(html)
})

const isWord = /[\p{L}\p{N}]/u
const stems = new Set(['boat', 'sail', 'amp', 'p', 'strong', 'href'])
const words = ['boats', 'sailing', 'amp', 'p', 'strong', 'href']

const content = fc
  .array(
    fc.oneof(
      fc.constantFrom('boat', 'Boating', 'sails', 'amp', 'strong', 'p', '&amp;', '<p>', '&', '<', '>', '"', "'", '**'),
      fc.constantFrom('[a boat](https://example.com/boat?amp=p "sail")', '`boat`', '\n\n', '* ', '> ', '_', ' ', '-'),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

/** Tags and texts of HTML, one by one. */
const partsOf = (html: string): string[] => html.split(/(<[^>]*>)/)

test('marks are all that is added to a rendered message, and they break nothing', () => {
  fc.assert(
    fc.property(content, (text) => {
      const html = renderDescription(text)

      const marked = highlight(html, words)

      expect(marked.replaceAll(/<span class=highlight>([^<>]*)<\/span>/g, '$1')).toBe(html)
      expect(partsOf(marked).filter((part) => part.startsWith('<') && !part.includes('span'))).toEqual(
        partsOf(html).filter((part) => part.startsWith('<')),
      )
    }),
    { numRuns: 500 },
  )
})

test('exactly the words with a searched stem are marked', () => {
  fc.assert(
    fc.property(content, (text) => {
      const html = renderDescription(text)

      const marked = highlight(html, words)

      const found = [...marked.matchAll(/<span class=highlight>([^<>]*)<\/span>/g)].map((match) => match[1])
      const expected = partsOf(html)
        .filter((part) => !part.startsWith('<'))
        .flatMap((part) => part.replaceAll(/&\w+;/g, ' ').split(/[^\p{L}\p{N}\p{M}\p{Co}]+/u))
        .map((part) => part.replace(/^\p{M}+/u, ''))
        .filter((part) => isWord.test(part) && stems.has(stem(foldWord(part))))
      expect(found).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('any text is marked without an error or a change to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, searched) => {
      expect(highlight(text, searched).replaceAll(/<span class=highlight>(.*?)<\/span>/gs, '$1')).toBe(text)
    }),
  )
})

test('escaped text has no markup, and stands for what it was', () => {
  const back: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom('&', '<', '>', '"', "'", '&amp;'), fc.string())), (parts) => {
      const text = parts.join('')

      const escaped = escapeHtml(text)

      expect(escaped).not.toMatch(/[<>"']/)
      expect(escaped.replaceAll(/&[^;]*;/g, (reference) => back[reference]!)).toBe(text)
    }),
  )
})

const beginnings = 'sail boat relat hop fil condit rat hes run fall adjust y sky commun oper gener by b ee u'.split(' ')
const endings = (
  's es ies sses ed ing eed ated bling izing ational tional enci anci izer bli alli entli eli ousli ization ation ator ' +
  'alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ' +
  'ible ant ement ment ent sion tion ou ism ate iti ous ive ize e ll y'
).split(' ')

/** Words as they come, and such on which the rules of stemming work. */
const stemmed = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc
    .tuple(fc.constantFrom(...beginnings), fc.array(fc.constantFrom(...endings), { maxLength: 3 }))
    .map(([beginning, ends]) => beginning + ends.join('')),
  fc.stringMatching(/^[aeiouysl]{1,10}(?:ing|ed|s|e|y)?$/),
  fc.stringMatching(/^[a-z]{60,70}s$/),
  fc.stringMatching(/^[a-zèéöøñя0-9]{1,10}(?:ing|ed|s)?$/),
)

test('words have the stems that the search index gives them', async () => {
  await env.DB.batch([
    env.DB.prepare(`create virtual table tried using fts5 (text, tokenize = 'porter unicode61')`),
    env.DB.prepare('create virtual table tried_stem using fts5vocab (tried, instance)'),
  ])
  const tried = [...new Set(fc.sample(stemmed, 8000))]
  await env.DB.prepare('insert into tried (rowid, text) select key, value from json_each(?)')
    .bind(JSON.stringify(tried))
    .run()

  const { results } = await env.DB.prepare('select doc, term from tried_stem order by doc').all<{
    doc: number
    term: string
  }>()

  expect(results.map(({ doc, term }) => [tried[doc], term])).toEqual(tried.map((one) => [one, stem(foldWord(one))]))
})
