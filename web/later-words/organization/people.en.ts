import { counting } from '../../counting'

const some = counting('en')

/** The words of administering people in English. */
export const people = {
  find: 'Find by name or address',
  nobody: 'Nobody has this name or address.',
  active: (count: number) => some(count, 'person', 'people'),
  gone: (count: number) => `${count.toLocaleString('en')} deactivated`,
  goneHint: 'They cannot log in. What they wrote is still there.',
  since: (day: string) => `since ${day}`,
  newcomer: 'Newcomer',
  newcomers: (count: number) => some(count, 'newcomer', 'newcomers'),
  newcomersHint:
    'Members invited these people, or they joined by a link. Until you vouch for them, they share the limits of whoever invited them, or have smaller ones of their own.',
  newcomersLeft: (count: number) => `Only the latest ${count.toLocaleString('en')} are shown.`,
  through: (name: string) => `through ${name}`,
  throughNobody: 'by a link or without an invitation',
  newcomerThrough: (name: string) =>
    `Joined through ${name}. Until an administrator vouches for this person, the two share the limits of one.`,
  newcomerThroughNobody:
    'Joined by a link or without an invitation. Until an administrator vouches for this person, their limits are smaller.',
  vouch: 'Vouch',
  vouchFor: (name: string) => `Vouch for ${name}`,
  vouched: (name: string) => `${name} has limits of their own now.`,
  vouchForAll: (count: number) => `Vouch for all ${count.toLocaleString('en')} shown`,
  vouchForThem: (count: number) => `Vouch for ${some(count, 'person', 'people')}`,
  vouchForAllHint: 'Each of them gets limits of their own. This cannot be taken back.',
  vouchedForAll: (count: number) => `${some(count, 'person has', 'people have')} limits of their own now.`,
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  all: 'All people',
  name: 'Name',
  nameless: 'Everybody needs a name.',
  yourself: 'This is you. Your password, your sessions and the end of your account are among your own settings.',
  ofOwners: 'Only owners change the role, the password and the sessions of an owner, or deactivate them.',
  onlyOwner: 'The only owner of the organization keeps this role. Make somebody else an owner first.',
  ownRole: 'This is your own role. If you give rights away, somebody else has to give them back.',
  guestFirst: 'A guest becomes a member before becoming an administrator.',
  sessions: 'Sessions and keys',
  endSessions: 'Log out everywhere',
  endSessionsNow: 'Log them out',
  sessionsHint: 'All their browsers have to log in again, and programs that use a key of theirs stop.',
  sessionsEnded: 'Logged out everywhere',
  end: 'End of the account',
  deactivate: 'Deactivate',
  deactivateNow: (name: string) => `Deactivate ${name}`,
  ends: (name: string) =>
    `${name} is logged out everywhere and cannot log in any more. Invitations that are open and messages that wait to be sent are taken back. What was written stays.`,
  botsEnd: (names: readonly string[]) => `These bots end, too: ${names.join(', ')}.`,
  newcomersEnd: (count: number) =>
    `Also deactivate ${some(count, 'newcomer', 'newcomers')} who joined through this person`,
  groupsStay: (names: readonly string[]) => `The membership of groups is kept: ${names.join(', ')}.`,
  canComeBack: 'You can bring them back, with their role, streams and settings. Bots are brought back one by one.',
  deactivated: (name: string) => `${name} was deactivated.`,
  bringBack: 'Bring back',
  bringBackOf: (name: string) => `Bring back ${name}`,
  isBack: (name: string) => `${name} is back.`,
}
