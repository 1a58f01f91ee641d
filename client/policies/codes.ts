// Separate constants, because a bundler inlines only these.
const owner = 100
const administrator = 200
const moderator = 300
const member = 400
const guest = 600
const fullMembers = 3

/** Roles of an organization. A lower code may do more (objects, Roles). */
export const roles = { owner, administrator, moderator, member, guest } as const

export type Role = (typeof roles)[keyof typeof roles]

/** Codes of most policies, named after the people whom they admit (behaviour, Policies). */
export const policies = {
  members: 1,
  administrators: 2,
  fullMembers,
  moderators: 4,
  everybody: 5,
  nobody: 6,
  owners: 7,
} as const

/**
 * The last role that each policy admits, by its code. Full members are members who are there for a while, so their policy
 * admits moderators by role, and members by `isFullMember`.
 */
const lastRoles: readonly number[] = [0, member, administrator, moderator, moderator, guest, 0, owner]

/** The topic of messages without one. Everybody may give them another one, at any time (behaviour, Sending). */
export const noTopic = '(no topic)'

/** The fields of a user that policies read. */
export interface PolicyUser {
  readonly role: number
  /** When the account was made, as an ISO date. */
  readonly date_joined: string
}

/** The server's time, in seconds since 1970. Policies call it only if the result depends on it. */
interface ServerClock {
  seconds: () => number
}

/**
 * Whether somebody is a full member: a moderator or above, or a member who has waited the days that
 * `waiting_period_threshold` says (behaviour, Roles).
 */
export const isFull = ({ role, date_joined }: PolicyUser, days: number, clock: ServerClock): boolean =>
  role < member || (role === member && (!days || clock.seconds() - Date.parse(date_joined) / 1000 >= days * 86_400))

/** Whether a policy admits somebody, by its code. A code that is not known admits nobody: no role is less than undefined. */
export const isAdmitted = (policy: number, user: PolicyUser, days: number, clock: ServerClock): boolean =>
  user.role <= lastRoles[policy]! || (policy === fullMembers && isFull(user, days, clock))
