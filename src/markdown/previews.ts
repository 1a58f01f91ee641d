import type { MarkdownIt, Token } from 'markdown-it'
import { uploadPath } from './addresses'
import { environmentOf, type RenderFindings } from './environment'
import { attributes } from './escape'
import type { Link } from './inline-matches'

/** A picture that is shown with a link. */
interface Preview {
  html: string
  /** The link is to a picture, not to a film. */
  isImage: boolean
}

/** Maximal number of different pictures and pages in a message. With more, none are shown. */
const maxPreviews = 10

/** Notes what links lead to, and puts pictures after the blocks that link to them (markdown, Previews). */
export function previews(markdown: MarkdownIt): void {
  markdown.core.ruler.push('previews', (state) => {
    const { context, found } = environmentOf(state)
    const places = linkedIn(state.tokens, found)
    const shown = new Map<string, Preview>()
    const added = new Map<number, string>()
    const pages = new Set<string>()
    for (const { links, after } of places)
      for (const link of links) {
        if (shown.has(link.href)) continue
        const preview = previewOf(link)
        if (preview === null && context.embeds && namesPage(link.href)) pages.add(link.href)
        if (preview === null || !context.previews) continue
        shown.set(link.href, preview)
        added.set(after, (added.get(after) ?? '') + preview.html)
      }
    if (shown.size + pages.size > maxPreviews) return
    found.pages = pages
    if (shown.size === 0) return
    found.has_image = [...shown.values()].some(({ isImage }) => isImage)
    state.tokens = withPreviews(state.tokens, added)
  })
  markdown.renderer.rules['preview'] = (tokens, index) => tokens[index]!.content
}

/** Links of one block outside of quotes, and the position of the token after which their pictures are inserted. */
interface PreviewPlace {
  links: Link[]
  after: number
}

function linkedIn(tokens: readonly Token[], found: RenderFindings): PreviewPlace[] {
  const places: PreviewPlace[] = []
  let quotes = 0
  let inTable: Link[] | null = null
  for (const [index, { type, children }] of tokens.entries()) {
    if (type === 'blockquote_open') quotes += 1
    if (type === 'blockquote_close') quotes -= 1
    if (type === 'table_open') inTable = []
    if (type === 'table_close' && inTable !== null) {
      places.push({ links: inTable, after: index })
      inTable = null
    }
    if (children === null) continue
    const links = children.flatMap((token) => (token.meta?.['link'] as Link | undefined) ?? [])
    note(links, found)
    if (quotes > 0 || links.length === 0) continue
    if (inTable !== null) inTable.push(...links)
    else
      places.push({
        links,
        after: /^(?:paragraph|heading)_close$/.test(tokens[index + 1]?.type ?? '') ? index + 1 : index,
      })
  }
  return places
}

function note(links: readonly Link[], found: RenderFindings): void {
  if (links.length > 0) found.has_link = true
  for (const { href } of links) {
    const path = uploadPath(href)
    if (path !== null) found.attachments.add(path)
  }
}

function withPreviews(tokens: readonly Token[], added: ReadonlyMap<number, string>): Token[] {
  const result: Token[] = []
  for (const [index, token] of tokens.entries()) {
    const html = added.get(index)
    result.push(token)
    if (html === undefined) continue
    const isInParagraph = token.type === 'paragraph_close'
    if (isLoneImage(isInParagraph ? tokens[index - 1]! : token)) result.splice(isInParagraph ? -3 : -1)
    // In an item without paragraphs, nothing is on a line of its own.
    const isInItem = token.type === 'inline'
    const preview = new (token.constructor as typeof Token)(isInItem ? 'inline' : 'preview', '', 0)
    preview.content = isInItem ? '' : `${html}\n`
    if (isInItem) {
      const part = new (token.constructor as typeof Token)('preview', '', 0)
      part.content = html
      preview.children = [part]
    }
    result.push(preview)
  }
  return result
}

/** Whether the block is only a bare link to a picture, which the picture then replaces. */
function isLoneImage({ children }: Token): boolean {
  const link = children?.length === 1 ? (children[0]!.meta?.['link'] as Link | undefined) : undefined
  return link !== undefined && !link.isTitled && previewOf(link)?.isImage === true
}

function previewOf(link: Link): Preview | null {
  const film =
    /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|v\/|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])/.exec(
      link.href,
    )?.[1]
  if (film !== undefined) return { html: filmHtml(link.href, film), isImage: false }
  if (!namesImage(link.href)) return null
  const { href, src } = pictureAt(link.href)
  const title = link.isTitled && link.text !== link.href ? { title: link.text } : {}
  const html = `<div class="message_inline_image"><a${attributes({ href, ...title })}><img${attributes({ src })}></a></div>`
  return { html, isImage: true }
}

const filmHtml = (href: string, id: string): string =>
  `<div class="youtube-video message_inline_image"><a${attributes({ 'data-id': id, href })}>` +
  `<img${attributes({ src: `https://i.ytimg.com/vi/${id}/default.jpg` })}></a></div>`

/** Whether an address ends like a picture's. Excludes pasteboard.co, whose pictures cannot be fetched. */
function namesImage(href: string): boolean {
  const { host, path } = /^(?:https?:\/\/(?<host>[^/?#]*))?(?<path>[^?#]*)/i.exec(href)!.groups!
  if (host === undefined && /^[^/]*:/.test(path!)) return false
  return host !== 'pasteboard.co' && /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i.test(path!)
}

/** Whether this is an address of the web. */
const namesPage = (href: string): boolean => /^https?:\/\//i.test(href)

/** The address of the picture itself, for addresses of certain pages about pictures. */
function pictureAt(href: string): { href: string; src: string } {
  const file = /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(href)
  if (file !== null) return { href, src: `https://raw.githubusercontent.com/${file[1]}/${file[2]}` }
  const wiki = /^(https?:\/\/[^/]+\.wikipedia\.org\/wiki\/)(File:.+)$/.exec(href)
  if (wiki === null) return { href, src: href }
  const address = `${wiki[1]}Special:FilePath/${wiki[2]}`
  return { href: address, src: address }
}
