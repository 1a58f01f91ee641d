import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

export const people: LaterWords['organization']['people'] = {
  find: 'Nach Name oder E-Mail suchen',
  nobody: 'Niemand gefunden.',
  active: (count) => some(count, 'Person', 'Personen'),
  gone: (count) => `${count.toLocaleString('de')} deaktiviert`,
  goneHint: 'Sie können sich nicht anmelden. Ihre Nachrichten bleiben erhalten.',
  since: (day) => `seit ${day}`,
  newcomer: 'Neu dabei',
  newcomers: (count) => `${count.toLocaleString('de')} neu dabei`,
  newcomersHint:
    'Mitglieder haben diese Leute eingeladen, oder sie sind über einen Link beigetreten. Bis du für sie bürgst, teilen sie die Limits der Person, die sie eingeladen hat, oder haben kleinere eigene.',
  newcomersLeft: (count) => `Nur die neuesten ${count.toLocaleString('de')} werden angezeigt.`,
  through: (name) => `durch ${name}`,
  throughNobody: 'über einen Link oder ohne Einladung',
  newcomerThrough: (name) =>
    `Durch ${name} beigetreten. Bis ein Administrator für diese Person bürgt, teilen sich beide die Limits einer Person.`,
  newcomerThroughNobody:
    'Über einen Link oder ohne Einladung beigetreten. Bis ein Administrator für diese Person bürgt, sind ihre Limits kleiner.',
  vouch: 'Bürgen',
  vouchFor: (name) => `Für ${name} bürgen`,
  vouched: (name) => `${name} hat jetzt eigene Limits.`,
  vouchForAll: (count) => `Für alle ${count.toLocaleString('de')} angezeigten bürgen`,
  vouchForThem: (count) => `Für ${some(count, 'Person', 'Personen')} bürgen`,
  vouchForAllHint: 'Jede Person bekommt eigene Limits. Das lässt sich nicht rückgängig machen.',
  vouchedForAll: (count) => `${some(count, 'Person hat', 'Personen haben')} jetzt eigene Limits.`,
  change: 'Bearbeiten',
  changeOf: (name) => `${name} bearbeiten`,
  all: 'Alle Leute',
  name: 'Name',
  nameless: 'Gib einen Namen ein.',
  yourself: 'Das bist du. Passwort, Sitzungen und Konto änderst du in deinen eigenen Einstellungen.',
  ofOwners: 'Nur Inhaber können Rolle, Passwort und Sitzungen eines Inhabers ändern oder ihn deaktivieren.',
  onlyOwner: 'Der einzige Inhaber der Organisation behält diese Rolle. Mach zuerst jemand anderen zum Inhaber.',
  ownRole: 'Das ist deine eigene Rolle. Rechte, die du abgibst, muss dir jemand anderes zurückgeben.',
  guestFirst: 'Mach einen Gast zuerst zum Mitglied, bevor du ihn zum Administrator machst.',
  sessions: 'Sitzungen und Schlüssel',
  endSessions: 'Überall abmelden',
  endSessionsNow: 'Jetzt abmelden',
  sessionsHint: 'Sie müssen sich in jedem Browser neu anmelden, und ihre API-Schlüssel gelten nicht mehr.',
  sessionsEnded: 'Überall abgemeldet',
  end: 'Konto deaktivieren',
  deactivate: 'Deaktivieren',
  deactivateNow: (name) => `${name} deaktivieren`,
  ends: (name) =>
    `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Offene Einladungen und geplante Nachrichten werden abgebrochen. Gesendete Nachrichten bleiben erhalten.`,
  botsEnd: (names) => `Auch diese Bots werden deaktiviert: ${names.join(', ')}.`,
  newcomersEnd: (count) =>
    count === 1
      ? 'Auch die Person deaktivieren, die über dieses Konto neu dabei ist'
      : `Auch die ${count.toLocaleString('de')} Personen deaktivieren, die über dieses Konto neu dabei sind`,
  groupsStay: (names) => `Die Gruppenmitgliedschaften bleiben: ${names.join(', ')}.`,
  canComeBack:
    'Du kannst das Konto später wieder aktivieren, mit Rolle, Streams und Einstellungen. Bots werden einzeln wieder aktiviert.',
  deactivated: (name) => `${name} wurde deaktiviert.`,
  bringBack: 'Wieder aktivieren',
  bringBackOf: (name) => `${name} wieder aktivieren`,
  isBack: (name) => `${name} ist wieder aktiv.`,
}
