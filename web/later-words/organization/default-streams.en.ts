/** The words of the streams that new people are in from the beginning in English. */
export const defaultStreams = {
  title: 'Streams of new people',
  hint: 'Whoever joins is in them from the beginning, unless their invitation names others. Nobody who is here already is added.',
  nothing: 'There are none: new people are in no stream until they join one.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name} from the streams of new people`,
  removed: 'Removed',
  add: 'Add a stream',
  stream: 'Stream',
  addNow: 'Add',
  added: 'Added',
  noOthers: 'All public streams are among them.',
  onlyPublic: 'Private streams are for those who are added to them.',
}
