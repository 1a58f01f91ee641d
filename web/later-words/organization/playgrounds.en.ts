/** The words of the places to try out code in English. */
export const playgrounds = {
  title: 'Places to try out code',
  nothing: 'There are none yet. With one, blocks of code of its language have a link that opens them there.',
  hint: 'Blocks of code of the language have a link that opens them there.',
  deleteOf: (name: string) => `Delete ${name}`,
  reallyDelete: 'Code no longer has a link to it.',
  add: 'Add a playground',
  name: 'Name',
  language: 'Language',
  prefix: 'Address before the code',
  prefixHint: 'The code is put behind it, as in https://play.example.com/?code=',
  missing: 'Write a name, a language and an address.',
  addNow: 'Add',
  added: 'Added',
}
