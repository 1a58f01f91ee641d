export interface Language {
  /** Its own name for itself. */
  readonly name: string
  readonly isRightToLeft?: true
}

/** The languages of the client, by their tags. The texts of each are in the file with that name. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English' },
  ar: { name: 'العربية', isRightToLeft: true },
  de: { name: 'Deutsch' },
  es: { name: 'Español' },
  fr: { name: 'Français' },
  ja: { name: '日本語' },
  'pt-BR': { name: 'Português (Brasil)' },
}
