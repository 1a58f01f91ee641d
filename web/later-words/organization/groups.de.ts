import type { LaterWords } from '../index'

/** Die Texte zu Gruppen von Leuten auf Deutsch. */
export const groups: LaterWords['organization']['groups'] = {
  hint: 'Wer eine Gruppe erwähnt, erreicht alle ihre Mitglieder.',
  make: 'Gruppe anlegen',
  made: (name) => `Die Gruppe ${name} wurde angelegt.`,
  find: 'Gruppe finden',
  none: 'Es gibt noch keine Gruppe.',
  notFound: 'So heißt keine Gruppe.',
  all: 'Alle Gruppen',
  change: 'Ändern',
  changeOf: (name) => `${name} ändern`,
  show: 'Zeigen',
  showOf: (name) => `${name} zeigen`,
  name: 'Name',
  nameless: 'Die Gruppe braucht einen Namen.',
  description: 'Wofür sie da ist',
  notYours: 'Diese Gruppe ändern ihre Mitglieder und Moderatoren.',
  empty: 'In dieser Gruppe ist niemand.',
  others: 'Nicht in dieser Gruppe',
  end: 'Ende der Gruppe',
  delete: 'Löschen',
  deleteNow: (name) => `${name} löschen`,
  deletion: 'Niemand kann die Gruppe mehr erwähnen. Nachrichten, die sie erwähnen, bleiben, wie sie sind.',
  deleted: (name) => `Die Gruppe ${name} wurde gelöscht.`,
}
