import { shownPicture } from './pictures'

type Sanitize = (html: string) => DocumentFragment

/** Missing in some browsers, and in the types. */
interface Sanitizing {
  setHTML?(html: string, options: { sanitizer: unknown }): void
}

const { Sanitizer } = globalThis as { Sanitizer?: new (config: object) => unknown }

/** A document of its own: nothing in it is loaded or run. */
const inert = document.implementation.createHTMLDocument('')

/** Keeps everything that can run nothing: classes and styles too. */
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
  // It would drop what formulas say to those who hear the page, though nothing in that runs.
  const allowList = { ADD_TAGS: ['semantics', 'annotation'], ADD_ATTR: ['encoding'] }
  return (html) => purify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ...allowList })
}

const read = Sanitizer !== undefined && 'setHTML' in Element.prototype ? bySetHtml(new Sanitizer({})) : await byPurify()

/** A tag that opens an element, and in it each attribute. */
const openTag = /(?<=<[a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^"'>])+/gi
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * Elements of HTML that run nothing. The sanitizer drops attributes that would run something, but today's browsers hold the page's
 * policy against them as soon as they read them. What has any, which our server never sends, is read without.
 */
const sanitize: Sanitize = (html) =>
  read(
    /\bon\w+\s*=/i.test(html)
      ? html.replace(openTag, (tag) => tag.replace(attribute, (all, name) => (/^on/i.test(name) ? '' : all)))
      : html,
  )

/** What is in no message, and loads, styles, sends or leads away without running anything. */
const forbidden =
  'area, audio, base, button, dialog, form, input, link, meta, picture, select, source, style, template, textarea, video'

/** HTML of the server as elements of no page: without what runs, and without addresses that would tell others who looks. */
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

/** The text of HTML, as it is told to those who hear the page. */
export const textOf = (html: string): string => (sanitize(html).textContent ?? '').replace(/\s+/g, ' ').trim()
