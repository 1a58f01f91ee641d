import type { LaterWords } from '../index'

export const exports: LaterWords['organization']['exports'] = {
  title: 'Exporte',
  about:
    'Ein Export ist ein Archiv von allem, was alle Mitglieder lesen können: Leute, Emojis, Einstellungen und öffentliche Streams mit ihren Nachrichten und Dateien. Direktnachrichten und private Streams sind nicht enthalten. Administratoren können in sieben Tagen fünf Exporte erstellen.',
  noFiles:
    'Dieser Server speichert keine Dateien. Deshalb kannst du keine Exporte erstellen. Der Betreiber des Servers kann einen Dateispeicher einrichten.',
  make: 'Export erstellen',
  asked: 'Angefordert',
  nothing: 'Noch keine Exporte.',
  waits: (time) => `Der Server hat sein Tageslimit fast erreicht. Um ${time} kannst du wieder Exporte erstellen.`,
  by: (name) => `von ${name}`,
  somebody: 'einem früheren Mitglied',
  pending: 'wird erstellt',
  failed: (time) => `am ${time} fehlgeschlagen`,
  deleted: (time) => `am ${time} gelöscht`,
  download: 'Herunterladen',
  downloadOf: (time) => `Export vom ${time} herunterladen`,
  deleteOf: (time) => `Export vom ${time} löschen`,
  reallyDelete: 'Das Archiv wird für alle Administratoren gelöscht.',
}
