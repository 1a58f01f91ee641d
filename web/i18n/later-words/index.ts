import { en } from './en'

export type LaterWords = typeof en

/** The texts that are loaded after the first view, in the language of the page. `lazy` loads them. */
export const laterWords: LaterWords = { ...en }

/** Languages other than English. Each has its own file, which is loaded when it is needed. */
const languages: Readonly<Record<string, () => Promise<LaterWords>>> = {
  de: async () => (await import('./de')).de,
}

/** Loads the texts in the language of the page. `lazy` calls this before it shows a component. */
export async function loadLanguageLater(): Promise<void> {
  const load = languages[document.documentElement.lang]
  if (load !== undefined) Object.assign(laterWords, await load())
}
