/** The words of the places to try out code in English. */
export const playgrounds = {
  title: 'Code playgrounds',
  nothing: 'No playgrounds yet. With one, code blocks in its language get a link that opens them there.',
  hint: 'Code blocks in the language get a link that opens them in the playground.',
  deleteOf: (name: string) => `Delete ${name}`,
  reallyDelete: 'Code blocks will no longer link to it.',
  add: 'Add playground',
  name: 'Name',
  language: 'Language',
  prefix: 'URL prefix',
  prefixHint: 'The code is added at its end, as in https://play.example.com/?code=',
  missing: 'Enter a name, a language, and a URL.',
  addNow: 'Add',
  added: 'Added',
}
