import { destination } from './addresses'
import { attributes, escapeText } from './escape'
import { isTopLevelDomain } from './top-level-domains'
import { mayPrecede, type Link, type InlineMatch } from './inline-matches'

/** An address in running text, and where it leads. */
interface Bare {
  start: number
  end: number
  text: string
  /** Lacks a scheme, so that one is added. */
  isSchemeless: boolean
}

/** Punctuation that may follow an address before white space or the end. */
const trailing = /^[!:;?),.'">]$/
const withScheme = /https?:\/\/[\p{L}\p{M}\p{N}_.:@-]+/uy
const domain = /(?:[\p{Ll}\p{Lo}\p{M}\p{N}_-]+\.)+([\p{Ll}\p{Lo}\p{M}\p{N}-]+)/uy
const mail = /[\p{L}\p{M}\p{N}_.-]+@[\p{L}\p{M}\p{N}_.-]+\.[\p{L}\p{M}\p{N}_]+/uy
const bitcoin = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y

/** Parentheses in an address may nest this deep. */
const deepest = 6

/** Maximal number of failed attempts in one word. The rest of the word is text then. */
const maxAttempts = 20

/** Addresses in running text (markdown, Bare). Linear: each word is read a bounded number of times. */
export function bareLinks(text: string): Bare[] {
  // Every address has one of these.
  if (!/[.@]|:\/\/|bitcoin:/.test(text)) return []
  const found: Bare[] = []
  for (const { index, 0: word } of text.matchAll(/\S+/g)) {
    const bare = /[.@:]/.test(word) ? addressIn(text, index, index + word.length) : null
    if (bare !== null) found.push(bare)
  }
  return found
}

/** The address in a word. There can be only one, because it reaches to the end except for punctuation. */
function addressIn(text: string, start: number, end: number): Bare | null {
  let tail = end
  while (tail > start && trailing.test(text[tail - 1]!)) tail -= 1
  let tries = 0
  for (let place = start; place < tail && tries < maxAttempts; place += 1) {
    if (!mayPrecede(text, place)) continue
    const host = hostAt(text, place)
    if (host === null) continue
    tries += 1
    const last = endOf(text, { host, tail, end })
    if (last === null) continue
    return { start: place, end: last, text: text.slice(place, last), isSchemeless: host.isSchemeless }
  }
  return null
}

interface Host {
  end: number
  isSchemeless: boolean
  mayHavePath: boolean
}

function hostAt(text: string, place: number): Host | null {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = place
    return pattern.exec(text)
  }
  const known = match(withScheme)
  if (known !== null) return { end: place + known[0].length, isSchemeless: false, mayHavePath: true }
  const coin = match(bitcoin)
  if (coin !== null) return { end: place + coin[0].length, isSchemeless: false, mayHavePath: false }
  const address = match(mail)
  if (address !== null) return { end: place + address[0].length, isSchemeless: true, mayHavePath: false }
  const named = match(domain)
  if (named === null || !isTopLevelDomain(named[1]!)) return null
  return { end: place + named[0].length, isSchemeless: true, mayHavePath: true }
}

/** The end of an address if only punctuation follows; otherwise null. */
function endOf(text: string, { host, tail, end }: { host: Host; tail: number; end: number }): number | null {
  // A character that may be both, such as a full stop, is punctuation.
  if (host.end >= tail) return tail
  if (!host.mayHavePath || text[host.end] !== '/') return null
  let depth = 0
  for (let place = host.end + 1; place <= end; place += 1) {
    if (depth === 0 && place >= tail) return place
    const character = text[place]
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '"' || character === '`' || depth < 0 || depth > deepest) return null
  }
  return null
}

/** Bare addresses in the text of a message, as links. */
export function bareLinkMatches(text: string, origin: string): InlineMatch[] {
  return bareLinks(text).flatMap(({ start, end, text: written }) => {
    const href = destination(written, origin)
    if (href === null) return []
    const link: Link = { href, text: written, isTitled: false }
    return [{ start, end, html: `<a${attributes({ href })}>${escapeText(written)}</a>`, link }]
  })
}
