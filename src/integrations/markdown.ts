/** Markdown with texts of others in it, which must neither mention anybody nor change what stands around them. */
import { clipped, directions } from '../core/base/unicode'
import { withoutEffects } from '../markdown/without-effects'

/** Characters of a text that stands in a line, of a quote, and of what is quoted as code. */
const maxLengths = { inline: 200, quote: 1000 }

/** Characters that begin something in Markdown anywhere in a line. Stars are in all mentions and in links to streams. */
const special = /[*~`[\]$<|]|&(?=#?\w+;)/g

/** What begins a heading, a quote, a list or a command at the start of a line. */
const atStart = /^(?:[#>+\-/]|\d+(?=\.))/

/** A character as a reference, because a backslash escapes nothing in messages. */
const reference = (character: string): string => `&#${character.codePointAt(0)!};`

const oneLine = (text: string): string =>
  text
    .replaceAll(directions, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A text of somebody else in a line. */
export const escaped = (text: string, maxCharacters = maxLengths.inline): string =>
  clipped(oneLine(text), maxCharacters)
    .toWellFormed()
    .replaceAll(special, reference)
    .replace(atStart, (start) => (/\d/.test(start) ? `${start}\u2060` : reference(start)))

/** The same in bold. Empty for an empty text. */
export function bold(text: string): string {
  const inner = escaped(text)
  return inner === '' ? '' : `**${inner}**`
}

/** A short piece of code: the name of a branch, the id of a commit. Empty for an empty text. */
export function code(text: string, maxCharacters = 100): string {
  const inner = clipped(oneLine(text), maxCharacters).toWellFormed()
  if (inner === '') return ''
  const longest = Math.max(0, ...(inner.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${inner}${fence}` : `${fence} ${inner} ${fence}`
}

/** Addresses of web pages that a link may lead to. */
const maxAddressCharacters = 2000

/**
 * A link with a text of somebody else as its label; only the text if the address is none of a web page. Markdown means nothing in a
 * label, so for a bold link put the stars around all of it.
 */
export function link(text: string, address: string): string {
  const url = webAddress(address)
  const label = url === null ? '' : labelOf(text)
  return label === '' ? escaped(text || address) : `[${label}](${url})`
}

/** The same in bold. */
export const boldLink = (text: string, address: string): string => {
  const whole = link(text, address)
  return whole === '' ? '' : `**${whole}**`
}

const flatBrackets = /^[^[\]]*(?:\[[^[\]]*\][^[\]]*)*$/

/** A label, which must not end early, nor begin something that ends behind it. References of characters stand there as they are. */
function labelOf(text: string): string {
  const label = clipped(oneLine(text), maxLengths.inline)
    .toWellFormed()
    .replaceAll('`', "'")
    .replaceAll('](', '] (')
    .replaceAll(/([$*~])(?=[$*~])/g, '$1\u2060')
  return flatBrackets.test(label) ? label : label.replaceAll(/[[\]]/g, '')
}

/** The address of a web page as it stands in a link; null if it is none. */
function webAddress(address: string): string | null {
  if (address.length > maxAddressCharacters) return null
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return url.href.replaceAll(/[()<>*\s]/g, (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`)
}

/** Looked at from their first one only, because else each of many slashes would be. */
const slashesAtEnd = /(?<!\/)\/+$/

/** The address of a page below another one; empty if that one is missing. The path may hold any characters. */
export const addressBelow = (base: string, path: string): string =>
  base === ''
    ? ''
    : `${base.replace(slashesAtEnd, '')}/${path.toWellFormed().split('/').map(encodeURIComponent).join('/')}`

const fences = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** Comments of HTML. One without an end takes all that follows, as in browsers; else each beginning would be looked at to the end. */
const comments = /<!--(?:[^]*?-->|[^]*$)/g

/** A longer text of somebody else as a quote, with its own Markdown. Empty for an empty text. Put it last in a message. */
export function quote(text: string, maxCharacters = maxLengths.quote): string {
  const excerpt = clipped(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(comments, '')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
    maxCharacters,
  ).toWellFormed()
  return excerpt === '' ? '' : fenced('quote', closed(excerpt))
}

/**
 * A message that the owner of the webhook composed. Its Markdown means what it says, except that it mentions nobody and is no
 * command, such as a poll, because parts of it may be texts of others.
 */
export const composed = (text: string): string =>
  withoutEffects(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  )

/** A longer text of somebody else as it is, such as the output of a program. Empty for an empty text. */
export function codeBlock(text: string, maxCharacters = maxLengths.quote): string {
  const excerpt = clipped(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .replace(/^\n+/, '')
      .trimEnd(),
    maxCharacters,
  ).toWellFormed()
  return excerpt === '' ? '' : fenced('text', excerpt)
}

/** A block whose fence is longer than any in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** The text with an end for each block of code that it opens, because an open one would go on behind the quote. */
function closed(text: string): string {
  const open: string[] = []
  for (const line of text.split('\n')) {
    const [, run, rest] = fences.exec(line) ?? []
    if (run === undefined) continue
    if (run === open.at(-1) && rest!.trim() === '') open.pop()
    else open.push(run)
  }
  return [text, ...open.toReversed()].join('\n')
}

/** A list of at most so many lines. `more` says how many are left out. */
export function bullets(lines: readonly string[], max: number, more: (amount: number) => string): string {
  const firstLines = lines.slice(0, max)
  const rest = lines.length - firstLines.length
  return [...firstLines, ...(rest > 0 ? [more(rest)] : [])].map((line) => `* ${line}`).join('\n')
}

const numbers = new Intl.NumberFormat('en-US')

/** A number with commas: `1,234`. `toLocaleString` looks up the language again for each number. */
export const figure = (number: number): string => numbers.format(number)

/** A number with a noun: `1 commit`, `3 commits`. */
export const amount = (number: number, noun: string, plural = `${noun}s`): string =>
  `${figure(number)} ${number === 1 ? noun : plural}`

/** Names and values, a line each, without those that are empty. Values are Markdown. */
export const facts = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `* **${name}**: ${value}`)
    .join('\n')

/** A moment as each reader's time; empty for a text that is no time. Numbers are UNIX seconds. */
export function time(moment: string | number | null): string {
  if (moment === null || moment === '') return ''
  const date = new Date(typeof moment === 'number' ? moment * 1000 : moment)
  return Number.isNaN(date.getTime()) ? '' : `<time:${date.toISOString().replace(/\.\d+Z$/, 'Z')}>`
}

/** Parts of a message, one below the other, without those that are empty. */
export const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

/** Parts of a sentence, without those that are empty. */
export const words = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')
