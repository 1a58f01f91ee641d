import { DurableObject } from 'cloudflare:workers'
import { ApiError, refused } from '../base/errors'
import { stagedInTurn, Superseded } from '../commit/group-commit'
import { Jobs } from '../jobs/jobs'
import { ConnectionNotes } from '../live/connection-notes'
import { closeCodes, Connections } from '../live/connections'
import { Reader, RowCache } from '../sql/reader'
import { Database, sqlOver, type Fragment } from '../sql/sql'
import { StoredAttempts } from '../turn/attempts'
import { systemRequest, type Call, type Reply } from '../turn/call'
import { DayShares } from '../turn/day-shares'
import { Tickets } from '../turn/tickets'
import { Turns } from '../turn/turns'
import type { ActionTable } from './action-table'
import { Alarms, nextDue } from './alarms'
import { Asks, socketClosed, type AnswerAsk, type TurnOfAsk } from './asks'
import { Callers } from './callers'
import { FollowUps } from './follow-ups'
import { callIn, drop, listen, type DropCall, type ListenDeps } from './listen'
import { loadRealmState, type RealmState } from './realm-state'
import { runAction, type ActionDeps } from './run-action'
import { systemTurn } from './system-turn'

/**
 * The only writer of one realm. It takes turns: one action at a time decides, its change joins the next batch, and when that
 * batch is committed, clients get the events and the caller gets the result. It knows no product word: the `ActionTable`
 * has the actions.
 */
export abstract class RealmObject extends DurableObject<Env> {
  protected abstract readonly table: ActionTable
  /** Answers what clients ask on their sockets. */
  protected abstract readonly answerAsk: AnswerAsk

  private readonly now = (): number => Date.now() / 1000
  private readonly attempts = new StoredAttempts(this.ctx.storage.sql, this.now)
  private readonly tickets = new Tickets(this.ctx.storage.kv, this.now)
  private readonly shares = new DayShares(this.ctx.storage.kv, this.env, this.now)
  private readonly alarms = new Alarms(this.ctx.storage, this.now)
  private readonly connections = new Connections(this.ctx, (connection) => this.notes.end(connection))
  private readonly notes = new ConnectionNotes({
    connections: this.connections,
    answeredAt: (socket) => this.ctx.getWebSocketAutoResponseTimestamp(socket),
    onEnd: (ended) => this.followUps.add({ name: this.table.endedAction, input: { ended }, after: 0 }),
    now: this.now,
  })
  private readonly followUps = new FollowUps((name, input) => this.replyToSystem(name, input))
  private readonly turns = new Turns(this.now)
  private readonly callers = new Callers()
  private readonly asks = new Asks({
    env: () => this.env,
    connections: this.connections,
    notes: this.notes,
    realm_id: () => this.alarms.realm_id,
    answer: (ask, object) => this.answerAsk(ask, object),
    reply: (call, turn) => this.reply(call, { turn }),
    identify: (call, turn) => this.identifyAsker(call, turn),
  })
  private state: Promise<RealmState> | null = null
  /** Outlives `state`, because jobs go on while the state is loaded anew. */
  private jobs: Jobs | null = null

  /** Runs one action. Replies are JSON text: an RPC result that is no primitive would have to be disposed of. */
  async perform(call: Call): Promise<string> {
    return JSON.stringify(await this.reply(call))
  }

  /** Registers queues, and answers or holds requests for their events. */
  override async fetch(request: Request): Promise<Response> {
    const call = callIn(request)
    return listen(call, await this.listenDeps(call))
  }

  /** Ends an event queue. Replies with a refusal or null, as JSON text. */
  async drop(call: DropCall): Promise<string> {
    return JSON.stringify(await drop(call, await this.listenDeps(call)))
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.connections.isClosed(socket)) return
    this.notes.hear(socket)
    try {
      const { polls } = await this.current(this.alarms.realm_id)
      const asked = polls.onClientMessage(socket, message)
      if (asked !== null) await this.asks.take(asked)
    } catch (error) {
      console.error('A message of a client failed', error)
      const connection = this.connections.find(socket)
      if (connection !== null) this.connections.close(connection, closeCodes.restart, 'Restarting')
    }
  }

  override async webSocketClose(socket: WebSocket, _: number, __: string, wasClean: boolean): Promise<void> {
    const { polls } = await this.current(this.alarms.realm_id)
    polls.onClose(socket, { isLost: !wasClean })
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 0, '', false)
  }

  override async alarm(): Promise<void> {
    await this.alarms.ring(() => this.doWhatIsDue())
  }

  /** Does all work that is due; answers when there is more, in UNIX seconds. */
  private async doWhatIsDue(): Promise<number> {
    const { realm_id } = this.alarms
    const { maintenance, jobs } = await this.current(realm_id)
    const expiry = await maintenance.expire()
    jobs.start({ byAlarm: true })
    this.shares.prune()
    const due = nextDue(await this.replyToSystem(this.table.dueAction), this.now())
    const daily = await this.alarms.daily(() => this.replyToSystem(this.table.dailyAction))
    return this.alarms.earliest({ expiry, daily, others: [jobs.next(), due] })
  }

  /** Performs an action of the realm itself. */
  private replyToSystem(name: string, input: unknown = {}): Promise<Reply> {
    return this.reply({ name, input, realm_id: this.alarms.realm_id, facts: systemRequest })
  }

  /** Performs an action. `also` are writes that join its change; `turn` is there for asks of sockets. */
  private async reply(
    call: Call,
    { also = () => [], turn }: { also?: () => readonly Fragment[]; turn?: TurnOfAsk } = {},
  ): Promise<Reply> {
    try {
      const { change, spent, committed } = await this.turns.take(turn?.by ?? this.callers.of(call), async () => {
        await this.alarms.ensure(call.realm_id)
        const state = await this.current(call.realm_id)
        if (turn?.isWanted() === false) throw socketClosed()
        return runAction(call, also, state, this.actionDeps)
      })
      const { batch, trips, rows_read, rows_written } = await committed
      for (const followUp of change.followUps ?? []) this.followUps.add(followUp)
      return {
        result: change.result,
        cost: {
          batch,
          trips: spent.trips + trips,
          rows_read: spent.rows_read + rows_read,
          rows_written: spent.rows_written + rows_written,
        },
      }
    } catch (error) {
      if (error instanceof ApiError) return { refused: error.refusal }
      if (error instanceof Superseded) return { again: true }
      console.error(`${call.name} failed`, error)
      return { refused: refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 }).refusal }
    }
  }

  /** Refuses an ask with 401 when the session or the account of its socket has ended. */
  private identifyAsker(call: Pick<Call, 'realm_id' | 'facts'>, { by, isWanted }: TurnOfAsk): Promise<void> {
    return this.turns.take(by, async () => {
      const state = await this.current(call.realm_id)
      if (!isWanted()) throw socketClosed()
      await this.identify(systemTurn(call, state, this.actionDeps), { ...call, name: 'ask' })
    })
  }

  /** Identifies the actor, and remembers whose key it was for later turns. */
  private readonly identify: ActionTable['identify'] = async (turn, call) => {
    const actor = await this.table.identify(turn, call)
    this.callers.remember(call.facts.credentials, this.table.shareOf(actor))
    return actor
  }

  private get actionDeps(): ActionDeps {
    const { env, attempts, tickets, shares, alarms, notes, now } = this
    return { table: { ...this.table, identify: this.identify }, env, attempts, tickets, shares, alarms, notes, now }
  }

  private async listenDeps(call: Pick<Call, 'realm_id' | 'facts'>): Promise<ListenDeps> {
    const deps = this.actionDeps
    await this.alarms.ensure(call.realm_id)
    return {
      ...deps,
      inTurn: (use) =>
        this.turns.take(this.callers.of(call), async () => {
          const state = await this.current(call.realm_id)
          return use(state, systemTurn(call, state, deps))
        }),
    }
  }

  /** Takes a turn for the realm's own work. */
  private readonly inSystemTurn = <T>(turn: () => Promise<T>): Promise<T> => this.turns.take(null, turn)

  /** The state of the realm, loaded in the first turn, and again after a failure that left it in doubt. */
  private async current(realm_id: number): Promise<RealmState> {
    const held = this.state
    const before = await held
    // Another turn may have begun to load it meanwhile.
    if (before?.commit.inDoubt && this.state === held) {
      this.state = null
      before.maintenance.restart()
    }
    const { env, connections, shares, inSystemTurn, now } = this
    const { storage } = this.ctx
    const jobs = (this.jobs ??= this.newJobs(realm_id))
    const table = this.table.events
    this.state ??= loadRealmState({
      realm_id,
      env,
      storage,
      table,
      connections,
      shares,
      wakeAt: this.alarms.wakeAt,
      inTurn: inSystemTurn,
      now,
      jobs,
    })
    try {
      return await this.state
    } catch (error) {
      this.state = null
      throw error
    }
  }

  private newJobs(realm_id: number): Jobs {
    const { env, now } = this
    return new Jobs({
      realm_id,
      env,
      now,
      wakeAt: this.alarms.wakeAt,
      table: this.table.jobs,
      sql: () => sqlOver(new Reader(new Database(env.DB), new RowCache(0))),
      perform: (name, input, also) => this.reply({ name, input, realm_id, facts: systemRequest }, { also }),
      write: async (writes) => {
        const { commit } = await this.current(realm_id)
        await stagedInTurn(this.inSystemTurn, () => commit.stage({ writes, result: null }))
      },
    })
  }
}
