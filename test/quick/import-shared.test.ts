import { assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emojiByCharacters, emojiByCode, emojiByName } from '../../import/shared/emoji.ts'
import { fileLink, messageAddress } from '../../import/shared/links.ts'
import { emojiName, personName, streamNames, UniqueNames } from '../../import/shared/names.ts'
import { contentOf, shortenText } from '../../import/shared/text.ts'
import { secondsOfDate, Times } from '../../import/shared/times.ts'
import { StreamTopics, topicName } from '../../import/shared/topics.ts'
import { numberOf, textOf, wholeNumberOf } from '../../import/shared/values.ts'
import { anyText } from '../kit/any-text.ts'

describe('names', () => {
  test('that are the same in folded case get a number', () => {
    const names = streamNames()
    expect(['General', 'general', 'GENERAL', 'other'].map((name) => names.take(name))).toEqual([
      'General',
      'general (2)',
      'GENERAL (3)',
      'other',
    ])
  })

  test('stay within the limit with their number', () => {
    const names = new UniqueNames(10)
    expect(names.take('a long name of a stream')).toBe('a long na…')
    expect(names.take('a long name of another')).toBe('a lon… (2)')
  })

  test.each([
    ['Ada Park', 'Ada Park'],
    ['**Ada** <ada@example.com>', 'Ada <ada example.com'],
    ['Ada|7', 'Ada'],
    ['x', 'U12 of tests'],
    ['\0\uD800', 'U12 of tests'],
  ])('of people are as the server accepts them: %j', (name, expected) => {
    expect(personName(name, 'U12 of tests')).toBe(expected)
  })

  test.each([
    ['Party Blob', 'party_blob'],
    ['blob-', 'blob'],
    ['ähm', 'hm'],
    ['¡!', null],
  ])('of emoji are as the server accepts them: %j', (name, expected) => {
    expect(emojiName(name)).toBe(expected)
  })
})

describe('texts', () => {
  test('over 64 KiB are cut, and counted', () => {
    const skipped: string[] = []
    const sink = { skip: (kind: string) => void skipped.push(kind) }
    expect(contentOf('short', sink)).toBe('short')
    const cut = contentOf('é'.repeat(40_000), sink)
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(65_536)
    expect(cut.endsWith('é\n\n[…]')).toBe(true)
    const withFile = contentOf('é'.repeat(40_000), sink, '[a](/user_uploads/101)')
    expect(new TextEncoder().encode(withFile).length).toBeLessThanOrEqual(65_536)
    expect(withFile.endsWith('é\n\n[…]\n\n[a](/user_uploads/101)')).toBe(true)
    expect(contentOf('a', sink, 'b'.repeat(70_000)).endsWith('b\n\n[…]')).toBe(true)
    expect(skipped).toEqual(Array(3).fill('texts cut at 64 KiB'))
  })

  test('are not cut within a character', () => {
    expect(shortenText('ab🎉cd', 4)).toBe('ab…')
    expect(shortenText('ab🎉', 4)).toBe('ab🎉')
  })
})

test('emoji are found by code, name and characters', () => {
  const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
  expect(emojiByCode('1f389')).toEqual(tada)
  expect(emojiByName('tada')).toEqual(tada)
  expect(emojiByCharacters('🎉')).toEqual(tada)
  expect(emojiByCharacters('👍🏽')).toEqual(emojiByName('+1'))
  expect(emojiByName('+1::skin-tone-3')).toEqual(emojiByName('+1'))
  expect(emojiByCharacters('❤️')?.emoji_code).toBe('2764')
  expect(emojiByName('no_such')).toBeNull()
  expect(emojiByCharacters('x'.repeat(10_000))).toBeNull()
})

test('topics are months, or the day and first words of a thread', () => {
  const topics = new StreamTopics()
  const seconds = Date.UTC(2026, 4, 22) / 1000
  expect(topics.month(seconds)).toBe('2026-05')
  expect(topics.month(seconds)).toBe('2026-05')
  expect(topics.takeTopic('2026-05')).toBe('2026-05 (2)')
  expect(topics.thread(seconds, '**First** `words`\nof it')).toBe('2026-05-22 First words of it')
  expect(topics.thread(seconds, 'First words of it')).toBe('2026-05-22 First words of it (2)')
  expect(topics.thread(seconds, '')).toBe('2026-05-22')
  expect(topics.thread(seconds, 'word '.repeat(100)).length).toBeLessThanOrEqual(60)
  expect(topicName(' \n ')).toBe('(no topic)')
})

test.each([
  ['The build is red since this morning and nobody has noticed', 'The build is red since this morning and nobody…'],
  ['x'.repeat(80), `${'x'.repeat(48)}…`],
  ['**Bold** *and* `code_of` ~~gone~~', 'Bold and code_of gone'],
  ['@_**Ada Park|101** see #**garden** and [a page](https://example.com)', 'Ada Park see #garden and a page'],
  ['```js\nlet a = 1\n```', 'let a = 1'],
  ['> quoted\n\n- one\n- two', 'quoted one two'],
])('the topic of %j has its words', (content, words) => {
  expect(new StreamTopics().thread(Date.UTC(2026, 4, 22) / 1000, content)).toBe(`2026-05-22 ${words}`)
})

test('any text makes a topic to which a link can lead', () => {
  assert(
    property(anyText(200), (content) => {
      const topics = new StreamTopics()
      for (const topic of [topics.thread(0, content), topics.thread(0, content)])
        expect(topic).toMatch(/^1970-01-01[^*\n]{0,50}$/)
    }),
  )
})

test('times are whole seconds, and none is after the import', () => {
  const times = new Times(1000)
  expect([times.second(12.9), times.second(5000), times.second(-1, 7), times.second(null), times.second(NaN)]).toEqual([
    12, 1000, 7, 0, 0,
  ])
  expect(secondsOfDate('1970-01-01T00:01:00.5+00:00')).toBe(60.5)
  expect(secondsOfDate('yesterday')).toBeNull()
})

test('values of foreign JSON are of the wanted kind', () => {
  expect([numberOf('12.5'), numberOf('1e9'), numberOf({}), numberOf(Infinity)]).toEqual([12.5, null, null, null])
  expect([wholeNumberOf(7), wholeNumberOf(7.5), wholeNumberOf('7')]).toEqual([7, null, 7])
  expect([textOf('a\0\uD800'), textOf(7), textOf(null), textOf([])]).toEqual(['a\uFFFD', '7', '', ''])
})

test('links are as the server writes them', () => {
  const place = { stream: { id: 12, name: 'big plans' }, topic: 'Q1: 50%' }
  expect(messageAddress(place, 9)).toBe('/#narrow/stream/12-big-plans/topic/Q1.3A.2050.25/near/9')
  expect(fileLink({ id: 3, name: 'a [b].png' })).toBe('[a b .png](/user_uploads/3)')
})
