/** Most messages that a message quotes by links to them. */
const maxCards = 3

/** A link to a message. One whose text follows as a quotation shows it already. */
const link = /<a href="([^"]*#narrow\/[^"]*\/near\/(\d{1,15}))"[^>]*>[^<]*<\/a>(?!:<\/p>\s*<blockquote>)/g

/** Ids of the messages of this organization that the HTML of a message links to, outside of what it quotes. */
export function linkedIds(html: string): readonly number[] {
  if (!html.includes('/near/')) return []
  const own = html.replace(/<blockquote>.*<\/blockquote>/s, '<blockquote>')
  const here = [...own.matchAll(link)].filter(
    ([, address]) => URL.parse(address!, location.origin)?.origin === location.origin,
  )
  return [...new Set(here.map(([, , id]) => Number(id)))].slice(0, maxCards)
}
