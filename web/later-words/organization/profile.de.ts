import type { LaterWords } from '../index'

/** Die Texte dazu, wie die Organisation heißt und aussieht, und zu ihrem Ende auf Deutsch. */
export const profile: LaterWords['organization']['profile'] = {
  name: 'Name',
  description: 'Beschreibung',
  descriptionHint: 'Wer sich anmeldet, sieht sie. Markdown geht.',
  nameNeeded: 'Die Organisation braucht einen Namen.',
  icon: 'Symbol',
  iconHint: 'Ein quadratisches Bild. Es steht neben dem Namen der Organisation.',
  chooseIcon: 'Symbol wählen',
  removeIcon: 'Symbol entfernen',
  logo: 'Logo für helle Farben',
  logoHint: 'Ein breites Bild. Programme, die Platz dafür haben, zeigen es oben; ohne Logo zeigen sie das Symbol.',
  chooseLogo: 'Logo für helle Farben wählen',
  removeLogo: 'Logo für helle Farben entfernen',
  nightLogo: 'Logo für dunkle Farben',
  nightLogoHint: 'Dasselbe, wo der Hintergrund dunkel ist.',
  chooseNightLogo: 'Logo für dunkle Farben wählen',
  removeNightLogo: 'Logo für dunkle Farben entfernen',
  none: 'Keines',
  closing: 'Ende der Organisation',
  closingAbout:
    'Alle werden abgemeldet, auch Bots, und niemand kann sich mehr anmelden. Gelöscht wird nichts, aber nur wer den Server betreibt, kann die Organisation wieder öffnen.',
  close: 'Organisation schließen',
  closeNow: 'Jetzt schließen',
  typeName: (name) => `Schreib ${name}, um es zu bestätigen`,
  notTyped: 'So heißt die Organisation nicht.',
}
