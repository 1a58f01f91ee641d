import type { EventType } from '../api'
import type { Appliers, Events, StoreInternals } from './internals'
import { listEvents } from './list-events'
import { messageEvents } from './message-events'
import { peopleEvents } from './people-events'
import { realmEvents } from './realm-events'
import { streamEvents } from './stream-events'
import { subscriptionEvents } from './subscription-events'

export const appliers: Appliers = {
  ...messageEvents,
  ...streamEvents,
  ...subscriptionEvents,
  ...peopleEvents,
  ...listEvents,
  ...realmEvents,
}

/** Applies an event. The parameter `T` tells the compiler that the applier takes events of this type. */
export const applyEvent = <T extends EventType>(
  internals: StoreInternals,
  appliers: Appliers,
  type: T,
  event: Events[T],
): void => appliers[type]?.(internals, event)
