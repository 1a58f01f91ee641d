/** Markdown with texts of others in it, which must neither mention anybody nor change what stands around them. */
import { clipText, directions } from '../core/base/unicode'
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
export const escapeInline = (text: string, maxCharacters = maxLengths.inline): string =>
  clipText(oneLine(text), maxCharacters)
    .toWellFormed()
    .replaceAll(special, reference)
    .replace(atStart, (start) => (/\d/.test(start) ? `${start}\u2060` : reference(start)))

/** The same in bold. Empty for an empty text. */
export function bold(text: string): string {
  const inner = escapeInline(text)
  return inner === '' ? '' : `**${inner}**`
}

/** A short piece of code: the name of a branch, the id of a commit. Empty for an empty text. */
export function code(text: string, maxCharacters = 100): string {
  const inner = clipText(oneLine(text), maxCharacters).toWellFormed()
  if (inner === '') return ''
  const longest = Math.max(0, ...(inner.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${inner}${fence}` : `${fence} ${inner} ${fence}`
}

/** Characters of an address that a link may lead to. */
const maxAddressCharacters = 2000

/**
 * A link with a text of somebody else as its label; only the text if the address is none of a web page. Markdown means nothing in a
 * label, so for a bold link put the stars around all of it.
 */
export function link(text: string, address: string): string {
  const url = webAddress(address)
  const label = url === null ? '' : labelOf(text)
  return label === '' ? escapeInline(text || address) : `[${label}](${url})`
}

/** The same in bold. */
export const boldLink = (text: string, address: string): string => {
  const whole = link(text, address)
  return whole === '' ? '' : `**${whole}**`
}

const flatBrackets = /^[^[\]]*(?:\[[^[\]]*\][^[\]]*)*$/

/** A label must not end early, nor begin something that ends behind it. It is not escaped, because messages show references in it as they are. */
function labelOf(text: string): string {
  const label = clipText(oneLine(text), maxLengths.inline)
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

/** Slashes at the end. A match begins at the first of them only: if it could begin at each, many slashes would take a quadratic time. */
const slashesAtEnd = /(?<!\/)\/+$/

/** The address of a page below another one; empty if that one is missing. The path may hold any characters. */
export const addressBelow = (base: string, path: string): string =>
  base === ''
    ? ''
    : `${base.replace(slashesAtEnd, '')}/${path.toWellFormed().split('/').map(encodeURIComponent).join('/')}`

const fences = /^ {0,3}(`{3,}|~{3,})(.*)$/

/**
 * Comments of HTML. One without an end takes all that follows, as in browsers. Otherwise the rest of the text would be searched once
 * for each beginning.
 */
const comments = /<!--(?:[^]*?-->|[^]*$)/g

/** A text of several lines, without control characters. */
const plainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** A longer text of somebody else as a quote, with its own Markdown. Empty for an empty text. Put it last in a message. */
export function quote(text: string, maxCharacters = maxLengths.quote): string {
  const excerpt = clipText(plainLines(text).replaceAll(comments, '').trim(), maxCharacters).toWellFormed()
  return excerpt === '' ? '' : fencedBlock('quote', withClosedBlocks(excerpt))
}

/**
 * A message that the owner of the webhook composed. Its Markdown means what it says, except that it mentions nobody and is no
 * command, such as a poll, because parts of it may be texts of others.
 */
export const sanitizeMarkdown = (text: string): string => withoutEffects(plainLines(text).trim())

/** A longer text of somebody else as it is, such as the output of a program. Empty for an empty text. */
export function codeBlock(text: string, maxCharacters = maxLengths.quote): string {
  const excerpt = clipText(plainLines(text).replace(/^\n+/, '').trimEnd(), maxCharacters).toWellFormed()
  return excerpt === '' ? '' : fencedBlock('text', excerpt)
}

/** A block whose fence is longer than any in the text. */
function fencedBlock(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** The text with an end for each block of code that it opens, because an open one would go on behind the quote. */
function withClosedBlocks(text: string): string {
  const open: string[] = []
  for (const line of text.split('\n')) {
    const [, run, rest] = fences.exec(line) ?? []
    if (run === undefined) continue
    if (run === open.at(-1) && rest!.trim() === '') open.pop()
    else open.push(run)
  }
  return [text, ...open.toReversed()].join('\n')
}

/** A list. `last` is one more line of it, such as `and 3 more`; empty for none. */
export const bullets = (lines: readonly string[], last = ''): string =>
  [...lines, ...(last === '' ? [] : [last])].map((line) => `* ${line}`).join('\n')

const numbers = new Intl.NumberFormat('en-US')

/** A number with commas: `1,234`. `toLocaleString` looks up the language again for each number. */
export const figure = (number: number): string => numbers.format(number)

/** A number with a noun: `1 commit`, `3 commits`. */
export const amount = (number: number, noun: string, plural = `${noun}s`): string =>
  `${figure(number)} ${number === 1 ? noun : plural}`

/** How much of a list is missing: `and 3 more commits`. Empty if nothing is. */
export const andMore = (number: number, noun = ''): string => {
  if (number <= 0) return ''
  return `and ${noun === '' ? `${figure(number)} more` : amount(number, `more ${noun}`)}`
}

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
export const joinWords = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')
