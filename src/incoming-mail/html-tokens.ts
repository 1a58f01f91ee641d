/** A piece of HTML. */
export type HtmlToken =
  /** With character references, as it stands there. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'begin'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'end'; readonly name: string }

/** Elements whose content is no HTML. */
const raw = new Set(['script', 'style', 'textarea', 'title'])

/** Characters of an element's attributes that are looked at. */
const maxAttributes = 5000

/**
 * The tokens of HTML, as far as a text needs them. It reads each character once or twice, whatever the HTML: the parser of the
 * platform takes seconds for mails of some thousand elements.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const quotes = new Quotes(html)
  for (let place = 0; place < html.length;) {
    const open = html.indexOf('<', place)
    if (open !== place) yield { kind: 'text', text: html.slice(place, open === -1 ? undefined : open) }
    if (open === -1) return
    if (html.startsWith('<!--', open)) {
      place = after(html, '-->', open + 4)
      continue
    }
    const [, slash, name] = tag(html, open) ?? []
    if (name === undefined) {
      // A comparison, such as `a < b`; a declaration, such as `<!doctype>`.
      const isDeclaration = /[!?]/.test(html.charAt(open + 1))
      if (!isDeclaration) yield { kind: 'text', text: '<' }
      place = isDeclaration ? after(html, '>', open) : open + 1
      continue
    }
    const begin = open + 1 + slash!.length + name.length
    const end = quotes.endOfTag(begin)
    if (end === -1) return
    place = end + 1
    const lower = name.toLowerCase()
    if (slash === '/') yield { kind: 'end', name: lower }
    else {
      yield { kind: 'begin', name: lower, attributes: html.slice(begin, Math.min(end, begin + maxAttributes)) }
      if (raw.has(lower)) place = endOfRaw(html, lower, place)
    }
  }
}

const tagForm = /<(\/?)([a-z][a-z0-9:-]{0,40})(?=[\s/>])/iy

function tag(html: string, open: number): RegExpExecArray | null {
  tagForm.lastIndex = open
  return tagForm.exec(html)
}

/** The place behind a text; the end if it does not come. */
function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}

/** The place where the end tag of an element begins, whose content is no HTML. */
function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\b`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Finds the ends of tags. A `>` in quotes ends none. */
class Quotes {
  /** Quotes that do not come any more. They are not looked for again, because that would take the square of the time. */
  private readonly gone = new Set<string>()

  constructor(private readonly html: string) {}

  /** The place of the `>` that ends the tag; -1 if there is none. */
  endOfTag(from: number): number {
    const { html, gone } = this
    const next = /["'>]/g
    for (let place = from; ;) {
      next.lastIndex = place
      const found = next.exec(html)
      if (found === null || found[0] === '>') return found?.index ?? -1
      const quote = found[0]
      const end = gone.has(quote) ? -1 : html.indexOf(quote, found.index + 1)
      if (end === -1) gone.add(quote)
      place = (end === -1 ? found.index : end) + 1
    }
  }
}

/** The value of an attribute; null if there is none. */
export function attributeOf(attributes: string, name: 'href' | 'src' | 'style'): string | null {
  const [, double, single, bare] = forms[name].exec(attributes) ?? []
  return double ?? single ?? bare ?? null
}

const formOf = (name: string): RegExp =>
  new RegExp(`(?:^|[\\s"'/])${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')

const forms = { href: formOf('href'), src: formOf('src'), style: formOf('style') }
