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
  ar: { name: 'العربية', isRightToLeft: true, isMachineTranslated: true },
  de: { name: 'Deutsch' },
  es: { name: 'Español', isMachineTranslated: true },
  fr: { name: 'Français', isMachineTranslated: true },
  ja: { name: '日本語', isMachineTranslated: true },
  'pt-BR': { name: 'Português (Brasil)', isMachineTranslated: true },
}
