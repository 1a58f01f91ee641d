import type { Queue } from '../live/queue'
import type { RequestFacts } from '../turn/call'
import type { ActionTable, Snapshot } from './action-table'
import type { SystemTurn } from '../turn/change'
import { ApiError, refusalResponse, refused } from '../base/errors'
import { eventCounter } from '../live/event-log'
import { committedCounters, Superseded } from '../commit/group-commit'
import { lastId, type Counters } from '../sql/ids'
import { rowsReadHeader, type PollInput } from '../live/polls'
import type { Cached } from '../turn/query-cache'
import type { RealmState } from './realm-state'
import { Database, serverTiming, sqlOver, type Fragment, type Row, type Runner } from '../sql/sql'

/** What a client asks of its event queue. `ticket` stands for credentials. */
export type ListenCall = { realm_id: number; facts: RequestFacts; ticket?: string | undefined } & (
  | { name: 'register'; input: object }
  | { name: 'poll'; input: PollInput }
  | { name: 'drop'; input: { queue_id: string } }
)

/** Calls travel in a header, because a request that opens a connection has no body. */
const header = 'Rivulet-Call'

export const requestOf = (call: ListenCall): Request =>
  new Request('https://realm/', {
    headers: { [header]: encodeURIComponent(JSON.stringify(call)), Upgrade: 'websocket' },
  })

export const callIn = (request: Request): ListenCall =>
  JSON.parse(decodeURIComponent(request.headers.get(header)!)) as ListenCall

/** What a call needs of the realm object. */
interface Host {
  table: ActionTable
  env: Env
  readonly now: () => number
  /** Runs with what the object knows, one after the other with everything that changes it. */
  readonly inTurn: <T>(use: (realmState: RealmState, turn: SystemTurn) => Promise<T>) => Promise<T>
}

/** Answers a client that listens; the answer is what the client gets, or the open end of a connection. */
export async function listen(call: ListenCall, host: Host): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerOf(call, host)
    } catch (error) {
      if (error instanceof ApiError) return refusalResponse(error.refusal)
      // What the object knew was out of date; it has learned anew by now.
      if (error instanceof Superseded && attempt < 3) continue
      console.error(`${call.name} failed`, error)
      return refusalResponse(refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 }).refusal)
    }
  }
}

async function answerOf(call: ListenCall, host: Host): Promise<Response> {
  if (call.name === 'register') return register(call, host)
  const { user_id, realmState } = await listener(call, host)
  if (call.name === 'poll') return realmState.polls.poll(user_id, call.input)
  realmState.polls.drop(user_id, call.input.queue_id)
  return Response.json({ result: 'success', msg: '' })
}

/** Who asks. What is known of them is true now, and stays so until the next await. */
function listener(call: ListenCall, { table, inTurn }: Host): Promise<{ user_id: number; realmState: RealmState }> {
  return inTurn(async (realmState, turn) => {
    if (call.ticket === undefined) return { user_id: (await table.identify(turn, call)).id, realmState }
    const user_id = turn.tickets.redeem(call.ticket)
    if (user_id === null) throw refused('Invalid ticket', { code: 'UNAUTHENTICATED_USER', status: 401 })
    return { user_id, realmState }
  })
}

/** Rows of the object's storage that a queue takes: when it begins, and when it ends. */
const rowsOfQueue = 2

/**
 * A new queue, and the state that it begins with. The queue is told of everything from now on; the state is read in one
 * transaction, together with the ids of the last events that it includes; and what it includes is dropped from the
 * queue. So every change is in the one or in the other (register, Order of work). Begins anew for somebody whose account
 * changed meanwhile: they may see something else now, or nothing.
 */
async function register(asked: ListenCall, host: Host): Promise<Response> {
  const { input, realm_id, facts, ...call } = asked
  const { table, env, now } = host
  const { actor, realmState, queue, earlier } = await host.inTurn(async (realmState, turn) => {
    const actor = await table.identify(turn, { ...call, facts })
    const wanted = await table.register.queue({ ...turn, actor }, input as never)
    turn.charge(table.shareOf(actor), rowsOfQueue)
    realmState.polls.makeRoom(wanted)
    const queue = realmState.queues.create(wanted, now())
    // What was decided before the queue was there is in no log for it; the state must include that.
    const earlier = realmState.commit.stage({ writes: [], result: null })
    return { actor, realmState, queue, earlier }
  })
  const { queues } = realmState
  try {
    await earlier
    const database = new Database(env.DB)
    const sql = sqlOver(new OneTrip(database))
    const cached: Cached = (query, ...args) => realmState.queryCache.peek(query, ...args) ?? query(sql, ...args)
    const snapshot: Snapshot<never> = { actor, input: input as never, facts, env, now: now(), sql, cached }
    const [state, counters] = await Promise.all([table.register.state(snapshot), committedCounters(sql, realm_id)])
    const isSettled = await host.inTurn(async (current, turn) => {
      const still = await table.identify(turn, { ...call, facts })
      const isAsBefore = current === realmState && JSON.stringify(still) === JSON.stringify(actor)
      if (isAsBefore) queues.begin(queue, lastId(realm_id, counters, eventCounter), counters)
      return isAsBefore
    })
    if (!isSettled) {
      queues.remove(queue)
      return await register(asked, host)
    }
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      [rowsReadHeader]: String(database.tally.rows_read),
    }
    if (env.DEVELOPMENT === 'true') headers['Server-Timing'] = serverTiming(database.tally)
    return Response.json({ result: 'success', msg: '', ...opened(queue, counters), ...state }, { headers })
  } catch (error) {
    queues.remove(queue)
    throw error
  }
}

/** -1 while nothing ever happened. */
const opened = ({ id, base }: Queue, counters: Counters): { queue_id: string; last_event_id: number } => ({
  queue_id: id,
  last_event_id: counters[eventCounter] === undefined ? -1 : base,
})

/** Reads that share one transaction, and that therefore must all be asked for before the first is answered. */
class OneTrip implements Runner {
  private questions: { statement: Fragment; resolve: (rows: Row[]) => void; reject: (error: unknown) => void }[] = []
  private left = false

  constructor(private readonly database: Database) {}

  readonly run = (statement: Fragment): Promise<Row[]> => {
    if (this.left) throw new Error('This read would see a later state than those before it')
    return new Promise((resolve, reject) => {
      // Later than all that is already on its way, so that nobody has to take care to ask in the same tick.
      if (this.questions.length === 0) setTimeout(() => void this.trip())
      this.questions.push({ statement, resolve, reject })
    })
  }

  readonly cachedFirst = this.run

  private async trip(): Promise<void> {
    this.left = true
    try {
      const answers = await this.database.send(this.questions.map(({ statement }) => statement))
      for (const [index, { resolve }] of this.questions.entries()) resolve(answers[index]!.rows)
    } catch (error) {
      for (const { reject } of this.questions) reject(error)
    }
  }
}
