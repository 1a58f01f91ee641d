/** A UTC date such as `2026-11-23`, as text with its year. */
export const dateText = (date: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
