import type { LaterWords } from '../index'

export const profile: LaterWords['organization']['profile'] = {
  name: 'Name',
  description: 'Beschreibung',
  descriptionHint: 'Steht auf der Anmeldeseite. Markdown ist möglich.',
  nameNeeded: 'Gib der Organisation einen Namen.',
  icon: 'Symbol',
  iconHint: 'Ein quadratisches Bild, das neben dem Namen der Organisation steht.',
  chooseIcon: 'Symbol auswählen',
  removeIcon: 'Symbol entfernen',
  logo: 'Logo für helles Design',
  logoHint: 'Ein breites Bild. Apps mit genug Platz zeigen es oben. Ohne Logo zeigen sie das Symbol.',
  chooseLogo: 'Logo für helles Design auswählen',
  removeLogo: 'Logo für helles Design entfernen',
  nightLogo: 'Logo für dunkles Design',
  nightLogoHint: 'Für dunkle Hintergründe.',
  chooseNightLogo: 'Logo für dunkles Design auswählen',
  removeNightLogo: 'Logo für dunkles Design entfernen',
  none: 'Keines',
  closing: 'Organisation schließen',
  closingAbout:
    'Alle werden abgemeldet, auch Bots, und niemand kann sich mehr anmelden. Es wird nichts gelöscht, aber nur der Betreiber des Servers kann die Organisation wieder öffnen.',
  close: 'Organisation schließen',
  closeNow: 'Jetzt schließen',
  typeName: (name) => `Gib zur Bestätigung ${name} ein`,
  notTyped: 'Das ist nicht der Name der Organisation.',
}
