import { expect, test } from 'vitest'
import { EmojiShortcodes } from '../../import/shared/emoji-shortcodes.ts'
import { jsonLinesOf, jsonRowsOf } from '../../import/shared/json.ts'
import { sourceFiles } from '../kit/conversion.ts'

const emoji = new EmojiShortcodes()
emoji.addCustom('Party Blob', { id: 101, name: 'party_blob' })

test.each([
  ['thumbsup', '+1', '1f44d'],
  ['+1::skin-tone-4', '+1', '1f44d'],
  ['+1_medium_dark_skin_tone', '+1', '1f44d'],
  // The same name means another emoji here.
  ['smile', 'big_smile', '1f604'],
  ['woman-running', 'running', '1f3c3'],
])('the reaction %s is %s', (written, emoji_name, emoji_code) => {
  expect(emoji.reaction(written)).toEqual({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' })
})

test('custom emoji have reactions if their pictures are there', () => {
  expect(emoji.reaction('unknown_blob')).toBeNull()
  expect(emoji.reaction('Party Blob')).toEqual({
    emoji_name: 'party_blob',
    emoji_code: '101',
    reaction_type: 'realm_emoji',
  })
})

test.each([
  ['Hi :wave::skin-tone-3: there', 'Hi :wave: there'],
  [':smile: :wave_dark_skin_tone:', ':big_smile: :wave:'],
  ['at 10:30:45', 'at 10:30:45'],
  [':no_such: :no_such::skin-tone-2:', ':no_such: :no_such:'],
  [':woman-running:', '\u{1F3C3}\u200D♀\uFE0F'],
])('the text %j has emoji as here', (written, result) => {
  expect(emoji.inWholeText(written)).toBe(result)
})

test('files that are no JSON, or no list, are errors that name them', async () => {
  const files = sourceFiles({ 'a.json': '{', 'b.json': '{}', 'c.json': '\uFEFF[{"a":1},2]' })
  await expect(jsonRowsOf(files, 'a.json')).rejects.toThrow(/^a\.json is not JSON: /)
  await expect(jsonRowsOf(files, 'b.json')).rejects.toThrow('b.json does not hold a list.')
  await expect(jsonRowsOf(files, 'missing.json')).rejects.toThrow('missing.json is missing.')
  expect(await jsonRowsOf(files, 'c.json')).toEqual([{ a: 1 }])
})

const read = async (text: string) => {
  const found: unknown[] = []
  for await (const row of jsonLinesOf(sourceFiles({ 'a.jsonl': text }), 'a.jsonl')) found.push(row)
  return found
}

test('lines of JSON are read over the borders of pieces, and a broken one is named', async () => {
  const rows = Array.from({ length: 200 }, (_, number) => ({ number, text: 'ü€🎉'.repeat(5) }))
  expect(await read(rows.map((row) => JSON.stringify(row)).join('\r\n'))).toEqual(rows)
  await expect(read('{}\n\n{"a":\n')).rejects.toThrow(/^Line 3 of a\.jsonl is not JSON: /)
  await expect(read('7')).rejects.toThrow('Line 1 of a.jsonl is not an object.')
})
