import { daySeconds } from '../core/base/units'

/** Seconds for which an offer can be accepted. */
export const offerSeconds = 7 * daySeconds

/** UNIX time from which on an offer cannot be accepted. The next daily maintenance takes it out of the lists. */
export const expiryOf = ({ made_at }: { made_at: number }): number => made_at + offerSeconds
