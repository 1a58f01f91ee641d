import MarkdownIt from 'markdown-it'
import { mentions, type Mention, type MentionLookup } from './mentions'

/** A message's HTML and what was found in it. */
export interface Rendered {
  html: string
  /** Users with a mention that is not silent. */
  mentioned: number[]
  wildcard: boolean
  links: Links
}

/** What the links of a message lead to (narrow, has). */
export interface Links {
  has_link: boolean
  has_image: boolean
  has_attachment: boolean
}

/** Raw HTML is text; a line break is a break; bare addresses become links; there are no images, only links to them. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true }).disable('image').use(mentions)

const linkable = new Set(
  (
    'http https mailto tel sms ftp file bitcoin geo im irc ircs magnet matrix mms news nntp openpgp4fpr sip smsto ssh ' +
    'urn webcal wtai xmpp'
  ).split(' '),
)

/** A relative address, or one of a scheme that runs nothing (markdown, Titled). */
markdown.validateLink = (url) => {
  const scheme = /^\s*([^/?#:]*):/.exec(url)?.[1]
  return scheme === undefined || linkable.has(scheme.toLowerCase())
}

/** Renders a message. Pure: all that it knows of the realm comes from `lookup`. */
export function render(content: string, lookup: MentionLookup): Rendered {
  const mentioned = new Set<number>()
  let wildcard = false
  const found = (mention: Mention) => {
    if (mention.kind === 'user') mentioned.add(mention.id)
    else wildcard = true
  }
  const html = markdown.render(content, { lookup, found }).trimEnd()
  return { html, mentioned: [...mentioned], wildcard, links: linksOf(html) }
}

/** The path of an address names an image file (markdown, Image previews). */
const image = /^(?:(?:https?:)?\/\/[^/?#]+)?\/[^?#]*\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)(?:[?#]|$)/i
const attachment = /^\/?user_uploads\//

function linksOf(html: string): Links {
  const addresses = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map((match) => match[1]!)
  return {
    has_link: addresses.length > 0,
    has_image: addresses.some((address) => image.test(address)),
    has_attachment: addresses.some((address) => attachment.test(address)),
  }
}

/** A stream's or realm's description: the same dialect, in which nobody is mentioned. */
export const renderDescription = (description: string): string => render(description, () => null).html

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of rendered HTML, for the search index. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
