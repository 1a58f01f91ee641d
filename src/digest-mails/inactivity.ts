import { daySeconds } from '../core/base/units'
import { lastSeen, type Presence } from '../presence/queries'
import type { DigestPerson } from './queries'

/** Days without a sign of somebody after which they get digests. */
const inactiveDays = 5

/**
 * Whether somebody has not been here for some days. The last report of presence counts, or else the last use of a session. Who has
 * never been here gets no mail about what they missed.
 */
export function isInactive(
  { date_joined, used_on, hasPassword }: Pick<DigestPerson, 'date_joined' | 'used_on' | 'hasPassword'>,
  presence: Presence | undefined,
  now: number,
): boolean {
  const since = now - inactiveDays * daySeconds
  if (date_joined > since) return false
  if (presence !== undefined && presence.size > 0) return lastSeen(presence).timestamp < since
  return used_on === null ? hasPassword : (used_on + 1) * daySeconds < since
}

/** Whether somebody was here in these days, by their presence alone. */
export const wasHere = (presence: Presence | undefined, now: number): boolean =>
  presence !== undefined && presence.size > 0 && lastSeen(presence).timestamp >= now - inactiveDays * daySeconds
