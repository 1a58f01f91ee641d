/** A folder of `src/` as a group of operations in the document. */
interface OperationGroup {
  /** Folder of `src/`. */
  readonly folder: string
  readonly title: string
  /** A sentence on the purpose of these operations. */
  readonly purpose: string
}

export const operationGroups: readonly OperationGroup[] = [
  {
    folder: 'messages',
    title: 'Messages',
    purpose: 'Send messages, read them, and ask which of them match a narrow.',
  },
  {
    folder: 'edits',
    title: 'Editing',
    purpose: 'Edit, move and delete messages, and read what they said before.',
  },
  {
    folder: 'flags',
    title: 'Flags',
    purpose: 'Mark messages as read, starred or collapsed. Flags are yours alone: nobody else sees them.',
  },
  {
    folder: 'read-state',
    title: 'Reading',
    purpose: 'Mark whole streams and topics as read, and see who has read a message.',
  },
  {
    folder: 'reactions',
    title: 'Reactions',
    purpose: 'Answer a message with an emoji.',
  },
  {
    folder: 'submessages',
    title: 'Widgets',
    purpose: 'Add to polls, to-do lists and other widgets of messages.',
  },
  {
    folder: 'typing',
    title: 'Typing',
    purpose: 'Tell others that you are writing to them.',
  },
  {
    folder: 'uploads',
    title: 'Files',
    purpose: 'Upload files for messages, look at those that you uploaded, and delete them.',
  },
  {
    folder: 'drafts',
    title: 'Drafts',
    purpose: 'Keep unsent messages on the server, the same on each of your devices.',
  },
  {
    folder: 'scheduled',
    title: 'Scheduled messages',
    purpose: 'Look at messages and reminders that wait for their time, change and cancel them.',
  },
  {
    folder: 'events',
    title: 'Events',
    purpose: 'Register an event queue, and be told of everything that changes.',
  },
  {
    folder: 'streams',
    title: 'Streams',
    purpose: 'Look up streams and their topics, change and archive them.',
  },
  {
    folder: 'subscriptions',
    title: 'Subscriptions',
    purpose: 'Subscribe yourself or others to streams, and set what each subscription looks like.',
  },
  {
    folder: 'default-streams',
    title: 'Default streams',
    purpose: 'Choose the streams that new users are subscribed to, and groups of streams that they can choose.',
  },
  {
    folder: 'mutes',
    title: 'Muted topics',
    purpose: 'Mute and unmute topics of streams.',
  },
  {
    folder: 'users',
    title: 'Users',
    purpose: 'Look up people and bots; create, change, deactivate and reactivate accounts.',
  },
  {
    folder: 'erasures',
    title: 'Erasing accounts',
    purpose: 'Delete the data of a person or a bot for good.',
  },
  {
    folder: 'presence',
    title: 'Presence',
    purpose: 'Report that you are here, and ask who else is.',
  },
  {
    folder: 'status',
    title: 'Status',
    purpose: 'Set the status that is shown beside your name.',
  },
  {
    folder: 'muted-users',
    title: 'Muted users',
    purpose: 'Mute users whose messages you do not want to see, and unmute them.',
  },
  {
    folder: 'user-groups',
    title: 'User groups',
    purpose: 'Create groups of users that can be mentioned together, and say who is in them.',
  },
  {
    folder: 'profile-fields',
    title: 'Profile fields',
    purpose: 'Define fields that profiles have in this organization, and fill in your own.',
  },
  {
    folder: 'avatars',
    title: 'Avatars',
    purpose: 'Upload and remove your own picture.',
  },
  {
    folder: 'alert-words',
    title: 'Alert words',
    purpose: 'Choose words that flag a message for you when somebody uses them.',
  },
  {
    folder: 'settings',
    title: 'Personal settings',
    purpose: 'Change your own settings, and those that new users start with.',
  },
  {
    folder: 'email-changes',
    title: 'Email changes',
    purpose: 'Confirm a new email address, and find the links for that.',
  },
  {
    folder: 'password-resets',
    title: 'Forgotten passwords',
    purpose: 'Ask for a new password, make links that set one, and use them.',
  },
  {
    folder: 'auth',
    title: 'API keys',
    purpose: 'Get an API key for your password, and replace all keys that you have.',
  },
  {
    folder: 'sessions',
    title: 'Sessions',
    purpose: 'Log a browser in and out, and look at what an account is logged in by.',
  },
  {
    folder: 'bots',
    title: 'Bots',
    purpose: 'Create bots, change and deactivate them, and replace their API keys.',
  },
  {
    folder: 'bot-offers',
    title: 'Offers of bots',
    purpose: 'Take over a bot that somebody offers to you, or decline it. `PATCH /bots/{bot_id}` makes an offer.',
  },
  {
    folder: 'bot-storage',
    title: 'Bot storage',
    purpose: 'Store small texts for a bot on the server.',
  },
  {
    folder: 'integrations',
    title: 'Integrations',
    purpose: 'Have bots post what other services tell of, such as pushes, failed builds and alerts.',
  },
  {
    folder: 'webhooks',
    title: 'Incoming webhooks',
    purpose: 'Turn what other services post into messages, by an address that holds the key of a bot.',
  },
  {
    folder: 'slash-commands',
    title: 'Commands',
    purpose: 'Run a slash command.',
  },
  {
    folder: 'emoji',
    title: 'Custom emoji',
    purpose: 'Add emoji of your own to the organization, and take them out of use.',
  },
  {
    folder: 'linkifiers',
    title: 'Linkifiers',
    purpose: 'Turn text of messages that matches a pattern into links, such as `#123` into the link to a ticket.',
  },
  {
    folder: 'playgrounds',
    title: 'Code playgrounds',
    purpose: 'Say where code blocks of a language can be tried out.',
  },
  {
    folder: 'realm',
    title: 'Organization',
    purpose: 'Found an organization, look up how to log in to it, change its settings and pictures, and close it.',
  },
  {
    folder: 'domains',
    title: 'Domains',
    purpose: 'Choose the domains whose email addresses may join the organization.',
  },
  {
    folder: 'invites',
    title: 'Invitations',
    purpose: 'Invite people by their addresses or by a link for many, and join by an invitation.',
  },
  {
    folder: 'newcomers',
    title: 'Newcomers',
    purpose: 'Look up who has joined without being known to an administrator, and vouch for them.',
  },
  {
    folder: 'usage',
    title: 'Usage',
    purpose: 'Look at what is used of the plan that the server runs on.',
  },
  {
    folder: 'old-texts',
    title: 'Old texts',
    purpose: 'Copy the texts of old messages, which are not in the database.',
  },
  {
    folder: 'imports',
    title: 'Imports',
    purpose: 'Move an organization in, from an archive of this or another server.',
  },
  {
    folder: 'own-data',
    title: 'Own data',
    purpose: 'Have an archive made of what is stored about you.',
  },
  {
    folder: 'exports',
    title: 'Exports',
    purpose: 'Have an archive made of the public data of the organization.',
  },
  {
    folder: 'backups',
    title: 'Backups',
    purpose: 'Look at the backups of the organization, and have one made.',
  },
  {
    folder: 'push-tokens',
    title: 'Push tokens',
    purpose: 'Register and remove phones for push notifications.',
  },
  {
    folder: 'incoming-mail',
    title: 'Incoming mail',
    purpose: 'Make addresses by which mail becomes messages of streams.',
  },
  {
    folder: 'web-push',
    title: 'Web push',
    purpose: 'Have browsers and apps told of messages while they are closed.',
  },
  {
    folder: 'onboarding',
    title: 'Onboarding',
    purpose: 'Remember which hints of the tutorial you have seen.',
  },
  {
    folder: 'calls',
    title: 'Video calls',
    purpose: 'Create a call at a video service; this server is connected with none.',
  },
  {
    folder: 'reports',
    title: 'Client reports',
    purpose: 'Send measurements and errors of a client.',
  },
]

export function groupOf(name: string): OperationGroup {
  const found = operationGroups.find(({ folder }) => folder === name)
  if (found === undefined) throw new Error(`${name}/ has endpoints, and no place in dev/openapi/operation-groups.ts`)
  return found
}
