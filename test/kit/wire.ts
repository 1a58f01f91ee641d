import { onTestFinished, vi } from 'vitest'
import { createWire, type EndReason, type Follower, type FollowOptions, type Status, type Wire } from '../../client'
import type { WireEvent } from '../../client'
import type { Person } from './person'
import { ManualClock } from './manual-clock'
import { Network } from './network'

/** A person's client connection, with its own network and clock. */
export interface TestWire {
  readonly wire: Wire
  readonly network: Network
  readonly clock: ManualClock
}

export function wireOf({ realm, email, key }: Person, network = new Network()): TestWire {
  const clock = new ManualClock()
  const { fetch, WebSocket } = network
  const wire = createWire({ site: `http://${realm.host}`, credentials: { email, key }, fetch, WebSocket, clock })
  return { wire, network, clock }
}

/** A client that follows events. */
export interface Following extends TestWire {
  readonly follower: Follower
  readonly events: WireEvent[]
  readonly statuses: Status[]
  readonly ended: () => EndReason | null
}

/** Registers and follows messages until the end of the test. */
export async function followMessages(
  person: Person,
  options: Partial<FollowOptions> = {},
  made: TestWire = wireOf(person),
): Promise<Following> {
  const events: WireEvent[] = []
  const statuses: Status[] = []
  let ended: EndReason | null = null
  const register = () => made.wire.ask('POST /register', { event_types: ['message'], fetch_event_types: [] })
  const follower = made.wire.follow({
    from: options.from === undefined ? await register() : options.from,
    register,
    onEvents: (some) => events.push(...some),
    onStatus(status, why) {
      statuses.push(status)
      ended = why
    },
    ...options,
  })
  onTestFinished(() => follower.stop())
  return { ...made, follower, events, statuses, ended: () => ended }
}

/** Waits until a client follows events on a socket. */
export const untilOnSocket = ({ follower }: Pick<Following, 'follower'>): Promise<void> =>
  vi.waitFor(() => {
    if (follower.socket === null) throw new Error(`There is no socket: ${follower.status}`)
  })

/** Contents of the messages in a list of events. */
export const contentsOf = (events: readonly WireEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.message.content] : []))
