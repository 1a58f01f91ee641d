import { tell, type Change } from './change'
import { closeCodes, refusalMark } from './connections'
import type { Delivery, Machine } from './delivery'
import type { Refusal } from './errors'
import { eventCounter, forgetEvents } from './event-log'
import { stagedInTurn } from './group-commit'
import { lastId } from './ids'
import type { Queue } from './queues'

/** What happens to queues without their clients' doing. */
export class Upkeep {
  constructor(
    private readonly machine: Machine,
    private readonly delivery: Delivery,
  ) {}

  /** Ends the queues of users who may not listen any more, and tells their open requests why: last of all they are told. */
  silence({ users, refusal }: { users: readonly number[] | 'all'; refusal: Refusal }): void {
    const { queues } = this.machine
    this.delivery.flush()
    for (const queue of users === 'all' ? queues.all() : users.flatMap((user_id) => queues.of(user_id))) {
      queues.remove(queue)
      this.refuse(queue, refusal)
    }
  }

  /** Ends the open connections of users, whose queues stay. */
  disconnect({ users, refusal }: { users: readonly number[]; refusal: Refusal }): void {
    for (const user_id of users) for (const queue of this.machine.queues.of(user_id)) this.refuse(queue, refusal)
  }

  private refuse({ id }: Queue, refusal: Refusal): void {
    const { connections } = this.machine
    const connection = connections.of(id)
    if (connection === null) return
    if (connection.kind === 'poll') connection.socket.send(refusalMark + JSON.stringify(refusal))
    connections.close(connection, closeCodes.refused, refusal.msg)
  }

  /** Ends expired queues and forgets what nobody can ask for; answers when to look again, in UNIX seconds. */
  async expire(): Promise<number | null> {
    const { queues, connections, commit, storage, realm_id, now, inTurn } = this.machine
    for (const queue of queues.all()) {
      if (connections.of(queue.id) !== null) queues.touch(queue, now())
      else if (queues.isExpired(queue, now())) queues.remove(queue)
    }
    const floor = queues.floor() ?? lastId(realm_id, commit.committed, eventCounter)
    storage.put('forgotten', floor)
    await stagedInTurn(inTurn, () => commit.stage({ writes: [forgetEvents(realm_id, floor)], result: null }))
    const expiries = queues.all().map((queue) => queues.expiry(queue))
    return expiries.length === 0 ? null : Math.min(...expiries)
  }

  /**
   * Tells all clients that the server is another one than before, if it is. A change like others, so that clients hear of
   * it that ask long after; counts as told once it is committed.
   */
  announce(stage: (change: Change<unknown>) => Promise<unknown>): void {
    const { env, storage, table, queues } = this.machine
    const { release, event } = table.restart(env)
    if (storage.get('release') === release) return
    const told = (): void => storage.put('release', release)
    if (queues.users().length === 0) return told()
    // If it fails, the object begins anew, and tells it then.
    stage({ writes: [], result: null, events: [tell(queues.users(), event)] }).then(told, () => undefined)
  }

  /** The realm's knowledge was thrown away: every client asks anew, and finds in the log what it missed. */
  restart(): void {
    const { connections } = this.machine
    for (const connection of connections.all()) connections.close(connection, closeCodes.restart, 'Restarting')
  }
}
