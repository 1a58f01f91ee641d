import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

export const linkifiers: LaterWords['organization']['linkifiers'] = {
  title: 'Linkifier',
  nothing: 'Noch keine Linkifier. Sie machen Text zu Links. Zum Beispiel kann #123 auf ein Ticket verlinken.',
  hint: 'Linkifier werden in dieser Reihenfolge angewendet, die ältesten zuerst. Schon gesendete Nachrichten ändern sich nicht.',
  changeOf: (pattern) => `${pattern} bearbeiten`,
  deleteOf: (pattern) => `${pattern} löschen`,
  reallyDelete: 'Vorhandene Links bleiben. Neue Nachrichten bekommen keine mehr.',
  add: 'Linkifier hinzufügen',
  addHint:
    'Das Muster ist ein regulärer Ausdruck (RE2) mit benannten Gruppen: #(?P<id>[0-9]+). Verwende jede Gruppe in der URL: https://example.com/issues/%(id)s',
  pattern: 'Muster',
  address: 'URL',
  missing: 'Gib ein Muster und eine URL ein.',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  try: 'Ausprobieren',
  tryHint: 'Auch mit dem, was du oben eingegeben und noch nicht gespeichert hast. Nichts wird gesendet.',
  text: 'Beispielnachricht',
  slow: 'Das dauert zu lange. Eines der Muster ist zu aufwendig.',
  found: (count) => (count === 0 ? 'Keine Links.' : `${some(count, 'Link', 'Links')}:`),
  problems: {
    pattern: 'Der Server nimmt dieses Muster nicht an:',
    url_format_string: 'Der Server nimmt die URL zu diesem Muster nicht an:',
    __all__: 'Die Gruppen in diesem Muster passen nicht zu seiner URL:',
  },
}
