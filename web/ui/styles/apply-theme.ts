/** The theme and language in localStorage, so that they apply before the settings are loaded. */

const root = document.documentElement

/** Applies and stores a theme, given as CSS classes; without an argument, the stored one. Call it before the first render. */
export const applyTheme = (looks = String(localStorage['looks'] ?? '')): void => {
  root.className = localStorage['looks'] = looks
}

export const storeLanguage = (language: string): void => {
  localStorage['language'] = language
}
