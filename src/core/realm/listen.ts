import type { ConnectionNotes } from '../live/connection-notes'
import type { Queue } from '../live/queue'
import type { Credentials, RequestFacts } from '../turn/call'
import type { ActionTable, Snapshot } from './action-table'
import type { SystemTurn } from '../turn/change'
import { refusalResponse, type Refusal } from '../base/errors'
import { refusalOf } from '../base/failures'
import { eventCounter } from '../live/event-log'
import { committedCounters } from '../commit/commit-tokens'
import { SupersededError } from '../commit/send-until-decided'
import { lastId, type Counters } from '../sql/ids'
import { rowsReadHeader, type Listener, type PollInput } from '../live/polls'
import type { Cached } from '../turn/query-cache'
import { wrongTicket, type Tickets } from '../turn/tickets'
import type { Totals } from '../usage/usage-meter'
import type { RealmState } from './realm-state'
import { bookmarkHeader } from '../sql/bookmarks'
import { serverTiming, type Database } from '../sql/database'
import { sqlOver, type Fragment, type Row, type Runner } from '../sql/sql'

/** A request for a new queue or for the events of one. The answer is a response, or an open connection. */
export type ListenCall = { realm_id: number; facts: RequestFacts; used?: Totals } & (
  | { name: 'register'; input: object }
  /** A `ticket` replaces the credentials. */
  | { name: 'poll'; input: PollInput; ticket?: string | undefined }
)

/** A request to end an event queue. */
export interface DropCall {
  readonly realm_id: number
  readonly facts: RequestFacts
  readonly queue_id: string
  /** What the Worker has counted of the day's quotas (`isolate-counts.ts`). */
  readonly used?: Totals
}

/** The header that carries a call, because a request that opens a connection has no body. */
const callHeader = 'Rivulet-Call'

export const requestOf = (call: ListenCall): Request =>
  new Request('https://realm/', {
    headers: { [callHeader]: encodeURIComponent(JSON.stringify(call)), Upgrade: 'websocket' },
  })

export const callIn = (request: Request): ListenCall =>
  JSON.parse(decodeURIComponent(request.headers.get(callHeader)!)) as ListenCall

/** What listening needs of the realm object. */
export interface ListenDeps {
  readonly table: ActionTable
  readonly env: Env
  readonly database: () => Database
  readonly tickets: Tickets
  readonly notes: ConnectionNotes
  readonly now: () => number
  /** Runs in a turn, with the current state. */
  readonly inTurn: <T>(use: (realmState: RealmState, turn: SystemTurn) => Promise<T>) => Promise<T>
  /** Stages the inputs that wait to be gathered. Call it in a turn. */
  readonly gather: (realmState: RealmState) => Promise<void>
}

/** Answers a client that registers a queue or asks for its events: with a response, or with the open end of a connection. */
export function listen(call: ListenCall, deps: ListenDeps): Promise<Response> {
  return answerOrRefuse(call.name, refusalResponse, async () => {
    if (call.name === 'register') return register(call, deps)
    const { realmState, ...who } = await listener(call, call.ticket, deps)
    return realmState.polls.poll(who, call.input)
  })
}

/** Ends an event queue for its owner. Answers a refusal, or null if the queue has ended. */
export function dropQueue(call: DropCall, deps: ListenDeps): Promise<Refusal | null> {
  return answerOrRefuse<Refusal | null>(
    'drop',
    (refusal) => refusal,
    async () => {
      const { user_id, realmState } = await listener({ ...call, name: 'drop' }, undefined, deps)
      realmState.polls.drop(user_id, call.queue_id)
      return null
    },
  )
}

/** Answers, or refuses. Tries again if the object's state was out of date. */
async function answerOrRefuse<T>(name: string, refuse: (refusal: Refusal) => T, answer: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answer()
    } catch (error) {
      // The next turn loads the state again.
      if (error instanceof SupersededError && attempt < 3) continue
      return refuse(refusalOf(error, name))
    }
  }
}

/** The account that asks. It may change during the next `await`. */
function listener(
  call: { name: string; facts: RequestFacts },
  ticket: string | undefined,
  { table, tickets, inTurn, now }: ListenDeps,
): Promise<Listener & { realmState: RealmState }> {
  return inTurn(async (realmState, turn) => {
    const credentials = ticket === undefined ? call.facts.credentials : redeem(ticket, call.facts, tickets)
    const actor = await table.identify(turn, { ...call, facts: { ...call.facts, credentials } })
    const { origin, host, address, client } = call.facts
    const opener = { mark: table.mark(credentials!)!, origin, host, address, client, at: now() }
    return { user_id: actor.id, shares: table.sharesOf(actor), opener, realmState }
  })
}

/** Rows of the object's storage that a queue costs: one when it begins, one when it ends. */
const rowsPerQueue = 2

/**
 * Answers with a new queue and its initial state. The queue gets all events from now on. The state is read in one transaction,
 * together with the id of the last event that it includes, and the queue drops the events up to this id. So every change is
 * either in the state or in the queue (register, Order of work). Starts over if the account's rights change meanwhile.
 */
async function register(call: Extract<ListenCall, { name: 'register' }>, deps: ListenDeps): Promise<Response> {
  const { input, realm_id, facts } = call
  const { table, env, notes, now } = deps
  const { actor, realmState, queue, earlierChanges } = await deps.inTurn(async (realmState, turn) => {
    const actor = await table.identify(turn, call)
    const wantedQueue = await table.register.queue({ ...turn, actor }, input as never)
    turn.charge(table.sharesOf(actor), rowsPerQueue)
    realmState.polls.makeRoom(wantedQueue)
    const queue = realmState.queues.create(wantedQueue, now())
    await deps.gather(realmState)
    // The state has to include all changes that are staged already: the queue does not get their events.
    const earlierChanges = realmState.commit.stage({ writes: [], result: null })
    return { actor, realmState, queue, earlierChanges }
  })
  const { queues } = realmState
  try {
    await earlierChanges
    const database = deps.database()
    const sql = sqlOver(new OneTrip(database))
    const cached: Cached = (query, ...args) => realmState.queryCache.peek(query, ...args) ?? query(sql, ...args)
    const noted = () => notes.noted()
    const snapshot: Snapshot<never> = { actor, input: input as never, facts, env, now: now(), sql, cached, noted }
    const [state, counters] = await Promise.all([
      table.register.state(snapshot),
      committedCounters(sql, realm_id, table.trail),
    ])
    const isSettled = await deps.inTurn(async (currentState, turn) => {
      const currentActor = await table.identify(turn, call)
      const isAsBefore = currentState === realmState && table.isAsBefore(actor, currentActor)
      if (isAsBefore) queues.begin(queue, lastId(realm_id, counters, eventCounter), counters)
      return isAsBefore
    })
    if (!isSettled) {
      queues.remove(queue)
      return await register(call, deps)
    }
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      [rowsReadHeader]: String(database.tally.rows_read),
    }
    if (database.bookmark !== null) headers[bookmarkHeader] = database.bookmark
    if (env.DEVELOPMENT === 'true') headers['Server-Timing'] = serverTiming(database.tally)
    return Response.json({ result: 'success', msg: '', ...queueFields(queue, counters), ...state }, { headers })
  } catch (error) {
    queues.remove(queue)
    throw error
  }
}

/** Uses a ticket up, and answers the credentials that it stands for; or refuses it. */
function redeem(ticket: string, { credentials }: RequestFacts, tickets: Tickets): Credentials {
  const mark = tickets.redeem(ticket)
  if (mark === null) throw wrongTicket()
  return { by: 'connection', mark, user_id: credentials?.by === 'ticket' ? credentials.user_id : null }
}

/** The new queue, as the client gets it. The last event's id is -1 if the organization has had no event yet. */
const queueFields = ({ id, base }: Queue, counters: Counters): { queue_id: string; last_event_id: number } => ({
  queue_id: id,
  last_event_id: counters[eventCounter] === undefined ? -1 : base,
})

/** Reads that share one transaction: all must be sent before the first one is awaited. */
class OneTrip implements Runner {
  private questions: { statement: Fragment; resolve: (rows: Row[]) => void; reject: (error: unknown) => void }[] = []
  private isSent = false

  constructor(private readonly database: Database) {}

  readonly run = (statement: Fragment): Promise<Row[]> => {
    if (this.isSent) throw new Error('This read would see a later state than those before it')
    return new Promise((resolve, reject) => {
      // A macrotask, so that reads which other promises of the same tick lead to join in.
      if (this.questions.length === 0) setTimeout(() => void this.trip())
      this.questions.push({ statement, resolve, reject })
    })
  }

  readonly cachedFirst = this.run

  private async trip(): Promise<void> {
    this.isSent = true
    try {
      const answers = await this.database.send(this.questions.map(({ statement }) => statement))
      for (const [index, { resolve }] of this.questions.entries()) resolve(answers[index]!.rows)
    } catch (error) {
      for (const { reject } of this.questions) reject(error)
    }
  }
}
