import { vi } from 'vitest'
import { createViews, type Terms, type View, type Views, type WireEvent } from '../../../client'
import { Store } from '../../../client/store/store'
import { newRealm, type Listener, type Person, type TestRealm, type ToldEvent } from '../../kit'
import { wireOf, type TestWire } from '../../kit/wire'
import { modern } from '../../server/sync/watcher'

/** What a store begins with. */
export type Registration = ConstructorParameters<typeof Store>[0]

/** An organization in which a reader is in some streams. */
export interface NarrowScene {
  readonly realm: TestRealm
  readonly owner: Person
  readonly reader: Person
  readonly other: Person
  /** Public; the reader is in the first one only. `cellar` is private, with a history that its members may read. */
  readonly streams: readonly { id: number; name: string }[]
  /**
   * Ids of messages that were moved or deleted without an event for the reader, who had no access then. The server finds them by
   * where they are now, and shows them as they were (behaviour, Losing access), so no client can know which narrows have them.
   */
  readonly unreported: Set<number>
}

export const topics = ['tides', 'Tides', 'fog', '✔ fog']

export async function newNarrowScene(messages: number): Promise<NarrowScene> {
  const realm = await newRealm()
  // Taking them away would be a change that nobody is told of.
  realm.keepsNotices = true
  const { owner } = realm
  const [reader, other] = [await realm.user('rea'), await realm.user('otto')]
  const streams = [
    await realm.stream('harbour', owner, reader, other),
    await realm.stream('tower', owner, other),
    await realm.stream('cellar', owner, other),
  ]
  await owner.patch(`/streams/${streams[2]!.id}`, { is_private: true, history_public_to_subscribers: true })
  for (let index = 0; index < messages; index += 1) {
    const sender = index % 3 === 0 ? other : owner
    if (index % 5 === 4) await sender.write(index % 2 ? [reader] : [reader, other], `note ${index}`)
    else await sender.send(streams[index % 2]!.name, topics[index % 4]!, `word ${index}`)
  }
  return { realm, owner, reader, other, streams, unreported: new Set() }
}

export const streamTerm = (stream: { id: number } | undefined) => ({ operator: 'stream', operand: stream!.id })
export const isTerm = (operand: string) => ({ operator: 'is', operand })

/** Narrows that the reader may open. */
export const narrowsOf = ({ streams: [harbour, tower, cellar], other, reader }: NarrowScene): Terms[] => {
  const tides = { operator: 'topic', operand: 'tides' }
  return [
    [],
    [streamTerm(harbour)],
    [streamTerm(tower)],
    [streamTerm(cellar)],
    [streamTerm(harbour), tides],
    [streamTerm(tower), tides],
    [streamTerm(cellar), { operator: 'topic', operand: 'FOG' }],
    [tides],
    [isTerm('starred')],
    [isTerm('unread')],
    [isTerm('mentioned')],
    [isTerm('private')],
    [isTerm('resolved')],
    [{ operator: 'pm-with', operand: [other.id] }],
    [{ operator: 'group-pm-with', operand: other.id }],
    [{ operator: 'sender', operand: other.id }],
    [{ operator: 'in', operand: 'home' }],
    [streamTerm(harbour), isTerm('starred')],
    [streamTerm(tower), isTerm('unread')],
    [{ ...streamTerm(harbour), negated: true }],
    [{ ...isTerm('unread'), negated: true }],
    [{ ...isTerm('mentioned'), negated: true }, tides],
    [streamTerm(tower), { operator: 'sender', operand: reader.id, negated: true }],
  ]
}

/** A client of the reader, whose events come when the test says so. */
export class Reading {
  readonly open: { terms: Terms; view: View }[] = []

  private constructor(
    readonly place: NarrowScene,
    readonly made: TestWire,
    readonly store: Store,
    readonly views: Views,
    private listener: Listener,
    /** A queue of the reader that is never lost, and one of the owner, who gets all events. */
    private readonly witnesses: readonly [Listener, Listener],
  ) {}

  static async begin(place: NarrowScene): Promise<Reading> {
    const made = wireOf(place.reader)
    const [listener, own, all] = await Promise.all([
      place.reader.listen(modern),
      place.reader.listen(modern),
      place.owner.listen(modern),
    ])
    const store = new Store(registrationOf(listener), { now: Date.now(), include_subscribers: true })
    const views = createViews({ store, ask: made.wire.ask })
    return new Reading(place, made, store, views, listener, [own, all])
  }

  get requests(): number {
    return this.made.network.requests.length
  }

  /** Applies the waiting events. Returns whether there were any. */
  async hear(): Promise<boolean> {
    const events = (await readWaitingEvents(this.listener)) as unknown as WireEvent[]
    // One by one, so that views send requests between them.
    for (const event of events) {
      this.store.apply(event)
      this.views.apply(event)
    }
    return events.length > 0
  }

  /** The queue ends before what waits in it was heard; the client registers again. */
  async loseQueue(): Promise<void> {
    await this.place.reader.delete('/events', { queue_id: this.listener.queue_id })
    this.listener = await this.place.reader.listen(modern)
    this.store.renew(registrationOf(this.listener))
    this.views.renew()
  }

  /** Waits until all events are applied and no request is pending. */
  async waitUntilQuiet(): Promise<void> {
    for (;;) {
      const heard = await this.hear()
      await vi.waitFor(() => {
        if (this.open.some(({ view }) => view.isLoading.value)) throw new Error('Something is still loading')
      })
      if (!heard) break
    }
    const [own, all] = await Promise.all(this.witnesses.map(readWaitingEvents))
    const told = new Set(own!.map(({ id }) => id))
    for (const event of all!) if (!told.has(event.id)) for (const id of changedBy(event)) this.place.unreported.add(id)
  }

  /** The differences between the views and the server. */
  async problems(): Promise<unknown[]> {
    const problems: unknown[] = []
    for (const { terms, view } of this.open) {
      const told = (await this.place.reader.messages([...terms], { num_after: 4000 })).map(({ id }) => id as number)
      const really = told.filter((id) => !this.place.unreported.has(id))
      const ids = view.ids.value.filter((id) => !this.place.unreported.has(id))
      const [first = 0, last = Infinity] = [ids.at(0), ids.at(-1)]
      const [oldest, newest] = [view.reachesOldest.value, view.reachesNewest.value]
      const should = really.filter((id) => (oldest || id >= first) && (newest || id <= last))
      if (ids.length === 0 && !(oldest && newest)) should.length = 0
      const missing = should.filter((id) => !ids.includes(id))
      const wrong = ids.filter((id) => !should.includes(id))
      const unordered = view.ids.value.some((id, index, all) => index > 0 && all[index - 1]! >= id)
      const unheld = ids.filter((id) => this.store.messages.get(id) === undefined)
      if (missing.length + wrong.length + unheld.length > 0 || unordered || view.failure.value !== null)
        problems.push({ terms, missing, wrong, unheld, unordered, oldest, newest, failure: view.failure.value })
    }
    return problems
  }

  close(): void {
    for (const { view } of this.open) view.close()
    this.open.length = 0
  }
}

const registrationOf = ({ state }: Listener) => state as unknown as Registration

/** The events that wait in a queue, with their ids, which are the same in all queues. The next call acknowledges them. */
async function readWaitingEvents(listener: Listener): Promise<ToldEvent[]> {
  const { events } = (await listener.poll({ dont_block: true })) as unknown as { events: ToldEvent[] }
  for (const { id } of events) listener.last_event_id = id
  return events
}

/** Messages that an event says to be moved or deleted. */
const changedBy = (event: ToldEvent): number[] =>
  ['update_message', 'delete_message'].includes(event.type)
    ? ((event['message_ids'] ?? [event['message_id']]) as number[])
    : []
