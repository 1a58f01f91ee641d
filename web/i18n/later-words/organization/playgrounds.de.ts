import type { LaterWords } from '../index'

export const playgrounds: LaterWords['organization']['playgrounds'] = {
  title: 'Code-Playgrounds',
  nothing: 'Noch keine Playgrounds. Mit einem bekommen Code-Blöcke in seiner Sprache einen Link, der sie dort öffnet.',
  hint: 'Code-Blöcke in der Sprache bekommen einen Link, der sie im Playground öffnet.',
  deleteOf: (name) => `${name} löschen`,
  reallyDelete: 'Code-Blöcke verlinken dann nicht mehr dorthin.',
  add: 'Playground hinzufügen',
  name: 'Name',
  language: 'Sprache',
  prefix: 'URL-Anfang',
  prefixHint: 'Der Code wird am Ende angehängt, wie bei https://play.example.com/?code=',
  missing: 'Gib einen Namen, eine Sprache und eine URL ein.',
  addNow: 'Hinzufügen',
  added: 'Hinzugefügt',
}
