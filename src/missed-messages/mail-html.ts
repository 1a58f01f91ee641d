import { voidElements } from '../markdown/void-elements'

/** Elements that a mail shows, and their styles: programs ignore style sheets, or some of them. */
const styles: Readonly<Record<string, string>> = {
  a: 'color: #0b6478',
  blockquote: 'margin: 0 0 8px; padding-inline-start: 12px; border-inline-start: 3px solid #8886',
  br: '',
  code: 'font-family: ui-monospace, monospace; font-size: 14px',
  del: '',
  em: '',
  h1: 'margin: 0 0 8px; font-size: 18px',
  h2: 'margin: 0 0 8px; font-size: 18px',
  h3: 'margin: 0 0 8px; font-size: 17px',
  h4: 'margin: 0 0 8px; font-size: 16px',
  h5: 'margin: 0 0 8px; font-size: 16px',
  h6: 'margin: 0 0 8px; font-size: 16px',
  hr: 'border: 0; border-top: 1px solid #8886',
  li: 'margin: 0 0 4px',
  ol: 'margin: 0 0 8px; padding-inline-start: 28px',
  p: 'margin: 0 0 8px',
  pre: 'margin: 0 0 8px; padding: 8px; border-radius: 4px; background: #8882; white-space: pre-wrap',
  strong: '',
  table: 'margin: 0 0 8px; border-collapse: collapse',
  tbody: '',
  td: 'padding: 2px 8px; border: 1px solid #8886',
  th: 'padding: 2px 8px; border: 1px solid #8886',
  thead: '',
  tr: '',
  ul: 'margin: 0 0 8px; padding-inline-start: 28px',
}

/** Elements of which only the content is shown. Of a formula, that is its source. */
const transparent = new Set(['annotation', 'div', 'math', 'semantics', 'span', 'time'])

/** Classes of elements that are left out: formulas as they are drawn, and what loads something. */
const hiddenClasses = ['katex-html', 'message_embed', 'message_inline_image']

/** What stands for hidden text, which is not shown before the reader asks for it. */
const spoiler = '<p>…</p>'

const linkProtocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The HTML of a message for a mail: whole addresses, styles in the elements, and nothing that is loaded or runs. After about so many
 * characters of text, the rest is left out.
 */
export async function mailHtml(html: string, { origin, maxCharacters }: { origin: string; maxCharacters: number }) {
  let hiddenDepth = 0
  let characters = 0
  let isCut = false
  const hide = (element: Element, replacement = ''): void => {
    if (replacement !== '') element.before(replacement, { html: true })
    element.remove()
    if (voidElements.has(element.tagName)) return
    hiddenDepth += 1
    element.onEndTag(() => void (hiddenDepth -= 1))
  }
  const rewriter = new HTMLRewriter()
    .on('*', {
      element(element) {
        const { tagName } = element
        const classes = (element.getAttribute('class') ?? '').split(' ')
        if (hiddenDepth > 0) return void element.remove()
        if (characters >= maxCharacters) {
          isCut = true
          return hide(element)
        }
        if (tagName === 'img') return void element.replace(element.getAttribute('alt') ?? '')
        if (classes.includes('spoiler-content')) return hide(element, spoiler)
        if (hiddenClasses.some((name) => classes.includes(name))) return hide(element)
        const emoji = classes.map(emojiOf).find((text) => text !== null)
        if (emoji !== undefined) return hide(element, emoji)
        if (transparent.has(tagName)) return void element.removeAndKeepContent()
        if (!Object.hasOwn(styles, tagName)) return hide(element)
        style(element, origin)
      },
    })
    .onDocument({
      comments: (comment) => void comment.remove(),
      doctype: () => undefined,
      text(chunk) {
        if (hiddenDepth > 0) return
        const room = Math.max(0, maxCharacters - characters)
        characters += chunk.text.length
        if (chunk.text.length <= room) return
        isCut = true
        chunk.replace(wholeCharacters(chunk.text.slice(0, room)), { html: true })
      },
    })
  const shown = await rewriter.transform(new Response(html)).text()
  return isCut ? `${shown}${spoiler}` : shown
}

/** Takes all attributes away but those that are needed, and gives an element its style. */
function style(element: Element, origin: string): void {
  const { tagName } = element
  const href = tagName === 'a' ? wholeAddress(element.getAttribute('href') ?? '', origin) : null
  const start = tagName === 'ol' ? element.getAttribute('start') : null
  if (tagName === 'a' && href === null) return void element.removeAndKeepContent()
  const names = Array.from(element.attributes, ([name]) => name!)
  for (const name of names) element.removeAttribute(name)
  if (href !== null) element.setAttribute('href', href)
  if (start !== null && /^\d{1,9}$/.test(start)) element.setAttribute('start', start)
  if (styles[tagName] !== '') element.setAttribute('style', styles[tagName]!)
}

function wholeAddress(href: string, origin: string): string | null {
  const url = URL.parse(href, origin)
  return url !== null && linkProtocols.has(url.protocol) ? url.href : null
}

/** The character of an emoji, by a class as in `emoji-1f642`; null for other classes. */
function emojiOf(name: string): string | null {
  const code = /^emoji-([\da-f]{2,6}(?:-[\da-f]{2,6}){0,9})$/.exec(name)?.[1]
  const points = code?.split('-').map((point) => Number.parseInt(point, 16)) ?? []
  return points.length > 0 && points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : null
}

/** A piece of HTML text without half a character or half a character reference at its end. */
const wholeCharacters = (text: string): string => text.replace(/&[#\w]{0,31}$|[\uD800-\uDBFF]$/, '')
