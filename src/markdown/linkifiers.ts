import { RE2JS } from 're2js'
import { destination } from './addresses'
import { attributes, escapeText } from './escape'
import type { InlineMatch } from './inline-matches'

/** Text that an organization turns into links (markdown, Linkifiers). */
export interface Linkifier {
  id: number
  /** In RE2's syntax. Its named groups are the placeholders of the URL. */
  pattern: string
  url_format: string
}

const longestPattern = 1000
const longestFormat = 2000

/** Instructions that a pattern may compile to. The time for one character grows with them. */
const maxInstructions = 1000

/** The pattern with the characters that must stand before it and must not stand behind it. */
const patternWithContext = (pattern: string): string => `[\\s'"(,:<](${pattern})[^\\pL\\pN]`

/** A placeholder `%(name)s`, or a percent sign written twice. */
const placeholder = /%%|%\((\w+)\)s/g

const compiledPatterns = new Map<string, RE2JS>()

/** Maximal number of compiled patterns in an isolate, far more than it needs. Beyond that, all are dropped. */
const maxCompiledPatterns = 1000

function compile(pattern: string): RE2JS {
  const compiled = compiledPatterns.get(pattern)
  if (compiled !== undefined) return compiled
  if (compiledPatterns.size >= maxCompiledPatterns) compiledPatterns.clear()
  const compiledPattern = RE2JS.compile(patternWithContext(pattern))
  compiledPatterns.set(pattern, compiledPattern)
  return compiledPattern
}

/** Why pattern and address make no linkifier; null if they make one (endpoints, Linkifiers and playgrounds). */
export function linkifierProblem(
  pattern: string,
  url_format: string,
): { field: 'pattern' | 'url_format_string' | '__all__'; problem: string } | null {
  if (pattern === '' || pattern.length > longestPattern)
    return { field: 'pattern', problem: `A pattern has 1 to ${longestPattern} characters.` }
  const groups = groupsOf(pattern)
  if (groups === null) return { field: 'pattern', problem: 'Bad regular expression' }
  if (groups === 'large') return { field: 'pattern', problem: 'This regular expression is too large.' }
  const plain = url_format.replaceAll(placeholder, (_, name?: string) => (name === undefined ? '%25' : 'x'))
  if (url_format.length > longestFormat || !isAddress(plain))
    return { field: 'url_format_string', problem: 'Enter a valid URL.' }
  const placeholders = new Set([...url_format.matchAll(placeholder)].flatMap(([, name]) => name ?? []))
  for (const group of groups)
    if (!placeholders.has(group))
      return {
        field: '__all__',
        problem: `Group %(${group})s in linkifier pattern is not present in URL format string.`,
      }
  for (const name of placeholders)
    if (!groups.has(name))
      return {
        field: '__all__',
        problem: `Group %(${name})s in URL format string is not present in linkifier pattern.`,
      }
  return null
}

function groupsOf(pattern: string): ReadonlySet<string> | 'large' | null {
  try {
    // The pattern alone, so that it cannot close the parenthesis around it.
    const alone = RE2JS.compile(pattern)
    if (alone.programSize() > maxInstructions) return 'large'
    return new Set(Object.keys(alone.namedGroups()))
  } catch {
    return null
  }
}

/** A valid http(s) address in which a percent sign stands only before two hexadecimal digits. */
function isAddress(text: string): boolean {
  const scheme = /^https?:\/\/[^/?#\s%]/i
  return scheme.test(text) && !/[\s"<>\\]|%(?![\da-f]{2})/i.test(text) && URL.canParse(text)
}

/** A match of a linkifier. */
interface LinkifierMatch {
  start: number
  end: number
  text: string
  url: string
}

/**
 * Characters that one search covers, and how many of them the next search repeats if there was no match. So a match has at most
 * 500 characters, and a search has a bounded cost for any pattern.
 */
const lookAhead = 1000
const repeated = 500

/** Maximal matches of all linkifiers in one text, and the maximal work to find them: instructions times characters. */
const maxMatches = 500
const maxMatchWork = 100_000_000

/** Matches of each linkifier in the order of the text. Beyond the limits, text stays text. */
export function linkified(text: string, linkifiers: readonly Linkifier[]): LinkifierMatch[][] {
  const padded = `\n${text}\n`
  let work = maxMatchWork
  let matches = maxMatches
  return linkifiers.map(({ pattern, url_format }) => {
    const expression = compile(pattern)
    const cost = expression.programSize() * Math.min(lookAhead, padded.length)
    const found: LinkifierMatch[] = []
    for (let place = 0; place < text.length && work >= cost && matches > 0; work -= cost) {
      const matcher = expression.matcher(padded.slice(place, place + lookAhead))
      if (!matcher.find()) {
        place += lookAhead - repeated
        continue
      }
      // In the text the match begins a character earlier than in the padded one.
      const start = place + matcher.start(1) - 1
      const end = place + matcher.end(1) - 1
      place = Math.max(end, place + 1)
      matches -= 1
      if (end === start) continue
      const url = fillUrlFormat(url_format, (name) => matcher.group(name) ?? '')
      found.push({ start, end, text: text.slice(start, end), url })
    }
    return found
  })
}

const fillUrlFormat = (url_format: string, group: (name: string) => string): string =>
  url_format.replaceAll(placeholder, (_, name?: string) => (name === undefined ? '%' : group(name)))

/** Starts of syntax that has priority over linkifiers: code, a mention, a topic, a titled link, a formula, a time. */
const priorSyntax = /`|@_?\*|#\*\*|\]\(|\$\$|<time:/

/** Matches of each linkifier that become links, with their addresses. If two overlap, the older linkifier wins. */
export function linkifierLinks(text: string, linkifiers: readonly Linkifier[]): LinkifierMatch[][] {
  return linkified(text, linkifiers).map((matches) =>
    matches.flatMap((match) => {
      const url = priorSyntax.test(match.text) ? null : destination(match.url, '')
      return url === null ? [] : [{ ...match, url }]
    }),
  )
}

export const linkifierMatches = (text: string, linkifiers: readonly Linkifier[]): InlineMatch[][] =>
  linkifierLinks(text, linkifiers).map((links) =>
    links.map(({ start, end, text: shown, url: href }) => ({
      start,
      end,
      html: `<a${attributes({ href })}>${escapeText(shown)}</a>`,
    })),
  )
