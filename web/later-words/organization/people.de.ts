import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

/** Die Texte zur Verwaltung der Leute auf Deutsch. */
export const people: LaterWords['organization']['people'] = {
  find: 'Nach Name oder Adresse suchen',
  nobody: 'Niemand hat diesen Namen oder diese Adresse.',
  active: (count) => some(count, 'Person', 'Leute'),
  gone: (count) => `${count.toLocaleString('de')} deaktiviert`,
  goneHint: 'Sie können sich nicht anmelden. Was sie geschrieben haben, ist noch da.',
  since: (day) => `seit ${day}`,
  newcomer: 'Neu dabei',
  newcomers: (count) => `${count.toLocaleString('de')} neu dabei`,
  newcomersHint:
    'Mitglieder haben diese Leute eingeladen, oder sie kamen über einen Link. Bis du für sie bürgst, teilen sie die Grenzen derer, die sie eingeladen haben, oder haben kleinere für sich.',
  newcomersLeft: (count) => `Nur die neuesten ${count.toLocaleString('de')} sind zu sehen.`,
  through: (name) => `durch ${name}`,
  throughNobody: 'über einen Link oder ohne Einladung',
  newcomerThrough: (name) =>
    `Durch ${name} beigetreten. Bis ein Administrator für diese Person bürgt, teilen sich beide die Grenzen von einer.`,
  newcomerThroughNobody:
    'Über einen Link oder ohne Einladung beigetreten. Bis ein Administrator für diese Person bürgt, sind ihre Grenzen kleiner.',
  vouch: 'Bürgen',
  vouchFor: (name) => `Für ${name} bürgen`,
  vouched: (name) => `${name} hat jetzt eigene Grenzen.`,
  vouchForAll: (count) => `Für alle ${count.toLocaleString('de')} bürgen, die zu sehen sind`,
  vouchForThem: (count) => `Für ${some(count, 'Person', 'Leute')} bürgen`,
  vouchForAllHint: 'Jede Person bekommt eigene Grenzen. Das kann nicht zurückgenommen werden.',
  vouchedForAll: (count) => `${some(count, 'Person hat', 'Leute haben')} jetzt eigene Grenzen.`,
  change: 'Ändern',
  changeOf: (name) => `${name} ändern`,
  all: 'Alle Leute',
  name: 'Name',
  nameless: 'Alle brauchen einen Namen.',
  yourself:
    'Das bist du. Dein Passwort, deine Sitzungen und das Ende deines Kontos findest du in deinen eigenen Einstellungen.',
  ofOwners: 'Rolle, Passwort und Sitzungen eines Inhabers ändern nur Inhaber, und nur sie deaktivieren einen.',
  onlyOwner: 'Der einzige Inhaber der Organisation behält diese Rolle. Mach erst jemand anderen zum Inhaber.',
  ownRole: 'Das ist deine eigene Rolle. Rechte, die du abgibst, muss dir jemand anderes zurückgeben.',
  guestFirst: 'Ein Gast wird Mitglied, bevor er Administrator wird.',
  sessions: 'Sitzungen und Schlüssel',
  endSessions: 'Überall abmelden',
  endSessionsNow: 'Jetzt abmelden',
  sessionsHint: 'Alle ihre Browser müssen sich neu anmelden, und Programme mit einem ihrer Schlüssel hören auf.',
  sessionsEnded: 'Überall abgemeldet',
  end: 'Ende des Kontos',
  deactivate: 'Deaktivieren',
  deactivateNow: (name) => `${name} deaktivieren`,
  ends: (name) =>
    `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Offene Einladungen und Nachrichten, die auf ihre Zeit warten, werden zurückgezogen. Was geschrieben ist, bleibt.`,
  botsEnd: (names) => `Auch diese Bots enden: ${names.join(', ')}.`,
  newcomersEnd: (count) =>
    count === 1
      ? 'Auch die Person deaktivieren, die über dieses Konto neu dabei ist'
      : `Auch die ${count.toLocaleString('de')} Personen deaktivieren, die über dieses Konto neu dabei sind`,
  groupsStay: (names) => `Die Mitgliedschaft in Gruppen bleibt: ${names.join(', ')}.`,
  canComeBack: 'Du kannst sie zurückholen, mit Rolle, Streams und Einstellungen. Bots werden einzeln zurückgeholt.',
  deactivated: (name) => `${name} wurde deaktiviert.`,
  bringBack: 'Zurückholen',
  bringBackOf: (name) => `${name} zurückholen`,
  isBack: (name) => `${name} ist zurück.`,
}
