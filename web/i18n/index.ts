import { formatNumber, pluralForm, setLanguage } from './format'
import type { Texts } from './texts'

export type { Texts }

/** The texts of a file, given what formats numbers and chooses plurals. `web/vite.texts.ts` compiles them. */
interface TextsModule {
  readonly default: (n: typeof formatNumber, p: typeof pluralForm) => Partial<Texts>
}

/** The texts of the client, in the language of the page. */
export const texts = {} as Texts

let loadingStartupTexts: Promise<void> | undefined

/** Loads the texts of the first view (`startup.ts`). Call this before the first render. */
export const loadStartupTexts = (): Promise<void> => (loadingStartupTexts ??= addStartupTexts())

async function addStartupTexts(): Promise<void> {
  setLanguage(document.documentElement.lang)
  add(await startupTexts)
}

/** Loads all other texts. `loadReasons` does so for `lazy`, before it shows a component. */
export async function loadOtherTexts(): Promise<void> {
  add(await import(/* @vite-ignore */ `/app/texts-${document.documentElement.lang}-${textsVersion}.js`))
}

function add(module: unknown): void {
  Object.assign(texts, (module as TextsModule).default(formatNumber, pluralForm))
}
