import { describe, expect, test } from 'vitest'
import { messageHistory } from '../../src/edits/history'
import { htmlDiff } from '../../src/edits/html-diff'
import type { Edit } from '../../src/edits/schema'
import { alertedUsers } from '../../src/markdown/alert-words'
import { linkified } from '../../src/markdown/linkifiers'
import { mentionTexts } from '../../src/markdown/mentions'
import { withoutReferences } from '../../src/markdown/references'
import { streamNames } from '../../src/markdown/stream-links'
import { topicLinks } from '../../src/markdown/topic-links'
import { highlight } from '../../src/narrow/highlight'
import { parseSearch } from '../../src/narrow/search'
import { pageIn } from '../../src/previews/page'
import { jsonMessage } from '../../src/webhooks/json'
import { markdownOf } from '../../src/webhooks/slack-text'

/** Milliseconds that anything may take which computes from what somebody wrote; the busiest machine has three tries. */
const most = 250

async function assertShort(work: () => unknown): Promise<void> {
  let best = Infinity
  for (let tries = 0; tries < 3 && best > most; tries += 1) {
    const begun = performance.now()
    await work()
    best = Math.min(best, performance.now() - begun)
  }
  expect(best).toBeLessThanOrEqual(most)
}

const fillText = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))
const numberedWords = (amount: number, before: string, after = ' '): string =>
  Array.from({ length: amount }, (_, index) => before + index + after).join('')

/** Each is what one would write to make something look back, or ahead, again and again. */
const tiresome = [
  'a',
  'a ',
  ' ',
  '.',
  ',',
  "'",
  '"',
  '"a',
  '" ',
  '<',
  '<a',
  '<"',
  '&',
  '&a',
  '&#',
  '&amp;',
  '(',
  '[',
  '[]',
  '*',
  '*a',
  '_a',
  '_a_b',
  '~a',
  '`',
  '```',
  '<a|',
  '<http://a|[',
  '<!date^',
  '@',
  '@*',
  '@**a',
  '#**a',
  '#**a>',
  'a@',
  'a@b.',
  'a.co/(',
  'http://',
  '#1 ',
  'BUG-1 ',
  'running ',
  'w1 ',
  '\u0301',
  'a\u0301',
  'É ',
  '中',
  '\uE000',
  '•',
  '\n',
  '\n ',
]

const everyTiresome = tiresome.map((piece) => [JSON.stringify(piece), piece] as const)

describe.each(everyTiresome)('a text of nothing but %s', (_, piece) => {
  test('is read in a moment, wherever it is read', async () => {
    const content = fillText(piece, 10_000)
    await assertShort(() => mentionTexts(content))
    await assertShort(() => streamNames(content))
    await assertShort(() => topicLinks(fillText(piece, 60) + Math.random(), linkifiers))
    await assertShort(() => parseSearch(fillText(piece, 1000)))
    await assertShort(() => highlight(fillText(piece, 50_000), ['w1', 'running', 'a']))
    await assertShort(() => markdownOf(fillText(piece, 50_000)))
    await assertShort(() => withoutReferences(fillText(piece, 10_000)))
    await assertShort(() => pageIn(fillText(piece, 512 * 1024), () => null))
    await assertShort(() =>
      pageIn(`<meta name="og:title" content='${fillText(piece, 500_000).replaceAll("'", '')}'>`, () => null),
    )
  })
})

const linkifiers = Array.from({ length: 100 }, (_, index) => ({
  id: index,
  pattern: `(?:a|b|aa|ab){1,50}c${index}`,
  url_format: 'https://e.com/',
}))

test.each(['a', 'ab ', 'a b c', '(', '中 '])('100 linkifiers look through %o', async (piece) => {
  await assertShort(() => linkified(fillText(piece, 10_000), linkifiers))
})

test('the alert words of very many are looked for together', async () => {
  const words = Array.from({ length: 20_000 }, (_, index) => ({ user_id: index, word: '*'.repeat(1 + (index % 100)) }))
  // Made once for each list.
  alertedUsers('', words)
  alertedUsers('*', words)
  await assertShort(() => expect(alertedUsers('*'.repeat(10_000), words).size).toBe(20_000))
})

test('alert words that are nearly there all the time are found where they are', async () => {
  const words = Array.from({ length: 100 }, (_, index) => ({ user_id: index, word: `${'*'.repeat(index)}x` }))
  await assertShort(() => expect(alertedUsers('*'.repeat(10_000), words).size).toBe(0))
  expect(alertedUsers(`${'*'.repeat(10)}x`, words)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
})

const noise = (letters: string, seed: number) =>
  Array.from({ length: 10_000 }, (_, index) => letters[((index * 2_654_435_761 + seed) >>> 7) % letters.length]).join(
    '',
  )

const version = (index: number) => numberedWords(320, `${'abcdefgh'[index % 8]} ${index % 3}`)

const edits = (amount: number): Edit[] =>
  Array.from({ length: amount }, (_, index) => {
    const text = version(index)
    return { user_id: 1, timestamp: 1, prev_content: text, prev_rendered_content: `<p>${text}</p>` }
  })

describe('differences', () => {
  test.each([
    ['words', numberedWords(1500, 'a'), numberedWords(1500, 'b')],
    ['paragraphs', numberedWords(700, '<p>a', '</p>'), numberedWords(700, '<p>b', '</p>')],
    ['signs', noise('.,;:', 1), noise('.,;:', 99)],
    ['two signs', noise('.,', 1), noise('.,', 99)],
    ['tags', '<br>'.repeat(2500), '<hr>'.repeat(2500)],
    ['what is no HTML', '<'.repeat(10_000), '>'.repeat(10_000)],
    ['much that is none', '<'.repeat(100_000), '&a'.repeat(50_000)],
  ])('of %s with nothing in common', async (_, before, after) => {
    await assertShort(() => htmlDiff(before, after))
  })

  test('of very many versions are looked for less closely, each', async () => {
    const message = { sender_id: 1, sent_at: 1, topic: '', content: 'x', rendered_content: '<p>x</p>' }
    const history = JSON.stringify(edits(100))
    await assertShort(() => messageHistory({ ...message, edit_history: history }))
  })

  test('of a few versions are looked for closely', () => {
    const edits = [{ user_id: 1, timestamp: 1, prev_content: 'a b c', prev_rendered_content: '<p>a b c</p>' }]
    const message = { sender_id: 1, sent_at: 1, topic: '', content: 'a d c', rendered_content: '<p>a d c</p>' }
    expect(messageHistory({ ...message, edit_history: JSON.stringify(edits) })[1]!.content_html_diff).toBe(
      '<p>a <span class="highlight_text_deleted">b</span><span class="highlight_text_inserted">d</span> c</p>',
    )
  })
})

test('JSON that is wide and deep is shown in a moment', async () => {
  let deep = '1'
  for (let level = 0; level < 48; level += 1) deep = `[${deep}]`
  const wide = JSON.parse(`[${Array.from({ length: 9000 }, () => deep).join(',')}]`) as unknown
  await assertShort(() => jsonMessage(wide))
})
