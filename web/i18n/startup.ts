/** The groups of texts that are needed before the first message. The other groups are loaded together with the other code. */
export const startupGroups: readonly string[] = [
  'app',
  'opening',
  'connection',
  'layout',
  'views',
  'sidebar',
  'mainPane',
  'searchBox',
  'message',
  'messageList',
]
