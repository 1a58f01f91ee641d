import { en } from './en'

export type Words = typeof en

/** All texts that the client shows, in the language of the reader. */
export const words: Words = { ...en }

/** Languages beside English, each a file that is loaded when it is needed. */
const languages: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./de')).de,
}

/** Speaks the first of the languages that there is. Call it before anything is shown. */
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
