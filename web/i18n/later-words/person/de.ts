import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

export const person: LaterWords['person'] = {
  unknown: 'Niemand hier hat diese ID. Vielleicht gehört sie zu einer anderen Organisation.',
  gone: 'Dieses Konto ist deaktiviert.',
  away: 'War noch nie online',
  lastSeen: (ago) => `Zuletzt online ${ago}`,
  role: 'Rolle',
  bot: 'Bot',
  roles: { 100: 'Inhaber', 200: 'Administrator', 300: 'Moderator', 400: 'Mitglied', 600: 'Gast' },
  owner: 'Inhaber',
  email: 'E-Mail',
  time: 'Ortszeit',
  timeIn: (time, zone) => `${time} (${zone})`,
  groups: 'Gruppen',
  write: 'Nachricht senden',
  writeOneself: 'Dir selbst schreiben',
  messages: 'Nachrichten ansehen',
  copyMention: 'Erwähnung kopieren',
  mentionCopied: 'Erwähnung kopiert',
  mute: 'Stummschalten',
  unmute: 'Stummschaltung aufheben',
  group: 'Gruppe',
  unknownGroup: 'Diese Gruppe gibt es nicht mehr.',
  members: (count) => some(count, 'Mitglied', 'Mitglieder'),
  more: (count) => `${count.toLocaleString('de')} weitere anzeigen`,
}
