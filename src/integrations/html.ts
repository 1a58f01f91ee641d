/** Characters of HTML that are read. */
const maxCharacters = 20_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML, with lines where blocks end. For descriptions and comments that services send as HTML. */
export const textOfHtml = (html: string): string =>
  html
    .slice(0, maxCharacters)
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '* ')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return entities[name] ?? whole
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
