import { dayOf } from '../core/base/units'
import type { Step, SystemTurn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import type { PushResult } from './outcomes'
import { peopleWithDevices } from './queries'
import { recordResults } from './writes'

/**
 * Records what became of pushes. Deletes devices that get none any more, and notes the day of the first push that a service
 * took: so most pushes write no row.
 */
export function recordPushes(
  { now, realm_id }: Pick<SystemTurn, 'now' | 'realm_id'>,
  results: readonly PushResult[],
): Step {
  const writes = recordResults(results, dayOf(now))
  // Any result but these may delete a device.
  const mayDelete = results.some(({ outcome }) => outcome !== 'sent' && outcome !== 'too_large')
  return { writes, ...(mayDelete && { invalidates: [invalidation(peopleWithDevices, realm_id)] }) }
}
