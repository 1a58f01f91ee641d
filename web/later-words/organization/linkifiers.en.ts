import { counting } from '../../counting'

const some = counting('en')

/** The words of the texts that become links in English. */
export const linkifiers = {
  title: 'Texts that become links',
  nothing: 'There are none yet. With one, #123 in a message can lead to what has this number elsewhere.',
  hint: 'They are tried in this order, the oldest first. Messages that were sent before stay as they are.',
  changeOf: (pattern: string) => `Change ${pattern}`,
  deleteOf: (pattern: string) => `Delete ${pattern}`,
  reallyDelete: 'Links in messages stay. Nothing becomes one any more.',
  add: 'Add a linkifier',
  addHint:
    'The pattern is a regular expression of RE2 with named groups: #(?P<id>[0-9]+). The address has each of them in its place: https://example.com/issues/%(id)s',
  pattern: 'Pattern',
  address: 'Address',
  missing: 'Write a pattern and an address.',
  addNow: 'Add',
  added: 'Added',
  try: 'Try them',
  tryHint: 'Also with what you write above and have not saved. Nothing is sent.',
  text: 'A text as in a message',
  slow: 'This takes too long, so it was given up. A pattern asks for too much.',
  found: (count: number) =>
    count === 0 ? 'No links would come out.' : `${some(count, 'link', 'links')} would come out:`,
  problems: {
    pattern: 'The server would refuse this pattern:',
    url_format_string: 'The server would refuse the address of this one:',
    __all__: 'The groups of this pattern are not those of its address:',
  },
}
