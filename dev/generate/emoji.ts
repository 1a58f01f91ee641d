/**
 * Makes `src/emoji/unicode.ts` and `web/features/emoji/groups.ts`. Run `npx node dev/generate/emoji.ts` after an update of emojibase-data,
 * or a change of the names below or in client-emoji.ts. See docs/decisions/0006-emoji-data.md.
 */
import data from 'emojibase-data/en/data.json' with { type: 'json' }
import cldr from 'emojibase-data/en/shortcodes/cldr.json' with { type: 'json' }
import emojibase from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import iamcal from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' }
import { chosen, further, otherwise } from './client-emoji.ts'

/** Names of the API for emoji that lack a name in the data set, or whose name belongs to another emoji there. */
const textNames: Record<string, string> = {
  '1f600': 'grinning',
  '1f642': 'smile',
  '1f609': 'wink',
  '1f61b': 'stuck_out_tongue',
  '1f615': 'confused',
  '1f641': 'frown',
  '1f610': 'neutral',
  '1f62e': 'open_mouth',
  '2764': 'heart',
  '1f44d': 'thumbs_up +1',
  '1f44e': 'thumbs_down -1',
}

/** The code of an emoji in clients: in lower case, without the selector of the emoji presentation. */
const codeOf = (hexcode: string): string => hexcode.replaceAll('-FE0F', '').toLowerCase()

/** Joined sequences, skin tones and the letters of flags are no emoji at this feature level. */
const isLeftOut = (hexcode: string): boolean => /200D|1F3F[B-F]|^1F1[EF].$/.test(hexcode)

/**
 * A line for each emoji: its code, its canonical name, its other names. A name belongs to the first emoji that has it. If all
 * names of an emoji belong to others, it keeps one of them, so that its character can still be sent.
 */
export function emojiTable(): string {
  const named = new Map<string, string>()
  const claim = (code: string, names: readonly string[]): void => {
    for (const name of names) if (!named.has(name)) named.set(name, code)
  }
  for (const [code, names] of Object.entries(textNames)) claim(code, names.split(' '))
  for (const [code, ...names] of parseTable(otherwise)) claim(code, names)
  const sets: Record<string, string | string[]>[] = [iamcal, github, emojibase, joypixels, cldr]
  for (const set of sets)
    for (const [hexcode, names] of Object.entries(set)) if (!isLeftOut(hexcode)) claim(codeOf(hexcode), [names].flat())
  for (const [code, ...names] of parseTable(further)) claim(code, names)

  const lines = new Map<string, string[]>()
  for (const [name, code] of named) lines.set(code, [...(lines.get(code) ?? []), name])
  for (const set of sets)
    for (const [hexcode, names] of Object.entries(set))
      if (!isLeftOut(hexcode) && !lines.has(codeOf(hexcode))) lines.set(codeOf(hexcode), [names].flat().slice(0, 1))
  return [...lines]
    .map(([code, names]) => [code, ...names.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))])
    .map((line) => line.join(' '))
    .toSorted((a, b) => firstPoint(a) - firstPoint(b) || (a < b ? -1 : 1))
    .join('\n')
}

const chosenNames = new Set(chosen.trim().split(/\s+/))
const isChosen = (name: string): boolean => chosenNames.has(name)

const parseTable = (table: string): [string, ...string[]][] =>
  table
    .split(/[,\n]/)
    .flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim().split(' ') as [string, ...string[]]]))

const firstPoint = (line: string): number => Number.parseInt(line, 16)

/** Unicode's groups by their numbers. The group of skin tones and hair is not offered. */
const groups: Readonly<Record<number, string>> = {
  0: 'smileys',
  1: 'people',
  3: 'nature',
  4: 'food',
  5: 'travel',
  6: 'activities',
  7: 'objects',
  8: 'symbols',
  9: 'flags',
}

/** A line for each group: its name and the codes of its emoji, in Unicode's order. */
export function emojiGroups(): string {
  const codes = new Set(
    emojiTable()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(' '))),
  )
  const known = data
    .map(({ hexcode, group = -1, order = 0 }) => ({ code: codeOf(hexcode), group, order }))
    .filter(({ code }) => codes.has(code))
    .toSorted((a, b) => a.order - b.order)
  return Object.entries(groups)
    .map(([number, name]) => [name, ...known.filter(({ group }) => group === Number(number)).map(({ code }) => code)])
    .map((line) => line.join(' '))
    .join('\n')
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  const write = (path: string, comment: string, name: string, text: string): void =>
    writeFileSync(
      `${import.meta.dirname}/../../${path}`,
      `/**\n${comment}\n */\nexport const ${name} = \`\n${text}\n\`\n`,
    )
  write(
    'src/emoji/unicode.ts',
    ` * Made by dev/generate/emoji.ts: a line for each emoji, its code, its canonical name and its other names.
 * Most names are those of emojibase-data, Copyright (c) Miles Johnson, MIT license.`,
    'unicodeTable',
    emojiTable(),
  )
  write(
    'web/features/emoji/groups.ts',
    ' * Made by dev/generate/emoji.ts: a line for each group of emoji, its name and the codes in the order of Unicode.',
    'emojiGroups',
    emojiGroups(),
  )
}
