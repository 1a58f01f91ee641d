import { emojiGroups } from './groups'
import { popularCodes, type Emoji } from './emoji'
import { keyOf } from './recent'

/** The emoji below a heading. */
export interface Section {
  readonly name: 'own' | 'recent' | 'popular' | Group
  readonly emoji: readonly Emoji[]
}

const lines = emojiGroups
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

export type Group = 'smileys' | 'people' | 'nature' | 'food' | 'travel' | 'activities' | 'objects' | 'symbols' | 'flags'

const codesOf = new Map(lines.map(([name, ...codes]) => [name as Group, codes]))

/** The groups of emoji, each with the code of the emoji on its tab. */
export const groups: readonly { readonly name: Group; readonly sign: string }[] = lines.map(([name, first]) => ({
  name: name as Group,
  sign: first!,
}))

/** What the picker shows while nothing is typed: a group, or the usual emoji if `group` is null. Each emoji appears once. */
export function sectionsOf(all: readonly Emoji[], recent: readonly string[], group: Group | null): readonly Section[] {
  const byKey = new Map(all.map((emoji) => [keyOf(emoji), emoji]))
  const pick = (keys: readonly string[]): Emoji[] => keys.flatMap((key) => byKey.get(key) ?? [])
  if (group !== null) return [{ name: group, emoji: pick(codesOf.get(group)!) }]
  const own = all.filter(({ picture }) => picture !== undefined)
  const used = pick(recent).filter(({ picture }) => picture === undefined)
  const popular = pick(popularCodes.filter((code) => !recent.includes(code)))
  const sections: readonly Section[] = [
    { name: 'own', emoji: own },
    { name: 'recent', emoji: used },
    { name: 'popular', emoji: popular },
  ]
  return sections.filter(({ emoji }) => emoji.length > 0)
}
