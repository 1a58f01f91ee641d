import { withoutReferences } from '../markdown/references'
import { attributeOf, htmlTokens, type HtmlToken } from './html-tokens'
import { MarkdownWriter, type Start } from './markdown-writer'
import { voidElements } from '../markdown/void-elements'

/** Characters of HTML that are read. */
const maxHtmlCharacters = 500_000

/** Elements that are open and may get marks at their end. Deeper ones get none. */
const maxOpenElements = 100

/** Elements whose content is no text for people. */
const hidden = new Set('head script style textarea title template object svg'.split(' '))

/** Elements that end where the next one of their kind begins, if not before. */
const unnested = new Set('p li td th tr'.split(' '))

/** Elements that begin and end a line. */
const lines = new Set('div tr section article header footer table tbody center dt dd address'.split(' '))

/** Elements that stand apart from others. */
const blocks = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre'.split(' '))

const isBold = /^(?:b|strong|h[1-6]|th)$/

/** What stands around the text of some elements. Their `href` may be missing. */
function marksOf(name: string): ((text: string, href: string | null) => string) | null {
  if (isBold.test(name)) return (text) => `**${text}**`
  if (name === 'i' || name === 'em') return (text) => `*${text}*`
  if (name === 'code') return (text) => (text.includes('`') ? text : `\`${text}\``)
  if (name === 'a') return (text, href) => linkOf(text, href === null ? '' : withoutReferences(href).trim())
  return null
}

/** Senders hide the first lines that mail programs show in lists. */
const isInvisible =
  /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|font-size\s{0,9}:\s{0,9}0(?:px)?\s{0,9}(?:;|$)/i

/** Turns the HTML of a mail into Markdown. `pictureOf` answers what stands in place of an attached picture, by its address. */
export function markdownOfHtml(html: string, pictureOf: (address: string) => string): string {
  const reader = new HtmlReader(pictureOf)
  for (const token of htmlTokens(html.slice(0, maxHtmlCharacters))) {
    reader.read(token)
    if (reader.writer.isFull) break
  }
  return reader.writer.toString()
}

class HtmlReader {
  readonly writer = new MarkdownWriter()
  private readonly open: { readonly name: string; readonly href: string | null; readonly start: Start }[] = []
  /** The element that hides what is read now, and how many elements of its kind are open. */
  private hiding: { readonly name: string; depth: number } | null = null

  constructor(private readonly pictureOf: (address: string) => string) {}

  read(token: HtmlToken): void {
    if (this.hiding !== null && !this.isShownAgain(token)) return
    if (token.kind === 'begin') this.begin(token)
    else if (token.kind === 'end') this.end(token.name)
    // Characters that show nothing fill up the first lines that mail programs show in lists.
    else this.writer.text(withoutReferences(token.text).replaceAll(/[\u034F\u00AD\u200B\uFEFF]/g, ''))
  }

  /** Whether something that was hidden ends before a token, which then counts. */
  private isShownAgain(token: HtmlToken): boolean {
    const hiding = this.hiding!
    if (token.kind === 'text' || token.name !== hiding.name) return false
    const isNext = token.kind === 'begin' && unnested.has(token.name)
    hiding.depth += token.kind === 'begin' ? 1 : -1
    if (!isNext && hiding.depth > 0) return false
    this.hiding = null
    return isNext
  }

  private begin({ name, attributes }: Extract<HtmlToken, { kind: 'begin' }>): void {
    const { writer } = this
    if (voidElements.has(name)) {
      if (name === 'br') writer.newline()
      else if (name === 'hr') writer.block()
      // Pictures of other servers stay away: they tell senders who reads.
      else if (name === 'img') writer.write(this.pictureOf(withoutReferences(attributeOf(attributes, 'src') ?? '')))
      return
    }
    if (hidden.has(name) || isInvisible.test(attributeOf(attributes, 'style') ?? '')) {
      this.hiding = { name, depth: 1 }
      return
    }
    if (name === 'blockquote') writer.beginQuote()
    else if (name === 'ul' || name === 'ol') writer.beginList({ isOrdered: name === 'ol' })
    else if (name === 'li') writer.item()
    else if (name === 'pre') writer.beginFence()
    else if (blocks.has(name)) writer.block()
    else if (lines.has(name)) writer.endLine()
    else if (name === 'td' || name === 'th') writer.text(' ')
    if (marksOf(name) !== null && this.open.length < maxOpenElements)
      this.open.push({ name, href: attributeOf(attributes, 'href'), start: writer.place })
  }

  private end(name: string): void {
    const { writer, open } = this
    const marks = marksOf(name)
    const index = marks === null ? -1 : open.findLastIndex((element) => element.name === name)
    if (index !== -1) {
      // Elements within, which had no end, get no marks.
      const [{ href, start }] = open.splice(index) as [(typeof open)[number]]
      writer.surround(start, (text) => marks!(text, href))
    }
    if (name === 'blockquote') writer.endQuote()
    else if (name === 'ul' || name === 'ol') writer.endList()
    else if (name === 'pre') writer.endFence()
    else if (blocks.has(name)) writer.block()
    else if (lines.has(name)) writer.endLine()
  }
}

/** A link, unless its text says where it leads or it leads nowhere in the web. */
function linkOf(text: string, href: string): string {
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol) || href.length > 2000) return text
  if (/^https?:\/\//i.test(text) || /[[\]]/.test(text)) return text === href ? text : `${text} (${url.href})`
  return `[${text}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
