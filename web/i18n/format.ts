/** Numbers, plurals, lists and times, as the language of the page writes them. */

let pageLanguage = 'en'

/** Sets the language, by its tag. */
export function setLanguage(tag: string): void {
  pageLanguage = tag
}

export const formatNumber = (value: number): string => value.toLocaleString(pageLanguage)

/** A number in few letters, rounded down: "12K", "12 mil", "1.2万". */
export const formatCompact = (value: number): string =>
  new Intl.NumberFormat(pageLanguage, { notation: 'compact', roundingMode: 'floor' }).format(value)

/** The form of a text that the rules of a language choose for a number. */
export const pluralForm = (count: number, forms: Readonly<Record<string, string>>, language = pageLanguage): string =>
  forms[count] ?? forms[new Intl.PluralRules(language).select(count)] ?? forms['other']!

/** Joins names: "a, b, and c". */
export const formatList = (names: readonly string[]): string => new Intl.ListFormat(pageLanguage).format(names)

/** A date and time, given in seconds. */
export const formatTime = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(pageLanguage, { dateStyle: 'medium', timeStyle: 'short' })

/** The time of day, given in milliseconds. */
export const formatTimeOfDay = (ms: number): string =>
  new Date(ms).toLocaleTimeString(pageLanguage, { timeStyle: 'short' })
