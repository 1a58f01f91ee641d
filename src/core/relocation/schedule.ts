import { daySeconds } from '../base/units'
import type { RelocationEntry } from './entry'

/** The switch waits for this long after isolates have forgotten the place, because a request that began before may still read there. */
const marginSeconds = 60

/** Seconds for which the former rows stay after the switch. */
export const formerRowsSeconds = daySeconds

/** Steps of one alarm. On the free plan, the platform allows an event 50 statements. */
export const maxSteps = 6

/** Seconds until the next step, when there is nothing to do, and after a failure. */
export const idleSeconds = 30
export const failureSeconds = 5

/** UNIX time before which a realm that is copied may not switch. `placeSeconds`: for so long, isolates remember where it is. */
export const earliestSwitch = ({ phase_at }: RelocationEntry, placeSeconds: number): number =>
  phase_at + placeSeconds + marginSeconds

/** UNIX time before which the former rows of a realm that has switched stay. */
export const formerRowsEnd = ({ phase_at }: RelocationEntry): number => phase_at + formerRowsSeconds
