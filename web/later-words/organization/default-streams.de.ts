import type { LaterWords } from '../index'

/** Die Texte der Streams, in denen Neue von Anfang an sind, auf Deutsch. */
export const defaultStreams: LaterWords['organization']['defaultStreams'] = {
  title: 'Streams für Neue',
  hint: 'Wer dazukommt, ist von Anfang an darin, außer die Einladung nennt andere. Wer schon hier ist, kommt nicht dazu.',
  nothing: 'Es gibt keine: Neue sind in keinem Stream, bis sie einem beitreten.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} aus den Streams für Neue entfernen`,
  removed: 'Entfernt',
  add: 'Stream hinzufügen',
  stream: 'Stream',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
  noOthers: 'Alle öffentlichen Streams sind dabei.',
  onlyPublic: 'Private Streams sind für die, die hinzugefügt werden.',
}
