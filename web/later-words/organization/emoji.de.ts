import type { LaterWords } from '../index'

/** Die Texte der eigenen Emojis der Organisation auf Deutsch. */
export const emoji: LaterWords['organization']['emoji'] = {
  title: 'Emojis der Organisation',
  nothing:
    'Es gibt noch keine. Wer eins hinzufügt, schreibt seinen Namen zwischen Doppelpunkten, und es steht unter allen anderen.',
  find: 'Emoji finden',
  notFound: 'Keins davon heißt so.',
  addedBy: (name) => `von ${name}`,
  byNobody: 'mit der Organisation angelegt',
  overrides: 'steht anstelle eines eingebauten',
  deleteOf: (name) => `:${name}: löschen`,
  reallyDelete: 'Nachrichten und Reaktionen, die es haben, behalten es.',
  add: 'Emoji hinzufügen',
  addHint: (mib) => `PNG, JPEG, GIF oder WebP, bis zu ${mib} MB. Quadratische sehen am besten aus.`,
  choose: 'Bild wählen',
  noFiles:
    'Dieser Server bewahrt keine Dateien auf, deshalb kann es keine eigenen Emojis geben. Wer ihn betreibt, kann ihm einen Speicher geben.',
  preview: 'So sieht es aus',
  name: 'Name',
  nameHint: 'Kleine Buchstaben, Ziffern, und - _ . dazwischen.',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  problems: {
    missing: 'Gib dem Emoji einen Namen.',
    characters: 'Im Namen dürfen nur die Buchstaben a bis z, Ziffern, - _ und . stehen.',
    end: 'Das letzte Zeichen muss ein Buchstabe oder eine Ziffer sein.',
    taken: 'Ein Emoji mit diesem Namen gibt es schon.',
    builtIn: 'Ein eingebautes Emoji heißt so. Nur Administratoren können es ersetzen.',
  },
  replaces: 'Ein eingebautes Emoji heißt so: Deins steht dann an seiner Stelle.',
}
