import { flagEvents } from './flags'
import { messageEvents } from './messages'
import { ownEvents } from './own'
import { peopleEvents } from './people'
import { realmEvents } from './realm'
import { streamEvents } from './streams'
import { unreadOf } from './unread'
import { rightsOf } from './rights'
import type { Client, State, WireEvent } from './client'

/** Says nothing that the state has: what passes, and what clients fetch anew. */
const passing = { typing: ignore, invites_changed: ignore, realm_export: ignore, heartbeat: ignore, restart: ignore }

function ignore(): void {}

const applying: Record<WireEvent['type'], (client: Client, event: never) => void> = {
  ...messageEvents,
  ...flagEvents,
  ...streamEvents,
  ...peopleEvents,
  ...ownEvents,
  ...realmEvents,
  ...passing,
}

/** Takes in what the client is told. */
export function apply(client: Client, event: WireEvent): void {
  applying[event.type](client, event as never)
}

/** The state as the client has it by now, with what it works out from the rest. */
export const stateOf = (client: Client): State => ({
  ...client.state,
  unread_msgs: unreadOf(client),
  ...rightsOf(client),
})
