import { dayOf, daySeconds } from '../core/base/units'

/** What a session is held by: a program's API key, or a browser's cookie. */
export type SessionKind = 'key' | 'browser'

/** A session, which identifies the account of a request. */
export interface Session {
  /** SHA-256 of the API key, or of the secret in the cookie. */
  readonly hash: string
  readonly kind: SessionKind
  /** Day of the last use, in days since 1970. */
  readonly used_on: number
  /** UNIX time; null: never. */
  readonly expires_at: number | null
}

/** Days after which a browser's session ends that is not used. Keys do not end by themselves: programs hold them. */
const browserDays = 30

/** When a session expires that is used now. */
export const expiryOf = (kind: SessionKind, now: number): number | null =>
  kind === 'browser' ? now + browserDays * daySeconds : null

export const hasExpired = ({ expires_at }: Pick<Session, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at <= now

/** Whether a use has to be recorded: only the first one of a day, so that it costs one row a day. */
export const isRenewalDue = ({ used_on }: Pick<Session, 'used_on'>, now: number): boolean => used_on < dayOf(now)
