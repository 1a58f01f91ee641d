import { counting } from '../../counting'

const some = counting('en')

export const people = {
  find: 'Find by name or email',
  nobody: 'No people match.',
  active: (count: number) => some(count, 'person', 'people'),
  gone: (count: number) => `${count.toLocaleString('en')} deactivated`,
  goneHint: 'They can’t log in. Their messages stay.',
  since: (day: string) => `since ${day}`,
  newcomer: 'Newcomer',
  newcomers: (count: number) => some(count, 'newcomer', 'newcomers'),
  newcomersHint:
    'Members invited these people, or they joined with a link. Until you vouch for them, they share the limits of the person who invited them, or have smaller limits of their own.',
  newcomersLeft: (count: number) => `Only the latest ${count.toLocaleString('en')} are shown.`,
  through: (name: string) => `through ${name}`,
  throughNobody: 'with a link or without an invitation',
  newcomerThrough: (name: string) =>
    `Joined through ${name}. Until an administrator vouches for this person, the two share one person’s limits.`,
  newcomerThroughNobody:
    'Joined with a link or without an invitation. Until an administrator vouches for this person, their limits are smaller.',
  vouch: 'Vouch',
  vouchFor: (name: string) => `Vouch for ${name}`,
  vouched: (name: string) => `${name} now has their own limits.`,
  vouchForAll: (count: number) => `Vouch for all ${count.toLocaleString('en')} shown`,
  vouchForThem: (count: number) => `Vouch for ${some(count, 'person', 'people')}`,
  vouchForAllHint: 'Each of them gets their own limits. You can’t undo this.',
  vouchedForAll: (count: number) => `${some(count, 'person now has', 'people now have')} their own limits.`,
  change: 'Edit',
  changeOf: (name: string) => `Edit ${name}`,
  all: 'All people',
  name: 'Name',
  nameless: 'Enter a name.',
  yourself: 'This is you. Change your password, sessions, and account in your own settings.',
  ofOwners: 'Only owners can change the role, password, and sessions of an owner, or deactivate them.',
  onlyOwner: 'The only owner of the organization keeps this role. Make someone else an owner first.',
  ownRole: 'This is your own role. If you give up permissions, someone else has to give them back.',
  guestFirst: 'To make a guest an administrator, make them a member first.',
  sessions: 'Sessions and keys',
  endSessions: 'Log out everywhere',
  endSessionsNow: 'Log out now',
  sessionsHint: 'They have to log in again in every browser, and their API keys stop working.',
  sessionsEnded: 'Logged out everywhere',
  end: 'Deactivate account',
  deactivate: 'Deactivate',
  deactivateNow: (name: string) => `Deactivate ${name}`,
  ends: (name: string) =>
    `${name} will be logged out everywhere and can’t log in again. Open invitations and scheduled messages are canceled. Messages stay.`,
  botsEnd: (names: readonly string[]) => `These bots are deactivated, too: ${names.join(', ')}.`,
  newcomersEnd: (count: number) =>
    `Also deactivate ${some(count, 'newcomer', 'newcomers')} who joined through this person`,
  groupsStay: (names: readonly string[]) => `Group memberships are kept: ${names.join(', ')}.`,
  canComeBack:
    'You can reactivate the account later, with its role, streams, and settings. Bots are reactivated one by one.',
  deactivated: (name: string) => `${name} was deactivated.`,
  bringBack: 'Reactivate',
  bringBackOf: (name: string) => `Reactivate ${name}`,
  isBack: (name: string) => `${name} was reactivated.`,
}
