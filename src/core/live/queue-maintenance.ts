import type { Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { tell, type Change } from '../turn/change'
import { closeCodes, refusalMark } from './connections'
import type { Delivery } from './delivery'
import type { Refusal } from '../base/errors'
import { eventCounter, forgetEvents, logSize } from './event-log'
import { stagedInTurn } from '../commit/group-commit'
import { lastId } from '../sql/ids'
import { unknownQueue } from './polls'

/**
 * What a queue may lag behind in the log, in thousands of characters: the log keeps what the slowest queue has not
 * acknowledged, and is a tenth of the database at most. Somebody who is away for a week misses less.
 */
const longestLag = 50_000

/** What happens to queues without their clients' doing. */
export class QueueMaintenance {
  /** Up to here the log was forgotten, as far as this object knows. */
  private forgotten = 0

  constructor(
    private readonly deps: LiveDeps,
    private readonly delivery: Delivery,
  ) {}

  /** Ends the queues of users who may not listen any more, and tells their open requests why: last of all they are told. */
  endQueues({ users, refusal }: { users: readonly number[] | 'all'; refusal: Refusal }): void {
    const { queues } = this.deps
    this.delivery.flush()
    const silent = users === 'all' ? queues.all() : users.flatMap((user_id) => queues.of(user_id))
    queues.remove(...silent)
    for (const queue of silent) this.refuse(queue, refusal)
  }

  /** Ends the open connections of users, whose queues stay. */
  disconnect({ users, refusal }: { users: readonly number[]; refusal: Refusal }): void {
    for (const user_id of users) for (const queue of this.deps.queues.of(user_id)) this.refuse(queue, refusal)
  }

  private refuse({ id }: Queue, refusal: Refusal, code: number = closeCodes.refused): void {
    const { connections } = this.deps
    const connection = connections.of(id)
    if (connection === null) return
    if (connection.kind === 'poll') connection.socket.send(refusalMark + JSON.stringify(refusal))
    connections.close(connection, code, refusal.msg)
  }

  /** Ends queues whose clients have to begin anew. */
  private end(queues: readonly Queue[]): void {
    this.deps.queues.remove(...queues)
    for (const queue of queues) this.refuse(queue, unknownQueue(queue.id).refusal, closeCodes.unknownQueue)
  }

  /** Ends expired queues and forgets what nobody can ask for; answers when to look again, in UNIX seconds. */
  async expire(): Promise<number | null> {
    const { queues, connections, commit, storage, realm_id, now, inTurn } = this.deps
    const logged = logSize(commit.committed)
    this.end(queues.all().filter((queue) => logged - queue.logged > longestLag))
    for (const queue of queues.all()) if (connections.of(queue.id) !== null) queues.touch(queue, now())
    queues.remove(
      ...queues.all().filter((queue) => connections.of(queue.id) === null && queues.isExpired(queue, now())),
    )
    const floor = queues.floor() ?? lastId(realm_id, commit.committed, eventCounter)
    if (floor > this.forgotten) {
      // Before it is so: what may be forgotten cannot be asked for.
      storage.put('forgotten', floor)
      await stagedInTurn(inTurn, () => commit.stage({ writes: forgetEvents(realm_id, floor), result: null }))
      this.forgotten = floor
    }
    const expiries = queues.all().map((queue) => queues.expiry(queue))
    return expiries.length === 0 ? null : Math.min(...expiries)
  }

  /** The database was put back to an earlier time: clients know what never happened, and begin anew. */
  startOver(): void {
    const { queues, commit, realm_id } = this.deps
    this.end(queues.all())
    // Counts on at once from where ids go on, so that the next object need not find it out again; if it fails, it does.
    const writes = forgetEvents(realm_id, lastId(realm_id, commit.committed, eventCounter))
    commit.stage({ writes, result: null }).catch(() => undefined)
  }

  /**
   * Tells all clients that the server is another one than before, if it is. A change like others, so that clients hear of
   * it that ask long after; counts as told once it is committed.
   */
  announce(stage: (change: Change<unknown>) => Promise<unknown>): void {
    const { env, storage, table, queues } = this.deps
    const { release, event } = table.restart(env)
    if (storage.get('release') === release) return
    const told = (): void => storage.put('release', release)
    if (queues.users().length === 0) return told()
    // If it fails, the object begins anew, and tells it then.
    stage({ writes: [], result: null, events: [tell(queues.users(), event)] }).then(told, () => undefined)
  }

  /** The realm's knowledge was thrown away: every client asks anew, and finds in the log what it missed. */
  restart(): void {
    const { connections, highWater } = this.deps
    highWater.save()
    for (const connection of connections.all()) connections.close(connection, closeCodes.restart, 'Restarting')
  }
}
