import {
  openClient,
  memoryShelf,
  newMemory,
  type Client,
  type NewCommand,
  type View,
  type Memory,
  type Shelf,
} from '../../../client'
import type { Person } from '../../kit'
import { ManualClock } from '../../kit/manual-clock'
import { Network } from '../../kit/network'
import { everything } from './everything'

/** A client at work, with a network and a clock of its own. */
export interface Window {
  readonly network: Network
  readonly clock: ManualClock
  readonly shelf: Shelf
  /** Null until it has opened. */
  client: Client | null
  readonly opened: Promise<unknown>
  readonly views: View[]
}

/** A message that was said in a window. */
export interface Said {
  readonly local_id: string
  readonly lane: string
  /** Id of the window. */
  readonly window: string
  /** Whether the window may have ended before it was kept. */
  isLost: boolean
}

/** What a person has: one memory, as of a browser, and the windows that share it. */
export class Desk {
  readonly memory: Memory = newMemory()
  readonly windows: Window[] = []
  /** In the order in which it was said. */
  readonly said: Said[] = []

  constructor(readonly person: Person) {}

  open(): Window {
    const { realm, email, key } = this.person
    const network = new Network()
    const clock = new ManualClock()
    const shelf = memoryShelf(this.memory)
    const { fetch, WebSocket } = network
    const opened = openClient({
      site: `http://${realm.host}`,
      credentials: { email, key },
      registration: everything,
      fetch,
      WebSocket,
      clock,
      shelf,
    })
    const window: Window = {
      network,
      clock,
      shelf,
      client: null,
      views: [],
      opened: opened.then(
        (client) => (window.client = client),
        () => this.openAgain(window),
      ),
    }
    this.windows.push(window)
    return window
  }

  /** Whoever could not open a window, because nothing was kept and the network was down, opens another one. */
  private openAgain(window: Window): void {
    const at = this.windows.indexOf(window)
    if (at === -1) return
    this.windows.splice(at, 1)
    this.open()
  }

  /** Ends a window as a power cut does: nothing is said or kept any more. */
  kill(window: Window): void {
    window.network.isDown = true
    for (const line of window.network.lines) line.cut(1006)
    window.shelf.close()
    const kept = this.memory.tables.commands
    for (const said of this.said) if (!kept.has(said.local_id)) said.isLost = true
    this.windows.splice(this.windows.indexOf(window), 1)
  }

  /** Does something in a window, and notes what was said. */
  do({ client }: Window, given: NewCommand): void {
    if (client === null) return
    const { command, done } = client.outbox.do(given)
    if (given.kind === 'send')
      this.said.push({ local_id: command.id, lane: command.lane, window: command.window, isLost: false })
    // What is refused is undone, and told in the outbox.
    done.catch(() => undefined)
  }
}
