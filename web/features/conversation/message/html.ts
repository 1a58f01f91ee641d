import { shownPicture } from './pictures'

type Sanitize = (html: string) => DocumentFragment

/** `setHTML` is missing in some browsers, and in TypeScript's types. */
interface Sanitizing {
  setHTML?(html: string, options: { sanitizer: unknown }): void
}

const { Sanitizer } = globalThis as { Sanitizer?: new (config: object) => unknown }

/** An inert document, which neither loads nor runs anything. */
const inert = document.implementation.createHTMLDocument('')

/** Keeps everything that cannot run scripts, classes and styles too. */
const bySetHtml =
  (sanitizer: unknown): Sanitize =>
  (html) => {
    const box = inert.createElement('div')
    ;(box as Sanitizing).setHTML!(html, { sanitizer })
    const fragment = inert.createDocumentFragment()
    fragment.append(...box.childNodes)
    return fragment
  }

async function byPurify(): Promise<Sanitize> {
  const { default: purify } = await import('dompurify')
  // By default, DOMPurify drops what formulas tell screen readers, although it cannot run anything.
  const allowList = { ADD_TAGS: ['semantics', 'annotation'], ADD_ATTR: ['encoding'] }
  return (html) => purify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ...allowList })
}

const read = Sanitizer !== undefined && 'setHTML' in Element.prototype ? bySetHtml(new Sanitizer({})) : await byPurify()

/** The attributes in a tag that opens an element. */
const openTag = /(?<=<[a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^"'>])+/gi
/** One attribute in a tag. */
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * Elements of HTML that run nothing. The sanitizer drops attributes such as `onclick`, but browsers report a violation of the
 * page's content security policy as soon as they parse one. So we remove them from the text first, although our server sends
 * none.
 */
const sanitize: Sanitize = (html) =>
  read(
    /\bon\w+\s*=/i.test(html)
      ? html.replace(openTag, (tag) => tag.replace(attribute, (all, name) => (/^on/i.test(name) ? '' : all)))
      : html,
  )

/** Elements that no message has. They run nothing, but can load, style, send, or lead away. */
const forbidden =
  'area, audio, base, button, dialog, form, input, link, meta, picture, select, source, style, template, textarea, video'

/** The server's HTML as inert elements: without scripts, and without requests that would tell other sites who looks. */
export function fragmentOf(html: string): DocumentFragment {
  const fragment = sanitize(html)
  for (const element of fragment.querySelectorAll(forbidden)) element.remove()
  for (const link of fragment.querySelectorAll('[href]'))
    if (
      /^(?:javascript|data|blob|vbscript):/.test(URL.parse(link.getAttribute('href')!, location.origin)?.protocol ?? '')
    )
      link.removeAttribute('href')
  for (const picture of fragment.querySelectorAll('img')) {
    picture.removeAttribute('srcset')
    picture.src = shownPicture(picture.getAttribute('src') ?? '')
    picture.loading = 'lazy'
    picture.alt ||= ''
  }
  for (const element of fragment.querySelectorAll<HTMLElement>('[style*="url("]')) {
    const { backgroundImage } = element.style
    const [, address] = /^url\("?(.*?)"?\)$/.exec(backgroundImage) ?? []
    element.style.backgroundImage = address === undefined ? 'none' : `url("${shownPicture(address)}")`
  }
  return fragment
}

/** The text of HTML on one line, for example for screen readers. */
export const textOf = (html: string): string => (sanitize(html).textContent ?? '').replace(/\s+/g, ' ').trim()
