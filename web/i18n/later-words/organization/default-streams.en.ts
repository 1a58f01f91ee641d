export const defaultStreams = {
  title: 'Default streams',
  hint: 'People who join are added to these streams, unless their invitation names others. People who are already here aren’t added.',
  nothing: 'No default streams. New people aren’t in any stream until they join one.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name} from default streams`,
  removed: 'Removed',
  add: 'Add stream',
  stream: 'Stream',
  addNow: 'Add',
  added: 'Added',
  noOthers: 'All public streams are default streams.',
  onlyPublic: 'Only public streams can be default streams.',
}
