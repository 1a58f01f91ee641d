import { counting } from '../../counting'

const some = counting('en')

export const linkifiers = {
  title: 'Linkifiers',
  nothing: 'No linkifiers yet. They turn text into links. For example, #123 can link to an issue.',
  hint: 'Linkifiers apply in this order, oldest first. Messages that were already sent don’t change.',
  changeOf: (pattern: string) => `Edit ${pattern}`,
  deleteOf: (pattern: string) => `Delete ${pattern}`,
  reallyDelete: 'Existing links stay. New messages won’t get any.',
  add: 'Add linkifier',
  addHint:
    'The pattern is an RE2 regular expression with named groups: #(?P<id>[0-9]+). Use each group in the URL: https://example.com/issues/%(id)s',
  pattern: 'Pattern',
  address: 'URL',
  missing: 'Enter a pattern and a URL.',
  addNow: 'Add',
  added: 'Added',
  try: 'Try it out',
  tryHint: 'Includes what you typed above and didn’t save. Nothing is sent.',
  text: 'Sample message',
  slow: 'This takes too long. One of the patterns is too complex.',
  found: (count: number) => (count === 0 ? 'No links.' : `${some(count, 'link', 'links')}:`),
  problems: {
    pattern: 'The server won’t accept this pattern:',
    url_format_string: 'The server won’t accept the URL of this pattern:',
    __all__: 'The groups in this pattern don’t match its URL:',
  },
}
