import type { LaterWords } from '../index'

/** Die Texte der Nachrichten und dessen, was man mit ihnen tun kann auf Deutsch. */
export const message: LaterWords['message'] = {
  actions: 'Aktionen zur Nachricht',
  addReaction: 'Reagieren',
  reply: 'Antworten',
  star: 'Markieren',
  more: 'Weitere Aktionen',
  copyLink: 'Link kopieren',
  linkCopied: 'Der Link wurde kopiert.',
  markUnread: 'Ab hier als ungelesen markieren',
  delete: 'Löschen',
  history: 'Verlauf zeigen',
  edit: 'Bearbeiten',
  quote: 'Zitieren',
  forward: 'Weiterleiten',
  copyText: 'Text kopieren',
  textCopied: 'Der Text wurde kopiert.',
  move: 'Verschieben',
  source: 'Quelltext ansehen',
  reactions: 'Reaktionen ansehen',
  whoReacted: 'Reaktionen',
  readers: 'Wer hat das gelesen?',
  reactWith: (name) => `Mit :${name}: reagieren`,
  reactors: (name, count) => `:${name}:, ${count}`,
  noReaders: 'Noch hat sie niemand gelesen.',
  readBy: (count) =>
    count === 1 ? 'Eine Person hat sie gelesen.' : `${count.toLocaleString('de')} Leute haben sie gelesen.`,
  readersAdvice: 'Wer Lesebestätigungen abgeschaltet hat, fehlt hier, und wer sie geschrieben hat, auch.',
  reallyDelete: 'Diese Nachricht löschen?',
  deleteAdvice: 'Sie ist für alle weg und lässt sich nicht zurückholen.',
  cancel: 'Abbrechen',
  save: 'Speichern',
  saveAgain: 'Noch einmal',
  notSaved: 'Nicht gespeichert',
  textbox: 'Text der Nachricht',
  seconds: (minutes) =>
    minutes > 1
      ? `Du kannst sie noch ${minutes} Minuten lang ändern.`
      : 'Du kannst sie noch weniger als eine Minute lang ändern.',
  tooLate: 'Die Zeit für Änderungen ist vorbei. Kopiere deinen Text, wenn du ihn behalten willst.',
}
