import { counting } from '../../counting'

const some = counting('en')

export const person = {
  unknown: 'Nobody here has this ID. It may belong to another organization.',
  gone: 'This account is deactivated.',
  away: 'Hasn’t been online yet',
  lastSeen: (ago: string) => `Last seen ${ago}`,
  role: 'Role',
  bot: 'Bot',
  roles: { 100: 'Owner', 200: 'Administrator', 300: 'Moderator', 400: 'Member', 600: 'Guest' },
  owner: 'Owner',
  email: 'Email',
  time: 'Local time',
  timeIn: (time: string, zone: string) => `${time} (${zone})`,
  groups: 'Groups',
  write: 'Send message',
  writeOneself: 'Message yourself',
  messages: 'View messages',
  copyMention: 'Copy mention',
  mentionCopied: 'Mention copied',
  mute: 'Mute',
  unmute: 'Unmute',
  group: 'Group',
  unknownGroup: 'This group no longer exists.',
  members: (count: number) => some(count, 'member', 'members'),
  more: (count: number) => `Show ${count.toLocaleString('en')} more`,
}
