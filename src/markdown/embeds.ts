import { attributes, escapeText } from './escape'

/** The preview of a page, from its metadata. */
export interface EmbeddedPage {
  title: string
  /** May be empty. */
  description: string
  /** The absolute address of a picture, as `URL` writes it. */
  image: string
}

/** Start of the previews after the HTML of a message. The HTML itself can never contain it. */
const embedsBegin = '\n<div class="message_embed">'

/** The HTML of a message with previews of the linked pages after it (markdown, Previews). */
export function withEmbeds(html: string, pages: readonly { href: string; page: EmbeddedPage }[]): string {
  if (pages.length === 0) return html
  return `${html}\n${pages.map(embed).join('')}`
}

/** The HTML of a message without previews. */
export function withoutEmbeds(html: string): string {
  const end = html.indexOf(embedsBegin)
  return end === -1 ? html : html.slice(0, end)
}

const embed = ({ href, page: { title, description, image } }: { href: string; page: EmbeddedPage }): string =>
  '<div class="message_embed">' +
  `<a${attributes({ class: 'message_embed_image', href, style: `background-image: url(${inStyle(image)})` })}></a>` +
  '<div class="data-container">' +
  `<div class="message_embed_title"><a${attributes({ href, title })}>${escapeText(title)}</a></div>` +
  (description === '' ? '' : `<div class="message_embed_description">${escapeText(description)}</div>`) +
  '</div></div>'

/** Encodes everything that could end an address in a style, or start something else there: above all `)`, quotes and spaces. */
const inStyle = (address: string): string =>
  address.replaceAll(unsafe, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** ASCII characters that need encoding in `url()`. */
const unsafe = /[\0- "'()<>\\^`{|}\x7F]/g
