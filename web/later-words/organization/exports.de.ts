import type { LaterWords } from '../index'

/** Die Texte von Exporten auf Deutsch. */
export const exports: LaterWords['organization']['exports'] = {
  title: 'Exporte',
  about:
    'Ein Export ist ein Archiv von allem, was jedes Mitglied lesen kann: Personen, Emojis, Einstellungen und öffentliche Streams mit ihren Nachrichten und Dateien. Private Nachrichten und private Streams sind nicht darin. Administratoren können in sieben Tagen fünf machen.',
  noFiles:
    'Dieser Server bewahrt keine Dateien auf, deshalb kann es keine Exporte geben. Wer ihn betreibt, kann ihm einen Speicher geben.',
  make: 'Export machen',
  asked: 'In Auftrag gegeben',
  nothing: 'Es gibt noch keinen.',
  waits: (time) => `Heute ist wenig von dem übrig, was der Server darf. Um ${time} geht es weiter.`,
  by: (name) => `von ${name}`,
  somebody: 'jemandem, der nicht mehr da ist',
  pending: 'wird gemacht',
  failed: (time) => `am ${time} misslungen`,
  deleted: (time) => `am ${time} gelöscht`,
  download: 'Herunterladen',
  downloadOf: (time) => `Export vom ${time} herunterladen`,
  deleteOf: (time) => `Export vom ${time} löschen`,
  reallyDelete: 'Dann ist sein Archiv weg, für alle Administratoren.',
}
