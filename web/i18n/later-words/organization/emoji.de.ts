import type { LaterWords } from '../index'

export const emoji: LaterWords['organization']['emoji'] = {
  title: 'Eigene Emojis',
  nothing:
    'Noch keine eigenen Emojis. Füg eines hinzu, dann kann es jeder verwenden, indem er seinen Namen zwischen Doppelpunkte schreibt.',
  find: 'Emoji suchen',
  notFound: 'Kein Emoji gefunden.',
  addedBy: (name) => `hinzugefügt von ${name}`,
  byNobody: 'mit der Organisation hinzugefügt',
  overrides: 'ersetzt ein eingebautes Emoji',
  deleteOf: (name) => `:${name}: löschen`,
  reallyDelete: 'In Nachrichten und Reaktionen, die es verwenden, bleibt es erhalten.',
  add: 'Emoji hinzufügen',
  addHint: (mib) => `PNG, JPEG, GIF oder WebP, bis zu ${mib} MB. Quadratische sehen am besten aus.`,
  choose: 'Bild auswählen',
  noFiles:
    'Dieser Server speichert keine Dateien. Deshalb kannst du keine Emojis hinzufügen. Der Betreiber des Servers kann einen Dateispeicher einrichten.',
  preview: 'Vorschau',
  name: 'Name',
  nameHint: 'Kleinbuchstaben und Ziffern, dazwischen - _ .',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  problems: {
    missing: 'Gib dem Emoji einen Namen.',
    characters: 'Verwende im Namen nur die Buchstaben a bis z, Ziffern und - _ .',
    end: 'Der Name muss mit einem Buchstaben oder einer Ziffer enden.',
    taken: 'Ein Emoji mit diesem Namen gibt es schon.',
    builtIn: 'Ein eingebautes Emoji heißt so. Nur Administratoren können es ersetzen.',
  },
  replaces: 'Ein eingebautes Emoji heißt so. Deins wird es ersetzen.',
}
