import { withoutReferences } from '../../markdown/references'

/** Characters of HTML that are looked at. */
const maxCharacters = 20_000

const breaks = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^<>]*>/gi

/** The text of a piece of HTML, for services that send what people wrote as HTML. */
export const textOfHtml = (html: string): string =>
  withoutReferences(
    html
      .slice(0, maxCharacters)
      .replaceAll(breaks, '\n')
      .replaceAll(/<li\b[^<>]*>/gi, '* ')
      .replaceAll(/<[^<>]*>/g, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
