import { en } from './en'

export type LaterWords = typeof en

/** All texts of what is loaded later, in the language of the reader. */
export const laterWords: LaterWords = { ...en }

/** Languages beside English, each a file that is loaded when it is needed. */
const languages: Readonly<Record<string, () => Promise<LaterWords>>> = {
  de: async () => (await import('./de')).de,
}

/** Speaks the language that the page has. `later` does it before it shows anything. */
export async function loadLanguageLater(): Promise<void> {
  const load = languages[document.documentElement.lang]
  if (load !== undefined) Object.assign(laterWords, await load())
}
