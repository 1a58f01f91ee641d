/** The longest word of letters in a text, as the search index has it; null: there is none. */
export function longestWord(text: string): string | null {
  const words = text.match(/(?<![\p{L}\p{N}\p{M}_'’])\p{L}{3,30}(?![\p{L}\p{N}\p{M}_'’])/gu) ?? []
  return words.reduce<string | null>((best, word) => (best === null || word.length > best.length ? word : best), null)
}
