import { signal } from '@preact/signals'

const hex = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Where a picture is loaded from: this server asks other sites for theirs, so that these do not learn who looks. */
export function shownPicture(address: string): string {
  const url = URL.parse(address, location.origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return ''
  return url.origin === location.origin ? url.href : `/external_content/${hex(url.href)}`
}

/** Links to pictures that can be looked at in a window of their own. Those of videos lead elsewhere. */
export const pictureLink = '.message_inline_image:not(.youtube-video) > a'

/** The link of the picture that is looked at. */
export const viewed = signal<Element | null>(null)
