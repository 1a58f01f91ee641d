import type { Entry } from './event-log'
import type { Counters } from './ids'

/** Who has an event queue: events that would be costly to work out need not be worked out for nobody. */
export interface Listening {
  has(user_id: number): boolean
  users(): number[]
  /** Users with a queue that also wants what is not addressed to them. */
  overhearing(): readonly number[]
}

/** What a client asked of its queue; `core/` looks at none of it. */
export type QueueOptions = Readonly<Record<string, unknown>>

export interface NewQueue {
  readonly user_id: number
  readonly options: QueueOptions
  readonly overhears: boolean
  /** Seconds without a request after which it expires. */
  readonly lifespan: number
}

/** An event queue, as it is in memory. */
export interface Queue extends NewQueue {
  readonly id: string
  /** The client knows everything up to here, acknowledged or not: it was so when the queue began. */
  base: number
  /** The highest id that the client acknowledged; null: none yet. */
  acknowledged: number | null
  /** Everything above this id that is for the queue is pending; what lies below must be read from the log. */
  held_from: number
  pending: Entry[]
  /** The highest id that was delivered at least once: from there on, entries may still be merged. */
  delivered: number
  /** Ids of pending entries that were delivered as a part of a later one, and are so again. */
  joined: Set<number>
  /** UNIX time of the last request. */
  seen: number
  /** Ids given out by the time at which everything was acknowledged: what came later has higher ones. */
  counters: Counters
  stored_seen: number
}

/** Entries held for a client that does not ask; a longer backlog is read again from the log. */
const mostPending = 500

/** How far what is written down of a queue's use may lag behind. Twice the time between two polls of an idle client. */
const slackSeconds = 120

/** Queues of one user; of more, the one that was asked for longest ago makes room. */
const mostQueues = 1000

interface Row extends Record<string, SqlStorageValue> {
  id: string
  user_id: number
  options: string
  overhears: number
  lifespan: number
  base: number
  acknowledged: number | null
  counters: string
  seen: number
}

/**
 * The event queues of one realm. Whose they are and what they are for stands in the object's own storage, so that they
 * survive it; what is pending is in memory, and can be read again from the log.
 */
export class Queues implements Listening {
  private readonly queues = new Map<string, Queue>()
  private readonly byUser = new Map<number, Set<Queue>>()
  /** Asked for at nearly every change; null when it must be worked out anew. */
  private overhearers: readonly number[] | null = null

  /** `from`: what was told before this id is in the log, or was for nobody. */
  constructor(
    private readonly storage: SqlStorage,
    from: number,
  ) {
    storage.exec(`
      create table if not exists queue (
        id text primary key, user_id integer, options text, overhears integer, lifespan real, base integer,
        acknowledged integer, counters text, seen real
      ) without rowid`)
    for (const row of storage.exec<Row>('select * from queue')) {
      this.enter({
        ...row,
        options: JSON.parse(row.options) as QueueOptions,
        overhears: Boolean(row.overhears),
        held_from: from,
        pending: [],
        delivered: from,
        joined: new Set(),
        counters: JSON.parse(row.counters) as Counters,
        stored_seen: row.seen,
      })
    }
  }

  has(user_id: number): boolean {
    return this.byUser.has(user_id)
  }

  users(): number[] {
    return [...this.byUser.keys()]
  }

  overhearing(): readonly number[] {
    this.overhearers ??= this.users().filter((user_id) => this.of(user_id).some(({ overhears }) => overhears))
    return this.overhearers
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

  /** The queue of somebody that has to go before they have another one; null when there is room. */
  inTheWay(user_id: number): Queue | null {
    const own = this.of(user_id)
    return own.length < mostQueues ? null : own.reduce((oldest, queue) => (queue.seen < oldest.seen ? queue : oldest))
  }

  /** A new queue, which is told of everything from now on; it is not kept until it is settled where it begins. */
  create(wanted: NewQueue, now: number): Queue {
    const queue: Queue = {
      ...wanted,
      id: crypto.randomUUID(),
      base: 0,
      acknowledged: null,
      held_from: 0,
      pending: [],
      delivered: 0,
      joined: new Set(),
      seen: now,
      counters: {},
      stored_seen: now,
    }
    this.enter(queue)
    return queue
  }

  /** The client of a new queue was given the state as it is with everything up to `base`. */
  begin(queue: Queue, base: number, counters: Counters): void {
    queue.base = queue.held_from = queue.delivered = base
    queue.counters = counters
    queue.pending = queue.pending.filter(({ id }) => id > base)
    // It may have had to go meanwhile.
    if (this.queues.has(queue.id)) this.store(queue)
  }

  remove(queue: Queue): void {
    this.storage.exec('delete from queue where id = ?', queue.id)
    this.queues.delete(queue.id)
    this.overhearers = null
    const others = this.byUser.get(queue.user_id)
    others?.delete(queue)
    if (others?.size === 0) this.byUser.delete(queue.user_id)
  }

  /** Puts an entry into a queue, to stay until it is acknowledged. */
  put(queue: Queue, entry: Entry): void {
    queue.pending.push(entry)
    if (queue.pending.length <= mostPending) return
    const dropped = queue.pending.splice(0, mostPending / 2)
    queue.held_from = dropped.at(-1)!.id
    // What is read again comes one by one.
    for (const { id } of dropped) queue.joined.delete(id)
  }

  /** The client has everything up to this id. `counters` are those of now. */
  acknowledge(queue: Queue, id: number, { counters, now }: { counters: Counters; now: number }): void {
    queue.acknowledged = Math.max(id, queue.acknowledged ?? id)
    queue.pending = queue.pending.filter((entry) => entry.id > id)
    queue.delivered = Math.max(queue.delivered, id)
    for (const joined of queue.joined) if (joined <= id) queue.joined.delete(joined)
    if (queue.pending.length === 0 && queue.held_from <= id) queue.counters = { ...counters }
    this.touch(queue, now)
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

  private store(queue: Queue): void {
    const { id, user_id, options, overhears, lifespan, base, acknowledged, counters, seen } = queue
    queue.stored_seen = seen
    this.storage.exec(
      'insert or replace into queue values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      user_id,
      JSON.stringify(options),
      Number(overhears),
      lifespan,
      base,
      acknowledged,
      JSON.stringify(counters),
      seen,
    )
  }

  private enter(queue: Queue): void {
    this.queues.set(queue.id, queue)
    this.overhearers = null
    const own = this.byUser.get(queue.user_id) ?? new Set<Queue>()
    this.byUser.set(queue.user_id, own.add(queue))
  }
}
