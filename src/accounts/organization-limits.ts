import { daySeconds } from '../core/base/units'

/** A limit of what the accounts of an organization have together, of which every account may use a part. */
interface SharedLimit {
  /** What is counted, in the plural, in the words of a refusal. */
  readonly what: string
  /** For the whole organization. Only administrators can use all of it. */
  readonly ofRealm: number
  /** For one share (`shareOf`) that is no administrator's: a quarter of the whole at most, so that nobody uses it up alone. */
  readonly ofShare: number
  /** Seconds in which so many may be taken; missing where the limit is for how many there are. */
  readonly seconds?: number
}

/** A limit of what only administrators can add. */
export interface AdministratorsLimit {
  readonly what: string
  readonly ofRealm: number
  readonly administratorsOnly: true
  readonly seconds?: number
}

/**
 * All limits of what an organization has. Each says what one share may use, because a limit without such a part is one that a
 * single member uses up for all others. Beside these, `partsOf` gives all newcomers together a part, and all members. The
 * limits of what an organization's object does at once are in `core/base/object-limits.ts`.
 */
export const organizationLimits = {
  /** Archived ones included, because their messages stay. Every client that registers is sent all others. */
  streams: { what: 'streams', ofRealm: 5000, ofShare: 500 },
  /** Without system groups. Every client that registers is sent all of them, with their members. */
  userGroups: { what: 'user groups', ofRealm: 1000, ofShare: 100 },
  /** Of all user groups together; a member counts for whoever added them. */
  groupMembers: { what: 'members of all user groups', ofRealm: 20_000, ofShare: 4000 },
  /** Deactivated ones included: clients are told of all of them, and their pictures stay. */
  customEmoji: { what: 'custom emoji', ofRealm: 5000, ofShare: 100 },
  /** Zulip allows a bot ten million characters; fifty such bots would fill the database of the free plan. */
  botStorage: { what: 'bytes in the storage of bots', ofRealm: 20_000_000, ofShare: 4_000_000 },
  /** Those that never expire would pile up. */
  openInvitations: { what: 'open invitations', ofRealm: 3000, ofShare: 300 },
  invitations: { what: 'invitations', ofRealm: 100, ofShare: 20, seconds: daySeconds },
  /** Linked pages that are fetched. */
  linkPreviews: { what: 'link previews', ofRealm: 1000, ofShare: 200, seconds: daySeconds },
  /** Each costs rows with every new user. */
  defaultStreams: { what: 'default streams', ofRealm: 100, administratorsOnly: true },
  /** Every change of a group tells members of all groups. */
  defaultStreamGroups: { what: 'default stream groups', ofRealm: 20, administratorsOnly: true },
  /** Each check of an address looks at all of them. */
  domains: { what: 'domains', ofRealm: 200, administratorsOnly: true },
  /** Each message is searched for all of them. */
  linkifiers: { what: 'linkifiers', ofRealm: 100, administratorsOnly: true },
  playgrounds: { what: 'playgrounds', ofRealm: 100, administratorsOnly: true },
  profileFields: { what: 'custom profile fields', ofRealm: 100, administratorsOnly: true },
  exports: { what: 'exports', ofRealm: 5, seconds: 7 * daySeconds, administratorsOnly: true },
} as const satisfies Record<string, SharedLimit | AdministratorsLimit>

type Limits = typeof organizationLimits

/** Names of the limits of which every account may use a part. */
export type SharedLimitName = { [N in keyof Limits]: Limits[N] extends SharedLimit ? N : never }[keyof Limits]

/** Names of the limits of what only administrators can add. */
export type AdministratorsLimitName = Exclude<keyof Limits, SharedLimitName>

export const limitNamed = (name: SharedLimitName): SharedLimit => organizationLimits[name]

/**
 * How much of a limit is used, or may be: by one share, by that of a newcomer, by all newcomers, by all who are no administrators, by
 * everybody.
 */
export interface LimitParts {
  ofShare: number
  ofNewcomer: number
  ofNewcomers: number
  ofMembers: number
  ofRealm: number
}

/**
 * How much of a limit may be used by one share, by all newcomers together, by all together who are no administrators, and by
 * everybody. Newcomers who joined by a link for many have a share each, which is small: twenty of them leave the others a quarter of
 * what newcomers may use. The last quarter of all is for administrators, so that members never keep them from what they need.
 */
export function partsOf(name: SharedLimitName): LimitParts {
  const { ofRealm, ofShare } = limitNamed(name)
  const ofNewcomers = Math.floor(ofRealm / 4)
  const ofNewcomer = Math.max(1, Math.floor((ofNewcomers * 3) / 4 / 20))
  return { ofShare, ofNewcomer, ofNewcomers, ofMembers: Math.floor((ofRealm * 3) / 4), ofRealm }
}
