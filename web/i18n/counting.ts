/** A number with the word for as many, in a language with one plural. */
export function counting(language: string): (count: number, one: string, other: string) => string {
  const plural = new Intl.PluralRules(language)
  return (count, one, other) => `${count.toLocaleString(language)} ${plural.select(count) === 'one' ? one : other}`
}
