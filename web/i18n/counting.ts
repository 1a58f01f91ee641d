/** Returns a function that formats a number with `one` or `other`. For languages with a single plural form. */
export function counting(language: string): (count: number, one: string, other: string) => string {
  const plural = new Intl.PluralRules(language)
  return (count, one, other) => `${count.toLocaleString(language)} ${plural.select(count) === 'one' ? one : other}`
}
