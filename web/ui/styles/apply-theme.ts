/** What somebody chose for the page, kept so that it counts before their settings are known. */

const root = document.documentElement

/** Puts on the looks of the last time: names of classes. Call it before anything is shown. */
export const applyTheme = (looks = String(localStorage['looks'] ?? '')): void => {
  root.className = localStorage['looks'] = looks
}

/** Languages that the reader wants, from the first. */
export const wantedLanguages = (): readonly string[] => [String(localStorage['language'] ?? ''), ...navigator.languages]

export const storeLanguage = (language: string): void => {
  localStorage['language'] = language
}
