import type { LaterWords } from '../index'

/** Die Texte dessen, was vom Plan verbraucht ist, auf Deutsch. */
export const usage: LaterWords['organization']['usage'] = {
  title: 'Verbrauch vom Plan',
  about: (time) =>
    `Was diese Organisation von dem verbraucht, was der Plan des Servers erlaubt. Was für einen Tag gilt, beginnt um ${time} neu, um Mitternacht UTC.`,
  refused: (time) =>
    `Seit ${time} lässt sich nichts ändern: Die Zeilen des Tages sind aufgebraucht. Um Mitternacht UTC geht es weiter.`,
  waits: (time) => `Es ist wenig übrig. Exporte, Vorschauen von Links und die tägliche Pflege warten bis ${time}.`,
  refresh: 'Neu laden',
  names: {
    worker_requests: 'Anfragen an den Server',
    object_requests: 'Anfragen an das Objekt der Organisation',
    rows_written: 'In die Datenbank geschriebene Zeilen',
    rows_read: 'Aus der Datenbank gelesene Zeilen',
    object_rows_written: 'Vom Objekt der Organisation geschriebene Zeilen',
    object_gb_seconds: 'Zeit des Objekts der Organisation',
    r2_writes: 'Änderungen am Speicher der Dateien',
    r2_reads: 'Lesen aus dem Speicher der Dateien',
    database_bytes: 'Größe der Datenbank',
    file_bytes: 'Größe aller Dateien',
  },
  gbSeconds: (count) => `${count} GB-s`,
  of: (value, quota) => `${value} von ${quota}`,
  noQuota: (value) => `${value}, ohne Grenze`,
  sources: { exact: 'genau', at_least: 'mindestens', account: 'vom ganzen Konto' },
  sourcesTitle: 'Wie sicher die Zahlen sind',
  sourceHints: {
    exact: 'was diese Organisation verbraucht hat.',
    at_least: 'was diese Organisation sicher verbraucht hat. Es kann mehr sein.',
    account:
      'was laut der Plattform alles verbraucht hat, was zum Konto gehört, bis vor einer Stunde. Es zählt zu denselben Grenzen.',
  },
  marks: { much: 'Mehr als 80 %', most: 'Mehr als 95 %', all: 'Aufgebraucht' },
  hours: 'Heute nach Stunden',
  days: 'Die letzten 30 Tage',
  noHours: 'Heute wurde nichts verbraucht.',
  firstDay: 'Heute ist der erste Tag, der gezählt wird. Die anderen stehen ab morgen hier.',
  noDays: 'In diesen Tagen wurde nichts verbraucht.',
  peak: (value, when) => `Am meisten: ${value}, ${when}`,
  figures: 'Zahlen',
  figuresOf: (name) => `Zahlen: ${name}`,
  hour: 'Stunde ab',
  day: 'Tag',
  amount: 'Verbraucht',
  share: 'Von der Grenze',
  unknown: 'nicht bekannt',
}
