import type { Appliers } from './known'
import { listEvents } from './lists'
import { messageEvents } from './message-events'
import { peopleEvents } from './people'
import { realmEvents } from './realm'
import { streamEvents } from './streams'
import { subscriptionEvents } from './subscriptions'

export const appliers: Appliers = {
  ...messageEvents,
  ...streamEvents,
  ...subscriptionEvents,
  ...peopleEvents,
  ...listEvents,
  ...realmEvents,
}
