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
 * Most that a queue may lag behind in the log, in thousands of characters: the log keeps the events that the slowest queue has
 * not acknowledged, and may be a tenth of the database. A week of absence takes less.
 */
const longestLag = 50_000

/** Growth of the log after which its queues are looked through without waiting for the next alarm, in the same unit. */
const longestGrowth = 5_000

/** Seconds for which a socket is open, about: credentials are looked at when it is opened. */
const longestOpen = 24 * 3600

/** Ends queues that expired, lag too far behind, or belong to users who may not listen any more. */
export class QueueMaintenance {
  /** Highest id up to which this object has deleted the log. */
  private deletedUpTo = 0
  /** Size of the log when its queues were looked through last. */
  private sizeSeen: number

  constructor(
    private readonly deps: LiveDeps,
    private readonly delivery: Delivery,
  ) {
    this.sizeSeen = deps.storage.get<number>('log_size_seen') ?? 0
  }

  /** Ends the queues of users, after their pending events were sent, and refuses their open requests. */
  endQueues({ users, refusal }: { users: readonly number[] | 'all'; refusal: Refusal }): void {
    const { queues } = this.deps
    this.delivery.flush()
    const silent = users === 'all' ? queues.all() : users.flatMap((user_id) => queues.of(user_id))
    queues.remove(...silent)
    for (const queue of silent) this.refuse(queue, refusal)
  }

  /** Ends the connections that these sessions opened. Queues stay: the account may ask again by another session. */
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

  /** Ends expired queues and deletes events that no queue needs; answers when the next queue expires, in UNIX seconds. */
  async expire(): Promise<number | null> {
    const { queues, connections, commit, storage, table, realm_id, now, inTurn } = this.deps
    const logged = logSize(commit.committed)
    this.sizeSeen = logged
    storage.put('log_size_seen', logged)
    this.end(queues.all().filter((queue) => logged - queue.logged > longestLag))
    for (const queue of queues.all()) if (connections.of(queue.id) !== null) queues.touch(queue, now())
    this.closeOld()
    queues.remove(
      ...queues.all().filter((queue) => connections.of(queue.id) === null && queues.isExpired(queue, now())),
    )
    const last = lastId(realm_id, commit.committed, eventCounter)
    const floor = queues.floor() ?? last
    if (floor > this.deletedUpTo) {
      // Stored first: an id whose events may be deleted is refused.
      storage.put('forgotten', floor)
      const writes = [...forgetEvents(realm_id, { up_to: floor, last }), ...table.forget(realm_id, floor)]
      await stagedInTurn(inTurn, () => commit.stage({ writes, result: null }))
      this.deletedUpTo = floor
    }
    const expiries = queues.all().map((queue) => queues.expiry(queue))
    return expiries.length === 0 ? null : Math.min(...expiries)
  }

  /**
   * Has the queues looked through soon if the log has grown much since. Otherwise only alarms for other reasons come, once a
   * day at least, and a queue of a week could keep all events of a busy day.
   */
  noteGrowth(): void {
    const { commit, wakeAt, now } = this.deps
    const logged = logSize(commit.committed)
    if (logged - this.sizeSeen < longestGrowth) return
    this.sizeSeen = logged
    wakeAt(now()).catch(() => undefined)
  }

  /** Closes sockets that have been open for long. Their clients connect again, if their sessions have not ended meanwhile. */
  private closeOld(): void {
    const { connections, now } = this.deps
    for (const connection of connections.all())
      if (now() - connection.opener.at > longestOpen) connections.close(connection, closeCodes.restart, 'Connect again')
  }

  /** Ends all queues after the database was restored: clients know events that it does not have, and must register again. */
  startOver(): void {
    const { queues, commit, table, realm_id } = this.deps
    this.end(queues.all())
    // A commit at once, so that the raised counters are in the database. If it fails, the next object raises them again.
    const last = lastId(realm_id, commit.committed, eventCounter)
    const writes = [...forgetEvents(realm_id, { up_to: last, last }), ...table.forget(realm_id, last)]
    commit.stage({ writes, result: null }).catch(() => undefined)
  }

  /**
   * Sends `restart` to every queue after a new release starts. It is a change like others, so that a client gets it that asks
   * much later. The release counts as announced once the change is committed.
   */
  announce(stage: (change: Change<unknown>) => Promise<unknown>): void {
    const { env, storage, table, queues } = this.deps
    const { release, event } = table.restart(env)
    if (storage.get('release') === release) return
    const note = (): void => storage.put('release', release)
    if (queues.users().length === 0) return note()
    // If it fails, the next load of the state announces the release.
    stage({ writes: [], result: null, events: [tell(queues.users(), event)] }).then(note, () => undefined)
  }

  /** Tells all clients until when changes are refused, or that they go through again. Nothing is written for that. */
  tellQuota(until: number | null): void {
    const { queues, table } = this.deps
    const to = queues.users()
    if (to.length > 0) this.delivery.sendDirect({ to, event: table.quota(until) })
  }

  /** Closes all connections before the state is loaded anew: clients ask again, and get what they missed from the log. */
  restart(): void {
    const { connections, highWater } = this.deps
    highWater.save()
    for (const connection of connections.all()) connections.close(connection, closeCodes.restart, 'Restarting')
  }
}
