import { signal } from '@preact/signals'

const hex = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The address from which a picture is loaded. This server fetches pictures of other sites, which do not learn who looks. */
export function shownPicture(address: string): string {
  const url = URL.parse(address, location.origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return ''
  return url.origin === location.origin ? url.href : `/external_content/${hex(url.href)}`
}

/** Selector of the links that open the lightbox. Links to videos lead elsewhere. */
export const pictureLink = '.message_inline_image:not(.youtube-video) > a'

/** The link of the picture in the lightbox; null if it is closed. */
export const viewed = signal<Element | null>(null)
