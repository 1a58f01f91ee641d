import { daySeconds } from '../core/base/units'

/** A limit of what all accounts of an organization have together. Each account may use a part of it. */
interface SharedLimit {
  /** The counted things in the plural, for the text of a refusal. */
  readonly what: string
  /** The limit of the whole organization. Only administrators can use all of it. */
  readonly ofRealm: number
  /** The limit of one share (`shareOf`) unless it is an administrator's: at most a quarter, so that nobody uses it up alone. */
  readonly ofShare: number
  /** For a limit per time: the time in seconds. Undefined for a limit of how many may exist. */
  readonly seconds?: number
}

/** A limit of something that only administrators can add. */
export interface AdministratorsLimit {
  readonly what: string
  readonly ofRealm: number
  readonly administratorsOnly: true
  readonly seconds?: number
}

/**
 * All limits of an organization. Each says what one share may use, because otherwise a single member could use it up. In
 * addition, `partsOf` limits all newcomers and all members. Limits of what an organization's object does at once are in
 * `core/base/object-limits.ts`.
 */
export const organizationLimits = {
  /** Includes archived ones, because their messages stay. Every client that registers gets all others. */
  streams: { what: 'streams', ofRealm: 5000, ofShare: 500 },
  /** Without system groups. Every client that registers gets all of them, with their members. */
  userGroups: { what: 'user groups', ofRealm: 1000, ofShare: 100 },
  /** Of all user groups together. A member counts for the person who added them. */
  groupMembers: { what: 'members of all user groups', ofRealm: 20_000, ofShare: 4000 },
  /** Includes deactivated ones: clients get all of them, and their pictures stay. */
  customEmoji: { what: 'custom emoji', ofRealm: 5000, ofShare: 100 },
  /** Zulip allows a bot ten million characters; fifty such bots would fill the database of the free plan. */
  botStorage: { what: 'bytes in the storage of bots', ofRealm: 20_000_000, ofShare: 4_000_000 },
  /** Limited, because invitations that never expire would accumulate. */
  openInvitations: { what: 'open invitations', ofRealm: 3000, ofShare: 300 },
  invitations: { what: 'invitations', ofRealm: 100, ofShare: 20, seconds: daySeconds },
  ownData: { what: 'archives of one’s own data', ofRealm: 100, ofShare: 5, seconds: daySeconds },
  /** Each is read up to 48 times a day. Deactivated bots read none. */
  feeds: { what: 'feeds', ofRealm: 100, ofShare: 15 },
  /** Linked pages that the server fetches. */
  linkPreviews: { what: 'link previews', ofRealm: 1000, ofShare: 200, seconds: daySeconds },
  /** Every new user costs rows for each of them. */
  defaultStreams: { what: 'default streams', ofRealm: 100, administratorsOnly: true },
  /** Every change of a group is sent to all members with all groups. */
  defaultStreamGroups: { what: 'default stream groups', ofRealm: 20, administratorsOnly: true },
  /** Each check of an address reads all of them. */
  domains: { what: 'domains', ofRealm: 200, administratorsOnly: true },
  /** Each message is searched with all of them. */
  linkifiers: { what: 'linkifiers', ofRealm: 100, administratorsOnly: true },
  playgrounds: { what: 'playgrounds', ofRealm: 100, administratorsOnly: true },
  profileFields: { what: 'custom profile fields', ofRealm: 100, administratorsOnly: true },
  exports: { what: 'exports', ofRealm: 5, seconds: 7 * daySeconds, administratorsOnly: true },
} as const satisfies Record<string, SharedLimit | AdministratorsLimit>

type Limits = typeof organizationLimits

/** Names of the limits that all accounts share. */
export type SharedLimitName = { [N in keyof Limits]: Limits[N] extends SharedLimit ? N : never }[keyof Limits]

/** Names of the limits of things that only administrators can add. */
export type AdministratorsLimitName = Exclude<keyof Limits, SharedLimitName>

export const limitNamed = (name: SharedLimitName): SharedLimit => organizationLimits[name]

/** Uses or limits of the parts: one share, one newcomer's share, all newcomers, everybody except administrators, everybody. */
export interface LimitParts {
  ofShare: number
  ofNewcomer: number
  ofNewcomers: number
  ofMembers: number
  ofRealm: number
}

/**
 * The parts of a limit: of one share, of all newcomers, of everybody except administrators, and of everybody. Newcomers with a
 * reusable link each have a small share: twenty of them leave a quarter of the newcomers' part to the others. The last quarter of
 * the whole is for administrators, so that members cannot block them.
 */
export function partsOf(name: SharedLimitName): LimitParts {
  const { ofRealm, ofShare } = limitNamed(name)
  const ofNewcomers = Math.floor(ofRealm / 4)
  const ofNewcomer = Math.max(1, Math.floor((ofNewcomers * 3) / 4 / 20))
  return { ofShare, ofNewcomer, ofNewcomers, ofMembers: Math.floor((ofRealm * 3) / 4), ofRealm }
}
