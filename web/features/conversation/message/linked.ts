/** Most cards below a message. */
const maxCards = 3

/** A link to a message, unless a quotation of the message follows it. */
const link = /<a href="([^"]*#narrow\/[^"]*\/near\/(\d{1,15}))"[^>]*>[^<]*<\/a>(?!:<\/p>\s*<blockquote>)/g

/** Ids of the messages of this organization to which the HTML of a message links, outside of quotations. */
export function linkedIds(html: string): readonly number[] {
  if (!html.includes('/near/')) return []
  const own = html.replace(/<blockquote>.*<\/blockquote>/s, '<blockquote>')
  const here = [...own.matchAll(link)].filter(
    ([, address]) => URL.parse(address!, location.origin)?.origin === location.origin,
  )
  return [...new Set(here.map(([, , id]) => Number(id)))].slice(0, maxCards)
}
