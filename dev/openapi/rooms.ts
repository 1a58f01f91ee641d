/** Rooms as the document shows them: one group of operations each, in this order. */
interface Room {
  /** Folder of `src/`. */
  readonly room: string
  readonly title: string
  /** What one does here, in a sentence. */
  readonly purpose: string
  /** Its descriptions, refusals and examples are not complete yet, and are not checked. */
  readonly undescribed?: true
}

export const rooms: readonly Room[] = [
  {
    room: 'messages',
    title: 'Messages',
    purpose: 'Send messages, read them back, and ask which messages a narrow holds for.',
    undescribed: true,
  },
  {
    room: 'edits',
    title: 'Editing',
    purpose: 'Edit, move and delete messages, and read what they said before.',
  },
  {
    room: 'flags',
    title: 'Flags and reading',
    purpose: 'Mark messages as read, starred or collapsed. Flags are yours alone: nobody else sees them.',
  },
  {
    room: 'reactions',
    title: 'Reactions',
    purpose: 'Answer a message with an emoji.',
  },
  {
    room: 'submessages',
    title: 'Widgets',
    purpose: 'Take part in polls and other widgets of a message.',
    undescribed: true,
  },
  {
    room: 'typing',
    title: 'Typing',
    purpose: 'Tell others that you are writing to them.',
    undescribed: true,
  },
  {
    room: 'uploads',
    title: 'Files',
    purpose: 'Upload files for messages, and manage those that you uploaded.',
    undescribed: true,
  },
  {
    room: 'drafts',
    title: 'Drafts',
    purpose: 'Keep unsent messages on the server, the same on each of your devices.',
  },
  {
    room: 'events',
    title: 'Events',
    purpose: 'Register an event queue, and be told of everything that changes.',
    undescribed: true,
  },
  {
    room: 'streams',
    title: 'Streams',
    purpose: 'Look up streams and their topics, change and archive them.',
    undescribed: true,
  },
  {
    room: 'subscriptions',
    title: 'Subscriptions',
    purpose: 'Subscribe yourself or others to streams, and set what each subscription looks like.',
    undescribed: true,
  },
  {
    room: 'default-streams',
    title: 'Default streams',
    purpose: 'Choose the streams that new users are subscribed to.',
    undescribed: true,
  },
  {
    room: 'mutes',
    title: 'Muted topics',
    purpose: 'Mute and unmute topics of streams.',
  },
  {
    room: 'users',
    title: 'Users',
    purpose: 'Look up users, create, change and deactivate them.',
    undescribed: true,
  },
  {
    room: 'presence',
    title: 'Presence',
    purpose: 'Report that you are here, and ask who else is.',
    undescribed: true,
  },
  {
    room: 'status',
    title: 'Status',
    purpose: 'Set the status that is shown beside your name.',
    undescribed: true,
  },
  {
    room: 'muted-users',
    title: 'Muted users',
    purpose: 'Mute users whose messages you do not want to see, and unmute them.',
  },
  {
    room: 'user-groups',
    title: 'User groups',
    purpose: 'Name groups of users that can be mentioned together.',
    undescribed: true,
  },
  {
    room: 'profile-fields',
    title: 'Profile fields',
    purpose: 'Define the custom fields of profiles, and fill in your own.',
    undescribed: true,
  },
  {
    room: 'avatars',
    title: 'Avatars',
    purpose: 'Upload and remove your profile picture.',
    undescribed: true,
  },
  {
    room: 'alert-words',
    title: 'Alert words',
    purpose: 'Choose words that mark messages for you.',
    undescribed: true,
  },
  {
    room: 'settings',
    title: 'Personal settings',
    purpose: 'Change your settings, and those that new users start with.',
    undescribed: true,
  },
  {
    room: 'email-changes',
    title: 'Email changes',
    purpose: 'Confirm a new email address.',
    undescribed: true,
  },
  {
    room: 'auth',
    title: 'API keys',
    purpose: 'Get an API key for a password, and replace it.',
    undescribed: true,
  },
  {
    room: 'bots',
    title: 'Bots',
    purpose: 'Create and manage bots.',
    undescribed: true,
  },
  {
    room: 'bot-storage',
    title: 'Bot storage',
    purpose: 'Keep a little data for a bot on the server.',
    undescribed: true,
  },
  {
    room: 'webhooks',
    title: 'Incoming webhooks',
    purpose: 'Turn what other services post into messages.',
    undescribed: true,
  },
  {
    room: 'commands',
    title: 'Commands',
    purpose: 'Run a slash command.',
    undescribed: true,
  },
  {
    room: 'emoji',
    title: 'Custom emoji',
    purpose: 'Add emoji to the organization and take them out of use.',
    undescribed: true,
  },
  {
    room: 'linkifiers',
    title: 'Linkifiers',
    purpose: 'Turn patterns in messages into links.',
    undescribed: true,
  },
  {
    room: 'playgrounds',
    title: 'Code playgrounds',
    purpose: 'Offer to open code blocks in a playground elsewhere.',
    undescribed: true,
  },
  {
    room: 'realm',
    title: 'Organization',
    purpose: 'Found an organization, change its settings and pictures, close it.',
    undescribed: true,
  },
  {
    room: 'domains',
    title: 'Domains',
    purpose: 'Choose the domains whose addresses may join.',
    undescribed: true,
  },
  {
    room: 'invites',
    title: 'Invitations',
    purpose: 'Invite people by address or by a link.',
    undescribed: true,
  },
  {
    room: 'exports',
    title: 'Exports',
    purpose: 'Ask for an archive of the public data of the organization.',
    undescribed: true,
  },
  {
    room: 'push-tokens',
    title: 'Push tokens',
    purpose: 'Register a phone for notifications.',
    undescribed: true,
  },
  {
    room: 'onboarding',
    title: 'Onboarding',
    purpose: 'Remember which hints a user has seen.',
    undescribed: true,
  },
  {
    room: 'calls',
    title: 'Video calls',
    purpose: 'Create a call at a video service.',
    undescribed: true,
  },
  {
    room: 'reports',
    title: 'Client reports',
    purpose: 'Send measurements and errors of a client.',
    undescribed: true,
  },
]

export function roomOf(folder: string): Room {
  const found = rooms.find(({ room }) => room === folder)
  if (found === undefined) throw new Error(`${folder}/ has endpoints, and no place in dev/openapi/rooms.ts`)
  return found
}
