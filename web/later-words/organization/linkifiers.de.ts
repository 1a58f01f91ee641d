import { counting } from '../../counting'
import type { LaterWords } from '../index'

const some = counting('de')

/** Die Texte dessen, was zu Links wird, auf Deutsch. */
export const linkifiers: LaterWords['organization']['linkifiers'] = {
  title: 'Texte, die zu Links werden',
  nothing: 'Es gibt noch keine. Mit einem kann #123 in einer Nachricht zu dem führen, was anderswo diese Nummer hat.',
  hint: 'Sie werden in dieser Reihenfolge probiert, die ältesten zuerst. Schon gesendete Nachrichten bleiben, wie sie sind.',
  changeOf: (pattern) => `${pattern} ändern`,
  deleteOf: (pattern) => `${pattern} löschen`,
  reallyDelete: 'Links in Nachrichten bleiben. Neue entstehen keine mehr.',
  add: 'Linkifier hinzufügen',
  addHint:
    'Das Muster ist ein regulärer Ausdruck von RE2 mit benannten Gruppen: #(?P<id>[0-9]+). In der Adresse steht jede an ihrer Stelle: https://example.com/issues/%(id)s',
  pattern: 'Muster',
  address: 'Adresse',
  missing: 'Schreib ein Muster und eine Adresse.',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  try: 'Ausprobieren',
  tryHint: 'Auch mit dem, was du oben schreibst und noch nicht gespeichert hast. Nichts wird gesendet.',
  text: 'Ein Text wie in einer Nachricht',
  slow: 'Das dauert zu lange und wurde abgebrochen. Ein Muster verlangt zu viel.',
  found: (count) => (count === 0 ? 'Es käme kein Link heraus.' : `${some(count, 'Link käme', 'Links kämen')} heraus:`),
  problems: {
    pattern: 'Dieses Muster würde der Server ablehnen:',
    url_format_string: 'Die Adresse zu diesem würde der Server ablehnen:',
    __all__: 'Die Gruppen dieses Musters sind nicht die seiner Adresse:',
  },
}
