import type { LaterWords } from '../index'

/** Die Texte der Orte, an denen sich Code ausprobieren lässt, auf Deutsch. */
export const playgrounds: LaterWords['organization']['playgrounds'] = {
  title: 'Orte, um Code auszuprobieren',
  nothing: 'Es gibt noch keinen. Mit einem haben Blöcke von Code in seiner Sprache einen Link, der sie dort öffnet.',
  hint: 'Blöcke von Code in der Sprache haben einen Link, der sie dort öffnet.',
  deleteOf: (name) => `${name} löschen`,
  reallyDelete: 'Code hat dann keinen Link mehr dorthin.',
  add: 'Ort hinzufügen',
  name: 'Name',
  language: 'Sprache',
  prefix: 'Adresse vor dem Code',
  prefixHint: 'Der Code kommt dahinter, wie bei https://play.example.com/?code=',
  missing: 'Schreib einen Namen, eine Sprache und eine Adresse.',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
}
