import { en } from './en'

export type Words = typeof en

/** The texts of the first view, in the language of the page. */
export const words: Words = { ...en }

/** Languages other than English. Each has its own file, which is loaded when it is needed. */
const languages: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./de')).de,
}

/** Loads the first of the wanted languages that exists. Call this before the first render. */
export async function loadLanguage(wanted: readonly string[]): Promise<void> {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]!
    if (language === 'en') return
    const load = languages[language]
    if (load === undefined) continue
    Object.assign(words, await load())
    document.documentElement.lang = language
    return
  }
}
