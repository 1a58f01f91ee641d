import { recordLimits } from '../../src/archive/records.ts'
import type { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'

/** What names in texts mean. */
export interface Names {
  /** A silent mention; null if nobody has the username. */
  mention(username: string): string | null
  /** A link to the stream; null if there is no such channel. */
  channel(name: string): string | null
  readonly emoji: EmojiShortcodes
}

/** Mattermost's Markdown in ours: names, emoji and underscores differ. Takes time linear in the text. */
export function markdownOf(text: string, names: Names): string {
  let fence: string | null = null
  const lines = text
    .slice(0, recordLimits.contentBytes + 1)
    .split(/\r?\n/)
    .map((line) => {
      const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
      if (fence === null) {
        fence = mark ?? null
        return mark === undefined ? inline(line, names) : line
      }
      // A block ends with at least as many of the same marks, alone in their line.
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        const closing = line.replace(mark, fence)
        fence = null
        return closing
      }
      return line
    })
  return lines.join('\n')
}

/** Stands for a piece that nothing may change. */
const placeholder = '\uE000'

/** Code, pictures, ends of links, and addresses. */
const aside =
  /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|!\[([^\]\n]{0,500})\]\(([^()\s]{1,2000})[^()\n]{0,200}\)|\]\([^()\s]{0,2000}\)|https?:\/\/[^\s<>]+|\uE000/gi

function inline(line: string, names: Names): string {
  const pieces: string[] = []
  const rest = line.replaceAll(aside, (whole, _: string, label?: string, address?: string) => {
    if (whole === placeholder) return ''
    pieces.push(address === undefined ? whole : picture(label ?? '', address))
    return placeholder
  })
  let next = 0
  return linkNames(convertEmphasis(rest), names).replaceAll(placeholder, () => pieces[next++]!)
}

/** Pictures within a text are links here. */
const picture = (label: string, address: string): string => (label.trim() === '' ? address : `[${label}](${address})`)

/** Underscores mean nothing here. */
const convertEmphasis = (text: string): string =>
  text
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]*)(?<=[^\s_])__(?![\p{L}\p{N}_])/gu, '**$1**')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')

const wildcardNames = new Set(['all', 'channel', 'here'])

/** What may stand before a mention here. */
const before = `(?<=^|[\\s'"(,:<])`
const user = new RegExp(`${before}@([a-z0-9][a-z0-9._-]{0,63})`, 'gi')
const channel = new RegExp(`${before}~([a-z0-9][a-z0-9_-]{0,63})`, 'gi')

function linkNames(text: string, names: Names): string {
  // A text must not mention anybody otherwise.
  const silent = text.replaceAll(/@(?=\*)/g, '@_')
  const withUsers = silent.replaceAll(user, (whole, name: string) =>
    withoutEnd(whole, name, (one) => (wildcardNames.has(one) ? '@_**all**' : names.mention(one))),
  )
  const withChannels = withUsers.replaceAll(channel, (whole, name: string) =>
    withoutEnd(whole, name, (one) => names.channel(one)),
  )
  return names.emoji.inWholeText(withChannels)
}

/** Marks at the end of a name may belong to the sentence. */
function withoutEnd(whole: string, name: string, meaning: (name: string) => string | null): string {
  for (let length = name.length; length > 0; length -= 1) {
    const found = meaning(name.slice(0, length).toLowerCase())
    if (found !== null) return found + name.slice(length)
    if (!/[._-]/.test(name[length - 1]!)) break
  }
  return whole
}
