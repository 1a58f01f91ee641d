import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { foldCase } from '../../src/core/base/unicode'
import { isIndexedAsTopic } from '../../src/narrow/search'
import { newRealm, type Person } from '../kit'
import { html } from '../kit/markdown-realm'
import { markdownish } from '../kit/markdown-texts'

let owner: Person

beforeAll(async () => {
  ;({ owner } = await newRealm())
})

/** What the search index has of messages with this HTML. White space does not matter to it. */
async function wordsOf(htmls: readonly string[]): Promise<string[]> {
  const first = 4_000_000_000
  const [, { results }] = (await env.DB.batch([
    env.DB.prepare(`
      insert into message
        (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
      select ?1 + key, 0, ?2, 0, 0, '', '', '', value, 0, '' from json_each(?3)
    `).bind(first, owner.id, JSON.stringify(htmls)),
    env.DB.prepare('select content from message_words where id >= ? order by id').bind(first),
    env.DB.prepare('delete from message where id >= ?').bind(first),
  ])) as [unknown, D1Result<{ content: string }>]
  return results.map(({ content }) => collapseSpace(content))
}

const collapseSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

test('words are those that a reader sees: inline markup does not split them, the borders of blocks do', async () => {
  const expected = [
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
    ['Ünï𝒳 ' + '**long** `&`'.repeat(900), 'Ünï𝒳 ' + 'long &'.repeat(900)],
    ['', ''],
  ] as const

  const found = await wordsOf(expected.map(([content]) => html(content)))

  expect(found).toEqual(expected.map(([, words]) => words))
})

test('words of previews are left out', async () => {
  const preview = '\n<div class="message_embed"><a href="http://x.com">elsewhere</a></div>'

  expect(await wordsOf([`<p>here</p>${preview}`, `<p>${'here '.repeat(500)}</p>${preview}`])).toEqual([
    'here',
    'here '.repeat(500).trim(),
  ])
})

/** The text of HTML, by regular expressions. */
const separating = /^(?:p|br|hr|h\d|ul|ol|li|blockquote|div|pre|table|thead|tbody|tr|th|td|img)$/
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const textOf = (text: string): string =>
  collapseSpace(
    text
      .replaceAll(/<\/?([^\s<>]*)(?:\s[^<>]*)?>/g, (_, name: string) => (separating.test(name) ? ' ' : ''))
      .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!),
  )

test('words of any message are the text of its HTML', async () => {
  const words = fc.array(fc.stringMatching(/^[a-zäöü]{1,8}$/), { minLength: 1, maxLength: 20 })
  const escaped = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', '#'), minLength: 1 })
  const content = fc.oneof(
    markdownish,
    fc.array(markdownish, { maxLength: 30 }).map((parts) => parts.join(' ')),
    words.map((list) => list.map((word) => `${word}**${word}**`).join('\n\n> * ')),
    escaped.map((text) => 'x`' + text + '`'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 30 }), async (contents) => {
      const htmls = contents.map((text) => html(text))

      expect(await wordsOf(htmls)).toEqual(htmls.map(textOf))
    }),
    { numRuns: 30 },
  )
})

/** Letters that `foldCase` makes the same, one beside the other, wherever an accent stands by itself or not. */
function* spellings(): Generator<[key: string, spelling: string]> {
  for (let code = 0x20; code < 0x3_0000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const [base = '', accent = '', ...others] = letter.normalize('NFD')
    for (const spelling of [letter, letter.normalize('NFD'), (base + accent).normalize('NFC') + others.join('')])
      yield [foldCase(spelling), spelling]
  }
}

test('the index has the same words for all spellings of a topic that is looked up with the words', async () => {
  const alike = [...spellings()].filter(([key]) => isIndexedAsTopic(`x${key}y`))
  const texts = alike.flatMap(([key, spelling]) => [`x${key}y`, `x${spelling}y`])
  const create = 'create virtual table spelling using fts5 (text, tokenize = "porter unicode61")'
  const terms = `create virtual table spelled using fts5vocab (spelling, 'instance')`
  const [, , , found] = await env.DB.batch<{ doc: number; words: string }>([
    env.DB.prepare(create),
    env.DB.prepare('insert into spelling (rowid, text) select key, value from json_each(?)').bind(
      JSON.stringify(texts),
    ),
    env.DB.prepare(terms),
    env.DB.prepare(
      `select doc, group_concat(term, ' ') as words from (select * from spelled order by doc, "offset") group by doc`,
    ),
    env.DB.prepare('drop table spelled'),
    env.DB.prepare('drop table spelling'),
  ])
  const words = new Map(found!.results.map((row) => [row.doc, row.words]))

  expect(alike.length).toBeGreaterThan(400)
  for (const [index] of alike.entries())
    expect(words.get(2 * index + 1), texts[2 * index + 1]).toBe(words.get(2 * index))
})
