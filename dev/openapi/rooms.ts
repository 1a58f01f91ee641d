/** A folder of `src/` as a group of operations in the document. */
interface Room {
  /** Folder of `src/`. */
  readonly room: string
  readonly title: string
  /** A sentence on the purpose of these operations. */
  readonly purpose: string
}

export const rooms: readonly Room[] = [
  {
    room: 'messages',
    title: 'Messages',
    purpose: 'Send messages, read them, and ask which of them match a narrow.',
  },
  {
    room: 'edits',
    title: 'Editing',
    purpose: 'Edit, move and delete messages, and read what they said before.',
  },
  {
    room: 'flags',
    title: 'Flags',
    purpose: 'Mark messages as read, starred or collapsed. Flags are yours alone: nobody else sees them.',
  },
  {
    room: 'read-state',
    title: 'Reading',
    purpose: 'Mark whole streams and topics as read, and see who has read a message.',
  },
  {
    room: 'reactions',
    title: 'Reactions',
    purpose: 'Answer a message with an emoji.',
  },
  {
    room: 'submessages',
    title: 'Widgets',
    purpose: 'Add to polls, to-do lists and other widgets of messages.',
  },
  {
    room: 'typing',
    title: 'Typing',
    purpose: 'Tell others that you are writing to them.',
  },
  {
    room: 'uploads',
    title: 'Files',
    purpose: 'Upload files for messages, look at those that you uploaded, and delete them.',
  },
  {
    room: 'drafts',
    title: 'Drafts',
    purpose: 'Keep unsent messages on the server, the same on each of your devices.',
  },
  {
    room: 'scheduled',
    title: 'Scheduled messages',
    purpose: 'Look at messages and reminders that wait for their time, change and cancel them.',
  },
  {
    room: 'events',
    title: 'Events',
    purpose: 'Register an event queue, and be told of everything that changes.',
  },
  {
    room: 'streams',
    title: 'Streams',
    purpose: 'Look up streams and their topics, change and archive them.',
  },
  {
    room: 'subscriptions',
    title: 'Subscriptions',
    purpose: 'Subscribe yourself or others to streams, and set what each subscription looks like.',
  },
  {
    room: 'default-streams',
    title: 'Default streams',
    purpose: 'Choose the streams that new users are subscribed to, and groups of streams that they can choose.',
  },
  {
    room: 'mutes',
    title: 'Muted topics',
    purpose: 'Mute and unmute topics of streams.',
  },
  {
    room: 'users',
    title: 'Users',
    purpose: 'Look up people and bots; create, change, deactivate and reactivate accounts.',
  },
  {
    room: 'presence',
    title: 'Presence',
    purpose: 'Report that you are here, and ask who else is.',
  },
  {
    room: 'status',
    title: 'Status',
    purpose: 'Set the status that is shown beside your name.',
  },
  {
    room: 'muted-users',
    title: 'Muted users',
    purpose: 'Mute users whose messages you do not want to see, and unmute them.',
  },
  {
    room: 'user-groups',
    title: 'User groups',
    purpose: 'Create groups of users that can be mentioned together, and say who is in them.',
  },
  {
    room: 'profile-fields',
    title: 'Profile fields',
    purpose: 'Define fields that profiles have in this organization, and fill in your own.',
  },
  {
    room: 'avatars',
    title: 'Avatars',
    purpose: 'Upload and remove your own picture.',
  },
  {
    room: 'alert-words',
    title: 'Alert words',
    purpose: 'Choose words that flag a message for you when somebody uses them.',
  },
  {
    room: 'settings',
    title: 'Personal settings',
    purpose: 'Change your own settings, and those that new users start with.',
  },
  {
    room: 'email-changes',
    title: 'Email changes',
    purpose: 'Confirm a new email address, and find the links for that.',
  },
  {
    room: 'password-resets',
    title: 'Forgotten passwords',
    purpose: 'Ask for a new password, make links that set one, and use them.',
  },
  {
    room: 'auth',
    title: 'API keys',
    purpose: 'Get an API key for your password, and replace all keys that you have.',
  },
  {
    room: 'sessions',
    title: 'Sessions',
    purpose: 'Log a browser in and out, and look at what an account is logged in by.',
  },
  {
    room: 'bots',
    title: 'Bots',
    purpose: 'Create bots, change and deactivate them, and replace their API keys.',
  },
  {
    room: 'bot-offers',
    title: 'Offers of bots',
    purpose: 'Take over a bot that somebody offers to you, or decline it. `PATCH /bots/{bot_id}` makes an offer.',
  },
  {
    room: 'bot-storage',
    title: 'Bot storage',
    purpose: 'Store small texts for a bot on the server.',
  },
  {
    room: 'webhooks',
    title: 'Incoming webhooks',
    purpose: 'Turn what other services post into messages, by an address that holds the key of a bot.',
  },
  {
    room: 'slash-commands',
    title: 'Commands',
    purpose: 'Run a slash command.',
  },
  {
    room: 'emoji',
    title: 'Custom emoji',
    purpose: 'Add emoji of your own to the organization, and take them out of use.',
  },
  {
    room: 'linkifiers',
    title: 'Linkifiers',
    purpose: 'Turn text of messages that matches a pattern into links, such as `#123` into the link to a ticket.',
  },
  {
    room: 'playgrounds',
    title: 'Code playgrounds',
    purpose: 'Say where code blocks of a language can be tried out.',
  },
  {
    room: 'realm',
    title: 'Organization',
    purpose: 'Found an organization, look up how to log in to it, change its settings and pictures, and close it.',
  },
  {
    room: 'domains',
    title: 'Domains',
    purpose: 'Choose the domains whose email addresses may join the organization.',
  },
  {
    room: 'invites',
    title: 'Invitations',
    purpose: 'Invite people by their addresses or by a link for many, and join by an invitation.',
  },
  {
    room: 'newcomers',
    title: 'Newcomers',
    purpose: 'Look up who has joined without being known to an administrator, and vouch for them.',
  },
  {
    room: 'usage',
    title: 'Usage',
    purpose: 'Look at what is used of the plan that the server runs on.',
  },
  {
    room: 'exports',
    title: 'Exports',
    purpose: 'Have an archive made of the public data of the organization.',
  },
  {
    room: 'push-tokens',
    title: 'Push tokens',
    purpose: 'Register and remove phones for push notifications.',
  },
  {
    room: 'onboarding',
    title: 'Onboarding',
    purpose: 'Remember which hints of the tutorial you have seen.',
  },
  {
    room: 'calls',
    title: 'Video calls',
    purpose: 'Create a call at a video service; this server is connected with none.',
  },
  {
    room: 'reports',
    title: 'Client reports',
    purpose: 'Send measurements and errors of a client.',
  },
]

export function roomOf(folder: string): Room {
  const found = rooms.find(({ room }) => room === folder)
  if (found === undefined) throw new Error(`${folder}/ has endpoints, and no place in dev/openapi/rooms.ts`)
  return found
}
