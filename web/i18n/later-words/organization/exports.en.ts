export const exports = {
  title: 'Exports',
  about:
    'An export is an archive of everything that all members can read: people, emoji, settings, and public streams with their messages and files. It doesn’t include direct messages or private streams. Administrators can create five exports in seven days.',
  noFiles:
    'This server doesn’t store files, so you can’t create exports. The server operator can turn on file storage.',
  make: 'Create export',
  asked: 'Requested',
  nothing: 'No exports yet.',
  waits: (time: string) => `The server is close to its daily limit. You can create exports again at ${time}.`,
  by: (name: string) => `by ${name}`,
  somebody: 'a former member',
  pending: 'in progress',
  failed: (time: string) => `failed on ${time}`,
  deleted: (time: string) => `deleted on ${time}`,
  download: 'Download',
  downloadOf: (time: string) => `Download the export of ${time}`,
  deleteOf: (time: string) => `Delete the export of ${time}`,
  reallyDelete: 'The archive will be deleted for all administrators.',
}
