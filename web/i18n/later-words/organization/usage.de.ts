import type { LaterWords } from '../index'

export const usage: LaterWords['organization']['usage'] = {
  title: 'Verbrauch',
  about: (time) =>
    `Wie viel vom Plan des Servers diese Organisation verbraucht. Tageskontingente beginnen um ${time} Uhr (Mitternacht UTC) neu.`,
  refused: (time) =>
    `Seit ${time} lässt sich nichts ändern, weil das Tageskontingent an Zeilen aufgebraucht ist. Um Mitternacht UTC geht es weiter.`,
  waits: (time) =>
    `Der Server hat sein Tageslimit fast erreicht. Exporte, Linkvorschauen und die tägliche Wartung warten bis ${time}.`,
  refresh: 'Neu laden',
  names: {
    worker_requests: 'Anfragen an den Server',
    object_requests: 'Anfragen an das Objekt der Organisation',
    rows_written: 'In die Datenbank geschriebene Zeilen',
    rows_read: 'Aus der Datenbank gelesene Zeilen',
    object_rows_written: 'Vom Objekt der Organisation geschriebene Zeilen',
    object_gb_seconds: 'Laufzeit des Objekts der Organisation',
    r2_writes: 'Änderungen an gespeicherten Dateien',
    r2_reads: 'Lesezugriffe auf gespeicherte Dateien',
    database_bytes: 'Größe der Datenbank',
    file_bytes: 'Größe aller Dateien',
  },
  gbSeconds: (count) => `${count} GB-s`,
  of: (value, quota) => `${value} von ${quota}`,
  noQuota: (value) => `${value}, unbegrenzt`,
  sources: { exact: 'genau', at_least: 'mindestens', account: 'ganzes Konto' },
  sourcesTitle: 'Wie genau die Zahlen sind',
  sourceHints: {
    exact: 'was diese Organisation verbraucht hat.',
    at_least: 'was diese Organisation nachweislich verbraucht hat. Es kann mehr sein.',
    account: 'was die Plattform für das ganze Konto meldet, bis vor einer Stunde. Es zählt zu denselben Kontingenten.',
  },
  marks: { much: 'Über 80 %', most: 'Über 95 %', all: 'Aufgebraucht' },
  hours: 'Heute nach Stunden',
  days: 'Letzte 30 Tage',
  noHours: 'Heute kein Verbrauch.',
  firstDay: 'Ab heute wird gezählt. Frühere Tage erscheinen hier ab morgen.',
  noDays: 'Kein Verbrauch in diesen Tagen.',
  peak: (value, when) => `Höchstwert: ${value}, ${when}`,
  figures: 'Zahlen',
  figuresOf: (name) => `Zahlen: ${name}`,
  hour: 'Stunde ab',
  day: 'Tag',
  amount: 'Verbraucht',
  share: 'Anteil am Kontingent',
  unknown: 'unbekannt',
}
