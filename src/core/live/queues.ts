import { randomBytes } from 'node:crypto'
import type { NewQueue, Queue, StoredQueue } from './queue'
import type { Listening } from '../turn/change'
import { logSize, type Entry } from './event-log'
import type { Counters } from '../sql/ids'
import { PendingMemory, pendingEntry, type PendingEntry } from './pending-events'
import { QueueRows, rowIdOf } from './queue-rows'

/** Pending entries of one queue. Older ones are read again from the log. */
const maxEntries = 500

/** Characters of the pending entries of one queue. */
const maxCharacters = 4_000_000

/** Characters of all pending entries of a realm. A character takes up to two bytes, so this is a quarter of an isolate's memory. */
const maxCharactersOfRealm = 16_000_000

/** The stored time of a queue's last request may lag behind by this many seconds: twice the time between polls of an idle client. */
const storedUseLagSeconds = 120

/**
 * 64 random bits. They need not be hard to guess, because only the owner may use a queue. The id is short because it is stored
 * with each message that is sent from the queue, and hexadecimal for `rowIdOf`.
 */
const newQueueId = (): string => randomBytes(8).toString('hex')

/**
 * The event queues of one realm. Owners and options are in the object's own storage, so that queues survive the object. Pending
 * entries are in memory, and can be read again from the log.
 */
export class Queues implements Listening {
  private readonly queues = new Map<string, Queue>()
  private readonly byUser = new Map<number, Set<Queue>>()
  private readonly rows: QueueRows
  /** The pending entries of all queues. */
  readonly memory = new PendingMemory()
  /** Cached, because nearly every change asks for it. Null: a queue has begun or ended since. */
  private allPublicStreamsUsers: readonly number[] | null = null

  /** Events up to the id `from` are in the log. */
  constructor(storage: Pick<SqlStorage, 'exec'>, from: number) {
    this.rows = new QueueRows(storage)
    for (const row of this.rows.all()) {
      this.add({ ...row, ...empty(), pending_from: from, delivered: from, isSettled: true, stored_seen: row.seen })
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

  /** Makes a queue, which gets all events from now on. It is stored by `begin`. */
  create(wanted: NewQueue, now: number): Queue {
    const queue: Queue = {
      ...wanted,
      ...empty(),
      id: newQueueId(),
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
    this.add(queue)
    return queue
  }

  /** Tells that the client's initial state includes all events up to `base`, and stores the queue. */
  begin(queue: Queue, base: number, counters: Counters): void {
    queue.base = queue.delivered = base
    // Some events after `base` may have left memory meanwhile, and are in the log only.
    queue.pending_from = Math.max(queue.pending_from, base)
    queue.counters = counters
    queue.logged = logSize(counters)
    this.letGo(queue, base)
    queue.isSettled = true
    // The queue may have ended meanwhile.
    if (this.queues.has(queue.id)) this.store(queue)
  }

  /** Lets the queues of users count towards other shares. `shares` has the share by user id. */
  changeShares(shares: ReadonlyMap<number, number>): void {
    const changed: Queue[] = []
    for (const [user_id, share] of shares)
      for (const queue of this.of(user_id)) {
        queue.shares = [share]
        changed.push(queue)
      }
    this.storeRowsOf(changed)
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
    this.storeRowsOf(queues)
  }

  /** Puts an entry into a queue, until it is acknowledged. */
  put(queue: Queue, entry: PendingEntry): void {
    this.hold(queue, [entry], 'last')
    if (queue.pending.length > maxEntries || queue.size > maxCharacters) this.shorten(queue)
    if (this.memory.size > maxCharactersOfRealm) this.makeSpace()
  }

  /** Puts entries from the log before the pending ones, so that all events above `from` are pending. */
  putBefore(queue: Queue, entries: readonly Entry[], from: number): void {
    this.hold(queue, entries.map(pendingEntry), 'first')
    queue.pending_from = from
  }

  /** Acknowledges all events up to an id. `counters` are those of the last commit. */
  acknowledge(queue: Queue, id: number, counters: Counters): void {
    const isProgress = id > (queue.acknowledged ?? queue.base)
    queue.acknowledged = Math.max(id, queue.acknowledged ?? id)
    this.letGo(queue, id)
    queue.delivered = Math.max(queue.delivered, id)
    for (const joined of queue.joined) if (joined <= id) queue.joined.delete(joined)
    if (queue.pending_from > id) return
    if (isProgress) queue.logged = logSize(counters)
    if (queue.pending.length === 0) queue.counters = { ...counters }
  }

  /** Notes that the client used the queue. This is stored only now and then, because each time costs a row. */
  touch(queue: Queue, now: number): void {
    queue.seen = now
    if (now - queue.stored_seen > Math.min(storedUseLagSeconds, queue.lifespan / 4)) this.store(queue)
  }

  isExpired(queue: Queue, now: number): boolean {
    return now > this.expiry(queue)
  }

  /** When the queue expires if no request comes. The lag of the stored time is added, so that it never expires too early. */
  expiry({ seen, lifespan }: Queue): number {
    return seen + lifespan + Math.min(storedUseLagSeconds, lifespan / 4)
  }

  /** No queue needs events up to this id any more; null if there are no queues. */
  floor(): number | null {
    const lowest = this.all().map(({ base, acknowledged }) => acknowledged ?? base)
    return lowest.length === 0 ? null : Math.min(...lowest)
  }

  private hold(queue: Queue, entries: readonly PendingEntry[], where: 'first' | 'last'): void {
    for (const entry of entries) {
      this.memory.hold(entry)
      queue.size += entry.size
    }
    if (where === 'last') queue.pending.push(...entries)
    else queue.pending = [...entries, ...queue.pending]
  }

  /** Drops pending entries up to an id. */
  private letGo(queue: Queue, up_to: number): void {
    const dropped = queue.pending.filter(({ id }) => id <= up_to)
    if (dropped.length === 0) return
    for (const entry of dropped) this.memory.letGo(entry)
    queue.pending = queue.pending.filter(({ id }) => id > up_to)
    queue.size = sizeOf(queue)
  }

  /** Drops the older half of the pending entries, which can be read from the log. */
  private shorten(queue: Queue): void {
    let size = sizeOf(queue)
    const last = queue.pending.findIndex(
      (entry, index) => (size -= entry.size) <= maxCharacters / 2 && index + 1 >= queue.pending.length - maxEntries / 2,
    )
    this.leaveToLog(queue, queue.pending[last]!.id)
  }

  /** Drops the pending entries of the least recently used queues, which can be read from the log, until there is space again. */
  private makeSpace(): void {
    for (const queue of this.all().toSorted((a, b) => a.seen - b.seen)) {
      if (queue.pending.length > 0) this.leaveToLog(queue, queue.pending.at(-1)!.id)
      if (this.memory.size <= (maxCharactersOfRealm * 3) / 4) return
    }
  }

  /** Drops entries up to an id, which have to be read from the log then. */
  private leaveToLog(queue: Queue, up_to: number): void {
    queue.pending_from = Math.max(queue.pending_from, up_to)
    // When they are read from the log, they are merged again.
    for (const joined of queue.joined) if (joined <= up_to) queue.joined.delete(joined)
    this.letGo(queue, up_to)
  }

  private store({ id }: Queue): void {
    this.storeRow(rowIdOf(id))
  }

  /** Stores the rows that have one of these queues, or had one that has ended, each once. */
  private storeRowsOf(queues: readonly Queue[]): void {
    const settled = queues.filter(({ isSettled }) => isSettled)
    for (const row_id of new Set(settled.map(({ id }) => rowIdOf(id)))) this.storeRow(row_id)
  }

  private storeRow(row_id: number): void {
    const queues = this.all().filter((queue) => queue.isSettled && rowIdOf(queue.id) === row_id)
    for (const queue of queues) queue.stored_seen = queue.seen
    this.rows.save(row_id, queues.map(storedQueue))
  }

  private add(queue: Queue): void {
    this.queues.set(queue.id, queue)
    this.allPublicStreamsUsers = null
    const own = this.byUser.get(queue.user_id) ?? new Set<Queue>()
    this.byUser.set(queue.user_id, own.add(queue))
  }
}

/** Characters of the pending entries. Counted each time, because entries shrink when their text is deleted. */
const sizeOf = ({ pending }: Queue): number => pending.reduce((sum, { size }) => sum + size, 0)

const empty = (): Pick<Queue, 'pending' | 'size' | 'joined'> => ({ pending: [], size: 0, joined: new Set() })

/** Fields of a queue that are stored. */
const storedFields = [
  'id', 'user_id', 'shares', 'options', 'allPublicStreams', 'lifespan', 'base', 'acknowledged', 'counters', 'logged', 'seen',
] as const satisfies (keyof StoredQueue)[] // prettier-ignore

const storedQueue = (queue: Queue): StoredQueue =>
  Object.fromEntries(storedFields.map((field) => [field, queue[field]])) as unknown as StoredQueue
