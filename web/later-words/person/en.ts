import { counting } from '../../counting'

const some = counting('en')

/** The words of people and their cards in English. */
export const person = {
  unknown: 'Nobody here has this number. They may have been in another organization.',
  gone: 'This account was deactivated.',
  active: 'Active',
  idle: 'Idle',
  away: 'Not seen for a long time',
  lastSeen: (ago: string) => `Last seen ${ago}`,
  role: 'Role',
  bot: 'Bot',
  roles: { 100: 'Owner', 200: 'Administrator', 300: 'Moderator', 400: 'Member', 600: 'Guest' },
  owner: 'Owner',
  email: 'Email',
  time: 'Local time',
  timeIn: (time: string, zone: string) => `${time} (${zone})`,
  groups: 'Groups',
  write: 'Send a message',
  writeOneself: 'Write to yourself',
  messages: 'Messages from',
  copyMention: 'Copy mention',
  mentionCopied: 'The mention was copied.',
  mute: 'Mute',
  unmute: 'Unmute',
  group: 'Group',
  unknownGroup: 'This group is gone.',
  members: (count: number) => some(count, 'member', 'members'),
  more: (count: number) => `Show ${count.toLocaleString('en')} more`,
}
