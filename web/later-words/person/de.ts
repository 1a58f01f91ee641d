import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

/** Die Texte der Menschen und ihrer Karten auf Deutsch. */
export const person: LaterWords['person'] = {
  unknown: 'Niemand hier hat diese Nummer. Vielleicht gehört sie in eine andere Organisation.',
  gone: 'Dieses Konto wurde stillgelegt.',
  active: 'Aktiv',
  idle: 'Untätig',
  away: 'Lange nicht gesehen',
  lastSeen: (ago) => `Zuletzt gesehen ${ago}`,
  role: 'Rolle',
  bot: 'Bot',
  roles: { 100: 'Inhaber', 200: 'Administrator', 300: 'Moderator', 400: 'Mitglied', 600: 'Gast' },
  owner: 'Gehört',
  email: 'E-Mail',
  time: 'Ortszeit',
  timeIn: (time, zone) => `${time} (${zone})`,
  groups: 'Gruppen',
  write: 'Nachricht schreiben',
  writeOneself: 'Sich selbst schreiben',
  messages: 'Nachrichten zeigen',
  copyMention: 'Erwähnung kopieren',
  mentionCopied: 'Die Erwähnung wurde kopiert.',
  mute: 'Stumm schalten',
  unmute: 'Nicht mehr stumm',
  group: 'Gruppe',
  unknownGroup: 'Diese Gruppe gibt es nicht mehr.',
  members: (count) => some(count, 'Mitglied', 'Mitglieder'),
  more: (count) => `${count.toLocaleString('de')} weitere zeigen`,
}
