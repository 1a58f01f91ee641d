import { silentMention } from '../shared/links.ts'
import { outsideCode } from '../shared/code.ts'

/** What a text can name. */
export interface Names {
  readonly user: (id: string) => { readonly id: number; readonly full_name: string } | null
  readonly role: (id: string) => string | null
  /** A link to a stream or topic. */
  readonly channel: (id: string) => string | null
  /** The name of a custom emoji here. */
  readonly emoji: (id: string, name: string) => string
}

/** Names in a text of which the exporter has made plain words. */
export interface PlainNames {
  /** Users by the words that stand for them, such as `Ada` for `@Ada`. */
  readonly users: ReadonlyMap<string, { readonly id: number; readonly full_name: string }>
  /** Custom emoji by their names in the source. */
  readonly emoji: ReadonlyMap<string, string>
}

/** Pieces in angle brackets: a user, a role, a channel, an emoji, a time, a command, or a link without a preview. */
const angled =
  /<(?:@!?(\d{1,20})|@&(\d{1,20})|#(\d{1,20})|a?:(\w{1,100}):(\d{1,20})|t:(-?\d{1,13})(?::[a-zA-Z])?|\/([^<>\n:]{1,100}):\d{1,20}|(https?:\/\/[^\s<>]+))>/g

const dateOf = (seconds: string): string | null => {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) || Math.abs(date.getUTCFullYear()) > 9999 ? null : date.toISOString()
}

/** Characters after which a mention or a link to a stream means something (markdown, Mentions). */
const mayPrecedeName = /(?:^|[\s'"(,:<])$/

/** The names in a text, each after a space where it would mean nothing otherwise. */
function withNames(text: string, names: Names): string {
  let [result, end] = ['', 0]
  for (const match of text.matchAll(angled)) {
    const [whole, user, role, channel, emoji, emojiId, time, command, link] = match
    result += text.slice(end, match.index)
    end = match.index + whole.length
    const space = mayPrecedeName.test(result.slice(-1)) ? '' : ' '
    if (user !== undefined) {
      const person = names.user(user)
      result += person === null ? '@unknown' : space + silentMention(person)
    } else if (role !== undefined) result += `@${names.role(role)?.replaceAll('*', '') ?? 'deleted-role'}`
    else if (channel !== undefined) {
      const place = names.channel(channel)
      result += place === null ? '#deleted-channel' : space + place
    } else if (emoji !== undefined) result += `:${names.emoji(emojiId!, emoji)}:`
    else if (time !== undefined) {
      const date = dateOf(time)
      result += date === null ? whole : `<time:${date}>`
    } else result += command === undefined ? link : `/${command}`
  }
  return result + text.slice(end)
}

const wildcardPattern = /(?<=^|[\s'"(,:<])@(everyone|here)(?!\w)/g

/** Underscores for emphasis are stars here, and nothing is underlined. */
const convertEmphasis = (text: string): string =>
  text
    .replaceAll(/(?<![\w_])___(?=[^\s_])([^_\n]*[^\s_])___(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\w_])/g, '$1')
    .replaceAll(/(?<![\w_:/])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g, '*$1*')

/** Characters that a backslash may stand before. Here it escapes nothing, so that it is left out. */
const escapable = '\\*_~`|>#:@<()[]-'
/** Characters for private use, which stand for those with a backslash while a text is converted. */
const placeholders = 0xe000

const escapeMarkup = (text: string): string =>
  text
    .replaceAll(/[\uE000-\uE00F]/g, '')
    .replaceAll(/\\([\\*_~`|>#:@<()[\]-])/g, (_, character: string) =>
      String.fromCharCode(placeholders + escapable.indexOf(character)),
    )

const unescaped = (text: string): string =>
  text.replaceAll(/[\uE000-\uE00F]/g, (placeholder) => escapable[placeholder.charCodeAt(0) - placeholders]!)

const escapeWords = (words: string): string => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Names and emoji that the exporter wrote as plain words. */
function withPlainNames(text: string, { users, emoji }: PlainNames): string {
  let result = text
  if (users.size > 0) {
    const longestFirst = [...users.keys()].toSorted((a, b) => b.length - a.length)
    const pattern = new RegExp(`(^|[\\s'"(,:<])@(${longestFirst.map(escapeWords).join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
    result = result.replaceAll(pattern, (_, before: string, name: string) => before + silentMention(users.get(name)!))
  }
  if (emoji.size === 0) return result
  return result.replaceAll(/:(\w{1,100}):/g, (whole, name: string) => {
    const own = emoji.get(name)
    return own === undefined ? whole : `:${own}:`
  })
}

/** `>>>` quotes everything that follows it. */
function withLongQuote(text: string): string {
  const start = /(?:^|\n)>>> /.exec(text)
  if (start === null) return text
  const at = start.index + start[0].length
  return `${text.slice(0, at - 4)}${text
    .slice(at)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`
}

/** Markdown of a text of Discord. Takes time linear in the text. */
export function markdownOf(content: string, names: Names, plain: PlainNames): string {
  const spoiler = /^\|\|([^|]+)\|\|$/.exec(content.trim())?.[1]
  const text = outsideCode(withLongQuote(spoiler ?? content), (part) => {
    // A text mentions nobody by the marks of here.
    const silent = escapeMarkup(part).replaceAll(/@(?=\*)/g, '@_')
    const plainText = withPlainNames(convertEmphasis(silent.replaceAll(/^-# /gm, '')), plain)
    return unescaped(withNames(plainText, names).replaceAll(wildcardPattern, '@_**all**'))
  }).trim()
  return spoiler === undefined ? text : `\`\`\`spoiler\n${text}\n\`\`\``
}
