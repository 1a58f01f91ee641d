import { daySeconds } from '../core/base/units'

/** Seconds until an offer expires. */
export const offerSeconds = 7 * daySeconds

/** Unix time at which an offer expires. The next daily maintenance removes it. */
export const expiryOf = ({ made_at }: { made_at: number }): number => made_at + offerSeconds
