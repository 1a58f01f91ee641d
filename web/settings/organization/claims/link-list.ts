/** A person with the link that sets their password. */
export interface PersonWithLink {
  readonly full_name: string
  readonly email: string
  readonly url: string
}

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\u{FEFF}'

/** A list of links as a CSV file (RFC 4180) below the titles of its columns. */
export const linkList = (titles: readonly string[], people: readonly PersonWithLink[]): string =>
  byteOrderMark +
  [titles, ...people.map(({ full_name, email, url }) => [full_name, email, url])]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')

/** A cell. Spreadsheets would run names that begin like a formula, and an archive may contain any name. */
const cellOf = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
