import { link, marked } from '../../src/webhooks/slack-text.ts'
import { outsideCode } from '../shared/code.ts'
import type { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'

/** What a text can name. */
export interface Names {
  readonly mention: (username: string) => string | null
  /** A link to a stream or topic. */
  readonly channel: (name: string) => string | null
  /** The address here of a message or an upload; null if it is not here. */
  readonly address: (address: string) => string | null
  readonly emoji: EmojiShortcodes
}

/** Stands for a piece that nothing may change, and for the stars of italics. */
const [placeholder, italicMark] = ['\uE000', '\uE001']

/** Spans of code, links, addresses in angle brackets with or without a label, and bare addresses. */
const aside =
  /`[^`\n]+`|\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000})\)|<(https?:\/\/[^\s<>|]{1,2000})(?:\|([^<>\n]{1,500}))?>|https?:\/\/[^\s<>]{1,2000}/g

const marks = {
  bold: ['**', '**'],
  italic: [italicMark, italicMark],
  strike: ['~~', '~~'],
} as const

/** Two underscores mean the same as one. */
const plainer = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\p{L}\p{N}_])/gu, '_$1_')

/** Names are after a space or one of a few marks, as here. */
const names = /(?<=^|[\s'"(,:*~\uE001])([@#])([\p{L}\p{N}][\p{L}\p{N}._-]{0,200})/gu
/** What a mention cannot follow here. */
const mark = /[*~\uE001]$/

function linkNames(text: string, { mention, channel }: Names): string {
  return text.replaceAll(names, (whole, sign: string, written: string, offset: number) => {
    // A full stop after a name is not part of it.
    const name = written.replace(/[._-]+$/, '')
    const rest = written.slice(name.length)
    const space = mark.test(text.slice(0, offset)) ? ' ' : ''
    if (sign === '@' && /^(all|here)$/.test(name)) return `${space}@_**all**${rest}`
    const found = sign === '@' ? mention(written) : channel(written)
    if (found !== null) return space + found
    const shorter = rest === '' ? null : sign === '@' ? mention(name) : channel(name)
    return shorter === null ? whole : space + shorter + rest
  })
}

function convertMarkup(text: string, names: Names): string {
  const pieces: string[] = []
  const rest = text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(aside, (whole, label?: string, target?: string, angled?: string, angledLabel?: string) => {
      pieces.push(pieceOf({ whole, label, target: target ?? angled, angledLabel }, names))
      return placeholder
    })
  // A text mentions nobody by the marks of here.
  const emphasized = marked(plainer(rest.replaceAll(/@(?=\*)/g, '@_')), marks)
  let next = 0
  return names.emoji
    .inWholeText(linkNames(emphasized, names).replaceAll(italicMark, '*'))
    .replaceAll(placeholder, () => pieces[next++]!)
}

interface Aside {
  readonly whole: string
  readonly label: string | undefined
  readonly target: string | undefined
  readonly angledLabel: string | undefined
}

function pieceOf({ whole, label, target, angledLabel }: Aside, { address }: Names): string {
  if (target === undefined) {
    const bare = whole.startsWith('`') ? null : address(whole)
    return bare === null ? whole : `[message](${bare})`
  }
  const text = label ?? angledLabel ?? null
  const own = address(target)
  // An empty label is the mark of a quote, whose text is in an attachment.
  if (label?.trim() === '') return ''
  if (own !== null) return `[${text ?? 'message'}](${own})`
  return label !== undefined && /^(https?:|mailto:)/i.test(target) ? whole : link(target, text)
}

/** Markdown of a text of Rocket.Chat. Takes time linear in the text. */
export const markdownOf = (text: string, names: Names): string =>
  outsideCode(text, (part) => convertMarkup(part, names)).trim()
