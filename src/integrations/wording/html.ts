import { withoutReferences } from '../../markdown/references'

/** Characters of HTML that are looked at. */
const maxCharacters = 20_000

const breaks = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^<>]*>/gi

/** The text of a piece of HTML, for services that send what people wrote as HTML. */
export const textOfHtml = (html: string): string =>
  withoutReferences(
    withoutPrograms(html.slice(0, maxCharacters))
      .replaceAll(breaks, '\n')
      .replaceAll(/<li\b[^<>]*>/gi, '* ')
      .replaceAll(/<[^<>]*>/g, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** HTML without scripts and styles, whose text is for browsers. One that does not end goes to the end. */
function withoutPrograms(html: string): string {
  const parts: string[] = []
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let start = 0
  for (const { index, 1: name } of lower.matchAll(/<(script|style)\b/g)) {
    if (index < start) continue
    parts.push(html.slice(start, index))
    const end = lower.indexOf(`</${name!}`, index)
    start = end === -1 ? html.length : end
  }
  return [...parts, html.slice(start)].join('')
}
