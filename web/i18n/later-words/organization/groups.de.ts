import type { LaterWords } from '../index'

/** Die Texte zu Gruppen von Leuten auf Deutsch. */
export const groups: LaterWords['organization']['groups'] = {
  hint: 'Wer eine Gruppe erwähnt, benachrichtigt alle ihre Mitglieder.',
  make: 'Gruppe erstellen',
  made: (name) => `Die Gruppe ${name} wurde erstellt.`,
  find: 'Gruppen suchen',
  none: 'Noch keine Gruppen.',
  notFound: 'Keine Gruppe gefunden.',
  all: 'Alle Gruppen',
  change: 'Bearbeiten',
  changeOf: (name) => `${name} bearbeiten`,
  show: 'Ansehen',
  showOf: (name) => `${name} ansehen`,
  name: 'Name',
  nameless: 'Gib der Gruppe einen Namen.',
  description: 'Beschreibung',
  notYours: 'Nur ihre Mitglieder und Moderatoren können diese Gruppe bearbeiten.',
  empty: 'Diese Gruppe hat keine Mitglieder.',
  others: 'Nicht in dieser Gruppe',
  end: 'Gruppe löschen',
  delete: 'Löschen',
  deleteNow: (name) => `${name} löschen`,
  deletion: 'Niemand kann die Gruppe dann noch erwähnen. Nachrichten, die sie erwähnen, ändern sich nicht.',
  deleted: (name) => `Die Gruppe ${name} wurde gelöscht.`,
}
