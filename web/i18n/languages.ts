export interface Language {
  /** Its own name for itself. */
  readonly name: string
  /** Written from right to left. */
  readonly isRightToLeft?: true
  /** Translated by a machine, and no native speaker has read it yet. People are told so where they choose it. */
  readonly isMachineTranslated?: true
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
