/** Text as HTML; quotes stay as they are (markdown, General shape). */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

/** The value of an attribute between double quotes. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

/** Text for any place in HTML, with both kinds of quotes escaped. */
export const escapeHtml = (text: string): string => escapeAttribute(text).replaceAll("'", '&#39;')

/** Attributes in alphabetical order, with a space in front of each. */
export const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
