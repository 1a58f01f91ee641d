import type { Appliers } from './internals'
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
