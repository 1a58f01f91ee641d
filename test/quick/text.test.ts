import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/core/base/errors'
import { characterCount, foldCase, unprintable } from '../../src/core/base/unicode'
import { namedPeople, namedStream } from '../../src/messages/recipients'
import { longestContent, longestTopic, messageContent, noTopic, topicName } from '../../src/messages/text'
import { longestDescription, longestStreamName, streamDescription, streamName } from '../../src/streams/names'

/** Any text: letters of all alphabets, spaces, line breaks, control characters, halves of surrogate pairs. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\0', 'a', 'É', '🌊', '\ud800', '\uFFFE', '\u00a0') }),
  fc.string({ unit: fc.constantFrom('[', ']', '"', ',', '1', '-', '.', 'e', ' ', '{', '}', ':', '\\') }),
)

/** What the function answers, or null where it refuses; any other error is a fault. */
function answerOf<T>(decide: () => T): T | null {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(error.refusal.msg).not.toBe('')
    return null
  }
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

describe('content', () => {
  test('is refused, or kept within its limits, without losing anything but white edges and halves of characters', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const content = answerOf(() => messageContent(raw))
        const bare = raw.toWellFormed().replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
        if (content === null) {
          expect(bare === '' || bare.includes('\0') || byteLength(bare) > longestContent).toBe(true)
          return
        }
        expect(content).toBe(bare)
        expect(content).not.toMatch(/^\n|\s$|\0/)
      }),
    )
  })

  test('that was accepted is accepted again as it is', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const content = answerOf(() => messageContent(raw))
        if (content !== null) expect(messageContent(content)).toBe(content)
      }),
      { examples: [['\r\r\n🌊']] },
    )
  })

  test('is measured in bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'é', '€', '🌊'), fc.integer({ min: -3, max: 3 }), (unit, more) => {
        const size = longestContent + more
        const text = unit.repeat(Math.floor(size / byteLength(unit))) + 'a'.repeat(size % byteLength(unit))
        expect(answerOf(() => messageContent(text))).toBe(more > 0 ? null : text)
      }),
    )
  })
})

describe('a topic', () => {
  test('is refused, or trimmed and kept within its limits', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (raw, mandatory) => {
        const topic = answerOf(() => topicName(raw, { mandatory }))
        const bare = raw.trim()
        if (topic === null) {
          const missing = mandatory && (bare === '' || bare === noTopic)
          expect(missing || characterCount(bare) > longestTopic || unprintable.test(bare)).toBe(true)
          return
        }
        expect(topic).toBe(bare === '' ? noTopic : bare)
        expect(topic).not.toMatch(/^\s|\s$|\n|\0/)
        if (mandatory) expect(topic).not.toBe(noTopic)
      }),
    )
  })

  test('is measured in characters, however many bytes they take', () => {
    for (const unit of ['a', 'é', '€', '🌊']) {
      expect(topicName(unit.repeat(60), { mandatory: false })).toBe(unit.repeat(60))
      expect(answerOf(() => topicName(unit.repeat(61), { mandatory: false }))).toBe(null)
    }
  })

  // By number: a report cannot carry half a surrogate pair.
  test.each([0x00, 0x07, 0x1f, 0x7f, 0x85, 0xd800, 0xdfff, 0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0x10ffff])(
    'may not contain the code point %i',
    (code) => {
      const text = `a${String.fromCodePoint(code)}b`

      expect(answerOf(() => topicName(text, { mandatory: false }))).toBe(null)
      expect(answerOf(() => streamName(text))).toBe(null)
    },
  )

  test.each([0x200d, 0x202e, 0xad, 0xe000, 0x10fffd, 0xa0, 0x2714])('may contain the code point %i', (code) => {
    const text = `a${String.fromCodePoint(code)}b`

    expect(topicName(text, { mandatory: true })).toBe(text)
    expect(streamName(text)).toBe(text)
  })
})

describe('the name of a stream', () => {
  test('is refused, or trimmed and kept within its limits', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const name = answerOf(() => streamName(raw))
        const bare = raw.trim()
        if (name === null)
          expect(bare === '' || characterCount(bare) > longestStreamName || unprintable.test(bare)).toBe(true)
        else expect(name).toBe(bare)
      }),
    )
  })

  test('folds to the same key however often it is folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(foldCase(foldCase(name))).toBe(foldCase(name))
        expect(foldCase(name.toLowerCase())).toBe(foldCase(foldCase(name)))
      }),
    )
  })
})

test('a description is one line, or refused for its length', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const description = answerOf(() => streamDescription(raw))
      if (description === null) expect(characterCount(raw)).toBeGreaterThan(longestDescription)
      else expect(description).not.toMatch(/\n|^\s|\s$/)
    }),
  )
})

describe('the stream of a message', () => {
  test('may be any name as a JSON string, alone or in a list', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(namedStream(JSON.stringify(name))).toEqual({ name })
        expect(namedStream(JSON.stringify([name]))).toEqual({ name })
      }),
    )
  })

  test('may be any id, alone or in a list', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (stream_id) => {
        expect(namedStream(String(stream_id))).toEqual({ stream_id })
        expect(namedStream(`[${stream_id}]`)).toEqual({ stream_id })
      }),
    )
  })

  test('is the text itself where that is no JSON', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(namedStream(`#${name}`)).toEqual({ name: `#${name}` })
      }),
    )
  })

  test('is one name, one id or a refusal, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.json()), (to) => {
        const ref = answerOf(() => namedStream(to))
        if (ref === null) return
        if ('name' in ref) expect(typeof ref.name).toBe('string')
        else expect(Number.isInteger(ref.stream_id)).toBe(true)
      }),
    )
  })

  test('is never one of several', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer())), (several) => {
        fc.pre(several.length !== 1)
        expect(answerOf(() => namedStream(JSON.stringify(several)))).toBe(null)
      }),
    )
  })
})

describe('the people of a message', () => {
  const address = fc.emailAddress()

  test('may be any ids, each counted once, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 50 }), (ids) => {
        expect(namedPeople(JSON.stringify(ids))).toEqual([...new Set(ids)])
        expect(namedPeople(JSON.stringify([...ids, ...ids]))).toEqual([...new Set(ids)])
      }),
    )
  })

  test('may be any addresses: as a list, as a text with commas, as that text in JSON', () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 20 }), (emails) => {
        const each = [...new Set(emails)]
        for (const glue of [',', ', ', ' ,', ',,']) {
          expect(namedPeople(emails.join(glue))).toEqual(each)
          expect(namedPeople(JSON.stringify(emails.join(glue)))).toEqual(each)
        }
        expect(namedPeople(JSON.stringify(emails))).toEqual(each)
        expect(namedPeople(JSON.stringify(emails.map((email) => ` ${email} `)))).toEqual(each)
      }),
    )
  })

  test('are never ids and addresses together', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.array(address, { minLength: 1 }), (ids, emails) => {
        expect(answerOf(() => namedPeople(JSON.stringify([...ids, ...emails])))).toBe(null)
        expect(answerOf(() => namedPeople(JSON.stringify([...emails, ...ids])))).toBe(null)
      }),
    )
  })

  test('are some ids, some addresses or a refusal, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.json()), (to) => {
        const people = answerOf(() => namedPeople(to))
        if (people === null) return
        expect(people.length).toBeGreaterThan(0)
        expect(new Set<unknown>(people).size).toBe(people.length)
        const kinds = new Set(people.map((person) => typeof person))
        expect(kinds.size).toBe(1)
        for (const person of people)
          if (typeof person === 'number') expect(Number.isInteger(person)).toBe(true)
          else expect(person).toMatch(/^\S/)
      }),
    )
  })

  test.each([
    '',
    '[]',
    ' ',
    ',',
    '[""]',
    '" , "',
    '5',
    'null',
    'true',
    '{}',
    '[null]',
    '[true]',
    '[1.5]',
    '[[1]]',
    '1e999',
  ])('are refused when they are %o', (to) => {
    expect(answerOf(() => namedPeople(to))).toBe(null)
  })

  test('are at most a thousand', () => {
    const ids = Array.from({ length: 1001 }, (_, index) => index)

    expect(namedPeople(JSON.stringify(ids.slice(0, 1000)))).toHaveLength(1000)
    expect(answerOf(() => namedPeople(JSON.stringify(ids)))).toBe(null)
  })
})
