/** The words of exports in English. */
export const exports = {
  title: 'Exports',
  about:
    'An export is an archive of everything that each member can read: people, emoji, settings, and public streams with their messages and files. Private messages and private streams are not in it. Administrators can make five in seven days.',
  noFiles: 'This server keeps no files, so there can be no exports. Whoever runs it can give it a bucket.',
  make: 'Make an export',
  asked: 'Asked for',
  nothing: 'None was made yet.',
  waits: (time: string) => `Little is left of what the server may do today. It goes on at ${time}.`,
  by: (name: string) => `by ${name}`,
  somebody: 'somebody who is gone',
  pending: 'is being made',
  failed: (time: string) => `failed on ${time}`,
  deleted: (time: string) => `deleted on ${time}`,
  download: 'Download',
  downloadOf: (time: string) => `Download the export of ${time}`,
  deleteOf: (time: string) => `Delete the export of ${time}`,
  reallyDelete: 'Its archive is gone then, for all administrators.',
}
