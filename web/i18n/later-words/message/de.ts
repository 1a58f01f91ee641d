import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

/** Die Texte der Nachrichten und dessen, was man mit ihnen tun kann auf Deutsch. */
export const message: LaterWords['message'] = {
  actions: 'Nachrichtenaktionen',
  addReaction: 'Reaktion hinzufügen',
  reply: 'Antworten',
  star: 'Markieren',
  more: 'Weitere Aktionen',
  remind: 'Mich erinnern',
  setReminder: 'Erinnerung festlegen',
  messageOf: (name, place) => `Nachricht von ${name} in ${place}`,
  reminderSet: (time) => `Erinnerung am ${time}`,
  unstarred: 'Nicht mehr markiert',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  markUnread: 'Ab hier als ungelesen markieren',
  delete: 'Löschen',
  history: 'Verlauf ansehen',
  edit: 'Bearbeiten',
  quote: 'Zitieren',
  forward: 'Weiterleiten',
  copyText: 'Text kopieren',
  textCopied: 'Text kopiert',
  move: 'Verschieben',
  source: 'Quelltext ansehen',
  reactions: 'Reaktionen ansehen',
  whoReacted: 'Reaktionen',
  viewReaders: 'Lesebestätigungen ansehen',
  readers: 'Gelesen von',
  reactWith: (name) => `Mit :${name}: reagieren`,
  reactors: (name, count) => `:${name}:, ${count}`,
  noReaders: 'Noch niemand hat sie gelesen.',
  readBy: (count) => `${some(count, 'Person hat', 'Personen haben')} sie gelesen.`,
  readersAdvice: 'Wer Lesebestätigungen ausgeschaltet hat, wird hier nicht aufgeführt.',
  reallyDelete: 'Diese Nachricht löschen?',
  deleteAdvice: 'Sie wird für alle gelöscht. Das lässt sich nicht rückgängig machen.',
  cancel: 'Abbrechen',
  save: 'Speichern',
  saveAgain: 'Erneut versuchen',
  notSaved: 'Nicht gespeichert',
  textbox: 'Nachrichtentext',
  seconds: (minutes) =>
    minutes > 1 ? `Du kannst sie noch ${minutes} Minuten bearbeiten.` : 'Du kannst sie nur noch kurz bearbeiten.',
  tooLate: 'Diese Nachricht lässt sich nicht mehr bearbeiten. Kopier den Text, wenn du ihn behalten willst.',
}
