import type { Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { tell, type Change } from '../turn/change'
import { closeCodes, reasonOf, refusalMark, type Connection } from './connections'
import type { Delivery } from './delivery'
import type { Refusal } from '../base/errors'
import { eventCounter, forgetEvents, logSize } from './event-log'
import { stagedInTurn } from '../commit/group-commit'
import { lastId } from '../sql/ids'
import { unknownQueue } from './polls'

/**
 * A queue that lags behind by more than this ends, in thousands of characters of the log. The log keeps all events since the
 * slowest queue, and may be a tenth of the database. What a client misses in a week of absence is less.
 */
const maxLagThousands = 50_000

/** When the log has grown by this many thousands of characters, the lag of all queues is checked without waiting for an alarm. */
const maxGrowthThousands = 5_000

/** A socket stays open for about this many seconds. Its credentials are verified only when it is opened. */
const maxOpenSeconds = 24 * 3600

/** Ends queues that have expired, lag too far behind, or belong to users who may no longer listen. */
export class QueueMaintenance {
  /** This object has deleted the log up to this id. */
  private deletedUpTo = 0
  /** Size of the log when the lag of the queues was last checked. */
  private checkedLogSize: number

  constructor(
    private readonly deps: LiveDeps,
    private readonly delivery: Delivery,
  ) {
    this.checkedLogSize = deps.storage.get<number>('log_size_seen') ?? 0
  }

  /** Sends the pending events of users, ends their queues, and refuses their open requests. */
  endQueues({ users, refusal }: { users: readonly number[] | 'all'; refusal: Refusal | null }): void {
    const { queues } = this.deps
    this.delivery.flush()
    const ending = users === 'all' ? queues.all() : users.flatMap((user_id) => queues.of(user_id))
    if (refusal === null) return this.end(ending)
    queues.remove(...ending)
    for (const queue of ending) this.refuse(queue, refusal)
  }

  /** Ends the connections that these sessions opened. The queues stay: the account may listen again by another session. */
  endSessions({ marks, refusal }: { marks: readonly string[]; refusal: Refusal }): void {
    const ended = new Set(marks)
    for (const connection of this.deps.connections.all())
      if (ended.has(connection.opener.mark)) this.refuseOn(connection, refusal)
  }

  private refuse({ id }: Queue, refusal: Refusal, code: number = closeCodes.refused): void {
    const connection = this.deps.connections.of(id)
    if (connection !== null) this.refuseOn(connection, refusal, code)
  }

  private refuseOn(connection: Connection, refusal: Refusal, code: number = closeCodes.refused): void {
    const { connections } = this.deps
    if (connection.kind === 'poll') connection.socket.send(refusalMark + JSON.stringify(refusal))
    connections.close(connection, code, reasonOf(refusal))
  }

  /** Ends queues whose clients have to register again. */
  private end(queues: readonly Queue[]): void {
    this.deps.queues.remove(...queues)
    for (const queue of queues) this.refuse(queue, unknownQueue(queue.id).refusal, closeCodes.unknownQueue)
  }

  /** Ends expired queues, and deletes events that no queue needs. Answers when the next queue expires, in UNIX seconds. */
  async expire(): Promise<number | null> {
    const { queues, connections, commit, storage, table, realm_id, now, inTurn } = this.deps
    const logged = logSize(commit.committed)
    this.checkedLogSize = logged
    storage.put('log_size_seen', logged)
    this.end(queues.all().filter((queue) => logged - queue.logged > maxLagThousands))
    for (const queue of queues.all()) if (connections.of(queue.id) !== null) queues.touch(queue, now())
    this.closeOld()
    queues.remove(
      ...queues.all().filter((queue) => connections.of(queue.id) === null && queues.isExpired(queue, now())),
    )
    const last = lastId(realm_id, commit.committed, eventCounter)
    const floor = queues.floor() ?? last
    if (floor > this.deletedUpTo) {
      // Stored before events are deleted, because polls for events up to this id have to be refused from then on.
      storage.put('forgotten', floor)
      const writes = [...forgetEvents(realm_id, { up_to: floor, last }), ...table.forget(realm_id, floor)]
      await stagedInTurn(inTurn, () => commit.stage({ writes, result: null }))
      this.deletedUpTo = floor
    }
    const expiries = queues.all().map((queue) => queues.expiry(queue))
    return expiries.length === 0 ? null : Math.min(...expiries)
  }

  /**
   * Sets an alarm, which checks the lag of all queues, if the log has grown much since the last check. Other alarms may come only
   * once a day, and until then a queue that nobody has polled for a week could keep all events of a busy day.
   */
  noteGrowth(): void {
    const { commit, wakeAt, now } = this.deps
    const logged = logSize(commit.committed)
    if (logged - this.checkedLogSize < maxGrowthThousands) return
    this.checkedLogSize = logged
    wakeAt(now()).catch(() => undefined)
  }

  /** Closes sockets that have been open for long. Their clients connect again, unless their sessions have ended. */
  private closeOld(): void {
    const { connections, now } = this.deps
    for (const connection of connections.all())
      if (now() - connection.opener.at > maxOpenSeconds)
        connections.close(connection, closeCodes.restart, 'Connect again')
  }

  /** Ends all queues after the database was restored. Clients know events that it no longer has, and must register again. */
  startOver(): void {
    const { queues, commit, table, realm_id } = this.deps
    this.end(queues.all())
    // Commits at once, so that the database has the raised counters. If this fails, the next object raises them again.
    const last = lastId(realm_id, commit.committed, eventCounter)
    const writes = [...forgetEvents(realm_id, { up_to: last, last }), ...table.forget(realm_id, last)]
    commit.stage({ writes, result: null }).catch(() => undefined)
  }

  /**
   * Sends the event `restart` to every queue after a new release has started. It is sent by a change, so that clients get it, however
   * late they ask. The release counts as announced once the change is committed.
   */
  announce(stage: (change: Change<unknown>) => Promise<unknown>): void {
    const { env, storage, table, queues } = this.deps
    const { release, event } = table.restart(env)
    if (storage.get('release') === release) return
    const note = (): void => storage.put('release', release)
    if (queues.users().length === 0) return note()
    // If this fails, the release is announced when the state is loaded the next time.
    stage({ writes: [], result: null, events: [tell(queues.users(), event)] }).then(note, () => undefined)
  }

  /** Tells all clients until when changes are refused, or that they go through again. This writes no row. */
  tellQuota(until: number | null): void {
    const { queues, table } = this.deps
    const to = queues.users()
    if (to.length > 0) this.delivery.sendDirect({ to, event: table.quota(until) })
  }

  /** Closes all connections before the state is loaded again. Clients connect again, and get from the log what they missed. */
  restart(): void {
    const { connections, highWater } = this.deps
    highWater.save()
    for (const connection of connections.all()) connections.close(connection, closeCodes.restart, 'Restarting')
  }
}
