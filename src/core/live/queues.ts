import type { NewQueue, Queue, StoredQueue } from './queue'
import type { Listening } from '../turn/change'
import { logSize, type Entry } from './event-log'
import type { Counters } from '../sql/ids'
import { PendingMemory, pendingEntry, type PendingEntry } from './pending-events'
import { QueueRows, rowIdOf } from './queue-rows'

/**
 * Entries held for a client that does not ask, and their characters; a longer backlog is read again from the log. Far
 * more than a client misses between two polls.
 */
const most = { entries: 500, size: 4_000_000 }

/** Characters held for all clients of a realm: a quarter of what its isolate has, counted as the two bytes each may take. */
const mostTogether = 16_000_000

/** How far what is written down of a queue's use may lag behind. Twice the time between two polls of an idle client. */
const slackSeconds = 120

/**
 * The event queues of one realm. Whose they are and what they are for stands in the object's own storage, so that they
 * survive it; what is pending is in memory, and can be read again from the log.
 */
export class Queues implements Listening {
  private readonly queues = new Map<string, Queue>()
  private readonly byUser = new Map<number, Set<Queue>>()
  private readonly rows: QueueRows
  /** What is pending in all of them. */
  readonly memory = new PendingMemory()
  /** Asked for at nearly every change; null when it must be worked out anew. */
  private allPublicStreamsUsers: readonly number[] | null = null

  /** `from`: what was told before this id is in the log, or was for nobody. */
  constructor(storage: SqlStorage, from: number) {
    this.rows = new QueueRows(storage)
    for (const row of this.rows.all()) {
      this.enter({ ...row, ...empty(), pending_from: from, delivered: from, isSettled: true, stored_seen: row.seen })
    }
  }

  has(user_id: number): boolean {
    return this.byUser.has(user_id)
  }

  users(): number[] {
    return [...this.byUser.keys()]
  }

  allPublicStreams(): readonly number[] {
    this.allPublicStreamsUsers ??= this.users().filter((user_id) =>
      this.of(user_id).some(({ allPublicStreams }) => allPublicStreams),
    )
    return this.allPublicStreamsUsers
  }

  get(id: string): Queue | null {
    return this.queues.get(id) ?? null
  }

  all(): Queue[] {
    return [...this.queues.values()]
  }

  of(user_id: number): Queue[] {
    return [...(this.byUser.get(user_id) ?? [])]
  }

  /** A new queue, which is told of everything from now on; it is not kept until it is settled where it begins. */
  create(wanted: NewQueue, now: number): Queue {
    const queue: Queue = {
      ...wanted,
      ...empty(),
      id: crypto.randomUUID(),
      base: 0,
      acknowledged: null,
      pending_from: 0,
      delivered: 0,
      seen: now,
      counters: {},
      logged: 0,
      isSettled: false,
      stored_seen: now,
    }
    this.enter(queue)
    return queue
  }

  /** The client of a new queue was given the state as it is with everything up to `base`. */
  begin(queue: Queue, base: number, counters: Counters): void {
    queue.base = queue.delivered = base
    // What it was told since may have been left to the log already.
    queue.pending_from = Math.max(queue.pending_from, base)
    queue.counters = counters
    queue.logged = logSize(counters)
    this.letGo(queue, base)
    queue.isSettled = true
    // It may have had to go meanwhile.
    if (this.queues.has(queue.id)) this.store(queue)
  }

  remove(...queues: readonly Queue[]): void {
    for (const queue of queues) {
      this.letGo(queue, Infinity)
      this.queues.delete(queue.id)
      const others = this.byUser.get(queue.user_id)
      others?.delete(queue)
      if (others?.size === 0) this.byUser.delete(queue.user_id)
    }
    this.allPublicStreamsUsers = null
    const kept = queues.filter(({ isSettled }) => isSettled)
    for (const shelf of new Set(kept.map(({ id }) => rowIdOf(id)))) this.storeRow(shelf)
  }

  /** Puts an entry into a queue, to stay until it is acknowledged. */
  put(queue: Queue, held: PendingEntry): void {
    this.hold(queue, [held], 'last')
    if (queue.pending.length > most.entries || queue.size > most.size) this.shorten(queue)
    if (this.memory.size > mostTogether) this.makeSpace()
  }

  /** Puts what was read from the log before what is pending, which then reaches back to `from`. */
  putBefore(queue: Queue, entries: readonly Entry[], from: number): void {
    this.hold(queue, entries.map(pendingEntry), 'first')
    queue.pending_from = from
  }

  /** The client has everything up to this id. `counters` are those of now. */
  acknowledge(queue: Queue, id: number, counters: Counters): void {
    queue.acknowledged = Math.max(id, queue.acknowledged ?? id)
    this.letGo(queue, id)
    queue.delivered = Math.max(queue.delivered, id)
    for (const joined of queue.joined) if (joined <= id) queue.joined.delete(joined)
    if (queue.pending_from > id) return
    queue.logged = logSize(counters)
    if (queue.pending.length === 0) queue.counters = { ...counters }
  }

  /** The client was here. Written down only now and then, because rows cost. */
  touch(queue: Queue, now: number): void {
    queue.seen = now
    if (now - queue.stored_seen > Math.min(slackSeconds, queue.lifespan / 4)) this.store(queue)
  }

  isExpired(queue: Queue, now: number): boolean {
    return now > this.expiry(queue)
  }

  /** When it expires if nobody asks; never before its time, though what is written down may lag. */
  expiry({ seen, lifespan }: Queue): number {
    return seen + lifespan + Math.min(slackSeconds, lifespan / 4)
  }

  /** Up to here, nobody can ask for what was told any more; null: nobody can ask for anything. */
  floor(): number | null {
    const lowest = this.all().map(({ base, acknowledged }) => acknowledged ?? base)
    return lowest.length === 0 ? null : Math.min(...lowest)
  }

  private hold(queue: Queue, held: readonly PendingEntry[], where: 'first' | 'last'): void {
    for (const one of held) {
      this.memory.hold(one)
      queue.size += one.size
    }
    if (where === 'last') queue.pending.push(...held)
    else queue.pending = [...held, ...queue.pending]
  }

  /** Pending entries up to an id are not needed any more. */
  private letGo(queue: Queue, up_to: number): void {
    const gone = queue.pending.filter(({ id }) => id <= up_to)
    if (gone.length === 0) return
    for (const held of gone) this.memory.letGo(held)
    queue.pending = queue.pending.filter(({ id }) => id > up_to)
    queue.size = sizeOf(queue)
  }

  /** Lets go of the older half of what is pending. */
  private shorten(queue: Queue): void {
    let size = sizeOf(queue)
    const last = queue.pending.findIndex(
      (held, index) => (size -= held.size) <= most.size / 2 && index + 1 >= queue.pending.length - most.entries / 2,
    )
    this.leave(queue, queue.pending[last]!.id)
  }

  /** Lets go of all that is pending in the queues that were asked for longest ago, until there is space again. */
  private makeSpace(): void {
    for (const queue of this.all().toSorted((left, right) => left.seen - right.seen)) {
      if (queue.pending.length > 0) this.leave(queue, queue.pending.at(-1)!.id)
      if (this.memory.size <= (mostTogether * 3) / 4) return
    }
  }

  /** Leaves entries up to an id to the log. */
  private leave(queue: Queue, up_to: number): void {
    queue.pending_from = Math.max(queue.pending_from, up_to)
    // What is read again comes one by one.
    for (const joined of queue.joined) if (joined <= up_to) queue.joined.delete(joined)
    this.letGo(queue, up_to)
  }

  private store({ id }: Queue): void {
    this.storeRow(rowIdOf(id))
  }

  private storeRow(shelf: number): void {
    const queues = this.all().filter((queue) => queue.isSettled && rowIdOf(queue.id) === shelf)
    for (const queue of queues) queue.stored_seen = queue.seen
    this.rows.save(shelf, queues.map(stored))
  }

  private enter(queue: Queue): void {
    this.queues.set(queue.id, queue)
    this.allPublicStreamsUsers = null
    const own = this.byUser.get(queue.user_id) ?? new Set<Queue>()
    this.byUser.set(queue.user_id, own.add(queue))
  }
}

/** What was taken back takes less than when it was put in. */
const sizeOf = ({ pending }: Queue): number => pending.reduce((sum, { size }) => sum + size, 0)

const empty = (): Pick<Queue, 'pending' | 'size' | 'joined'> => ({ pending: [], size: 0, joined: new Set() })

/** What of a queue is written down. */
const storedFields = [
  'id', 'user_id', 'share', 'options', 'allPublicStreams', 'lifespan', 'base', 'acknowledged', 'counters', 'logged', 'seen',
] as const satisfies (keyof StoredQueue)[] // prettier-ignore

const stored = (queue: Queue): StoredQueue =>
  Object.fromEntries(storedFields.map((field) => [field, queue[field]])) as unknown as StoredQueue
