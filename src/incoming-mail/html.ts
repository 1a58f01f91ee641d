import { withoutReferences } from '../markdown/references'
import { MarkdownWriter } from './markdown-writer'

/** Characters of HTML that are read. */
const maxHtmlCharacters = 1_000_000

/** Elements that have no end. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Elements whose content is no text for people. */
const hidden = new Set('head style script title template object svg'.split(' '))

/** Elements that begin and end a line. */
const lines = new Set('div tr section article header footer table tbody center dt dd address'.split(' '))

/** Elements that stand apart from others. */
const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote pre hr'.split(' '))

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
const isInvisible = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px)?\s*(?:;|$)/i

/** Turns the HTML of a mail into Markdown. `pictureOf` answers what stands in place of an attached picture, by its address. */
export async function markdownOfHtml(html: string, pictureOf: (address: string) => string): Promise<string> {
  const writer = new MarkdownWriter()
  let hiddenDepth = 0
  let text = ''
  const rewriter = new HTMLRewriter()
    .on('*', {
      element(element) {
        const name = element.tagName.toLowerCase()
        if (empty.has(name)) {
          if (hiddenDepth === 0) writeEmpty(writer, name, element, pictureOf)
          return
        }
        const isHidden = hidden.has(name) || isInvisible.test(element.getAttribute('style') ?? '')
        if (isHidden) hiddenDepth += 1
        const href = element.getAttribute('href')
        const isShown = hiddenDepth === 0
        if (isShown) begin(writer, name)
        element.onEndTag(() => {
          if (isHidden) hiddenDepth -= 1
          if (isShown) end(writer, name, href)
        })
      },
    })
    .onDocument({
      text(chunk) {
        if (hiddenDepth > 0 || writer.isFull) return
        text += chunk.text
        if (!chunk.lastInTextNode) return
        // Characters that show nothing fill up the first lines that mail programs show in lists.
        writer.text(withoutReferences(text).replaceAll(/[\u034F\u00AD\u200B\uFEFF]/g, ''))
        text = ''
      },
    })
  await rewriter.transform(new Response(html.slice(0, maxHtmlCharacters))).arrayBuffer()
  return writer.toString()
}

function writeEmpty(
  writer: MarkdownWriter,
  name: string,
  element: { getAttribute(name: string): string | null },
  pictureOf: (address: string) => string,
): void {
  if (name === 'br') writer.newline()
  if (name === 'hr') writer.block()
  // Pictures of other servers stay away: they tell senders who reads.
  if (name === 'img') writer.write(pictureOf(withoutReferences(element.getAttribute('src') ?? '')))
}

function begin(writer: MarkdownWriter, name: string): void {
  if (name === 'blockquote') writer.beginQuote()
  else if (name === 'ul' || name === 'ol') writer.beginList({ isOrdered: name === 'ol' })
  else if (name === 'li') writer.item()
  else if (name === 'pre') writer.fence(1)
  else if (blocks.has(name)) writer.block()
  else if (lines.has(name)) writer.endLine()
  else if (name === 'td' || name === 'th') writer.text(' ')
  if (marksOf(name) !== null) writer.begin()
}

function end(writer: MarkdownWriter, name: string, href: string | null): void {
  const marks = marksOf(name)
  if (marks !== null) writer.end((text) => marks(text, href))
  if (name === 'blockquote') writer.endQuote()
  else if (name === 'ul' || name === 'ol') writer.endList()
  else if (name === 'pre') writer.fence(-1)
  else if (blocks.has(name)) writer.block()
  else if (lines.has(name)) writer.endLine()
}

/** A link, unless its text says where it leads or it leads nowhere in the web. */
function linkOf(text: string, href: string): string {
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol) || href.length > 2000) return text
  if (/^https?:\/\//i.test(text) || /[[\]]/.test(text)) return text === href ? text : `${text} (${url.href})`
  return `[${text}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
