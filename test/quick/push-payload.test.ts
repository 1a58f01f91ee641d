/** A payload fits whatever its texts are, and loses as little of them as it must. */
import { assert, constantFrom, oneof, property, record, string, type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { maxPayloadBytes, pushPayload } from '../../src/web-push/payload'

/** Text of any characters: letters, emoji, controls, quotes, and halves of characters. */
const anyText: Arbitrary<string> = oneof(
  string({ unit: 'binary', maxLength: 6000 }),
  string({ unit: 'grapheme', maxLength: 3000 }),
  string({
    unit: constantFrom('"', '\\', '\n', '\u0000', '\u2028', 'é', '漢', '👩‍👩‍👧', '\ud83d', '\udc69', 'a'),
    maxLength: 4000,
  }),
)

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

test('any texts give a payload that fits and can be read again', () => {
  assert(
    property(record({ title: anyText, body: anyText, topic: string({ maxLength: 60 }) }), (fields) => {
      const payload = pushPayload({ v: 1, ...fields })

      expect(bytesOf(payload)).toBeLessThanOrEqual(maxPayloadBytes)
      const { v, topic, title, body } = JSON.parse(payload) as { v: 1; topic: string; title: string; body: string }
      expect([v, topic]).toEqual([1, fields.topic])
      expect(fields.title.startsWith(title.replace(/…$/, ''))).toBe(true)
      expect(fields.body.startsWith(body.replace(/…$/, ''))).toBe(true)
    }),
  )
})

test('a text that fits is whole, and of a longer one nearly all that fits is there', () => {
  const room = maxPayloadBytes - bytesOf(JSON.stringify({ title: 'Ada', body: '' }))

  expect(pushPayload({ title: 'Ada', body: 'a'.repeat(room) })).toContain(`"${'a'.repeat(room)}"`)
  for (const character of ['a', 'é', '漢', '👍', '"']) {
    const size = bytesOf(JSON.stringify(character)) - 2
    const payload = pushPayload({ title: 'Ada', body: character.repeat(room) })
    expect(JSON.parse(payload)).toMatchObject({ title: 'Ada' })
    expect(bytesOf(payload)).toBeGreaterThan(maxPayloadBytes - size)
  }
})

test('the title is shortened only when the body is gone', () => {
  const { title, body } = JSON.parse(pushPayload({ title: 'b'.repeat(5000), body: 'text' })) as Record<string, string>

  expect(body).toBe('')
  expect(title).toMatch(/^b{3800,}…$/)
})

test('a service that wants less gets less', () => {
  expect(bytesOf(pushPayload({ title: 'Ada', body: 'a'.repeat(2000) }, 1000))).toBe(1000)
})

test('other fields that do not fit are an error', () => {
  expect(() => pushPayload({ title: '', body: '', users: 'u'.repeat(4000) })).toThrow('too long')
})
