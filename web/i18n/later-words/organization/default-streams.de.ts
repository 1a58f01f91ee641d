import type { LaterWords } from '../index'

export const defaultStreams: LaterWords['organization']['defaultStreams'] = {
  title: 'Standard-Streams',
  hint: 'Wer beitritt, wird zu diesen Streams hinzugefügt, außer die Einladung nennt andere. Wer schon hier ist, wird nicht hinzugefügt.',
  nothing: 'Keine Standard-Streams. Neue sind in keinem Stream, bis sie einem beitreten.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} aus den Standard-Streams entfernen`,
  removed: 'Entfernt',
  add: 'Stream hinzufügen',
  stream: 'Stream',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  noOthers: 'Alle öffentlichen Streams sind Standard-Streams.',
  onlyPublic: 'Nur öffentliche Streams können Standard-Streams sein.',
}
