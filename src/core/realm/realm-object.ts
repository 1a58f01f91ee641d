import { DurableObject } from 'cloudflare:workers'
import { ApiError, refusalResponse } from '../base/errors'
import type { Actor } from '../base/product'
import { logFailure, refusalOf } from '../base/failures'
import { quotaExceededIn, unlessQuota } from '../base/quota-refusals'
import { stagedInTurn, type Cost } from '../commit/group-commit'
import { Superseded } from '../commit/send-until-decided'
import { Jobs } from '../jobs/jobs'
import { ConnectionNotes } from '../live/connection-notes'
import { closeCodes, Connections } from '../live/connections'
import { rowsReadHeader } from '../live/polls'
import { Reader, RowCache } from '../sql/reader'
import { sqlOver, type Fragment } from '../sql/sql'
import { StoredAttempts } from '../turn/attempts'
import { systemRequest, type Call, type Reply, type ReportCall } from '../turn/call'
import type { Outcome } from '../turn/change'
import { DayShares, type SharedUse } from '../turn/day-shares'
import { Tickets } from '../turn/tickets'
import { Turns } from '../turn/turns'
import type { ActionTable } from './action-table'
import type { UsageMark } from '../usage/usage-meter'
import { Alarms, nextDue } from './alarms'
import { Asks, socketClosed, type AnswerAsk, type TurnOfAsk } from './asks'
import { Callers } from './callers'
import { FollowUps } from './follow-ups'
import { Gathered } from './gathered'
import { callIn, drop, listen, type DropCall, type ListenDeps } from './listen'
import type { AnswerRead, ReadCall } from './reads'
import { loadRealmState, type RealmState } from './realm-state'
import { ObjectUsage } from './object-usage'
import { runAction, type ActionDeps, type StagedAction } from './run-action'
import { systemTurn } from './system-turn'

const canWait = { canWait: true }

/**
 * The only writer of one realm. It takes turns: one action at a time decides, its change joins the next batch, and when that
 * batch is committed, clients get the events and the caller gets the result. It knows no product word: the `ActionTable`
 * has the actions.
 */
export abstract class RealmObject extends DurableObject<Env> {
  protected abstract readonly table: ActionTable
  /** Answers what clients ask on their sockets. */
  protected abstract readonly answerAsk: AnswerAsk
  /** Answers what is too much for the Worker. */
  protected abstract readonly answerRead: AnswerRead

  private readonly now = (): number => Date.now() / 1000
  private readonly usage = new ObjectUsage(this.ctx.storage, () => this.env, this.now)
  private readonly attempts = new StoredAttempts(this.usage.storage.sql, this.now)
  private readonly tickets = new Tickets(this.usage.storage.kv, this.now)
  private readonly shares = new DayShares(this.usage.storage.kv, this.env, this.now, () => this.table.poolWords)
  private readonly alarms = new Alarms(this.usage.storage, this.now)
  private readonly connections = new Connections(this.ctx, (connection) => this.notes.end(connection))
  private readonly notes = new ConnectionNotes({
    connections: this.connections,
    answeredAt: (socket) => this.ctx.getWebSocketAutoResponseTimestamp(socket),
    onEnd: (ended) => this.followUps.add({ name: this.table.endedAction, input: { ended }, after: 0 }),
    now: this.now,
  })
  private readonly followUps = new FollowUps((name, input) => this.replyToSystem(name, input))
  private readonly turns = new Turns(this.now)
  private readonly gathered = new Gathered(() =>
    this.inSystemTurn(async () => this.gather(await this.current(this.alarms.realm_id))),
  )
  private readonly callers = new Callers()
  private readonly asks = new Asks({
    env: () => this.usage.env,
    connections: this.connections,
    notes: this.notes,
    realm_id: () => this.alarms.realm_id,
    answer: (ask, object) => this.answerAsk(ask, object),
    reply: (call, turn) => this.reply(call, { turn }),
    count: (shares, rows_read) => this.shares.count(shares, { rows_read }),
    identify: (call, turn) => this.identifyAsker(call, turn),
  })
  private state: Promise<RealmState> | null = null
  /** Outlives `state`, because jobs go on while the state is loaded anew. */
  private jobs: Jobs | null = null

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.usage.meter.onMarks = (reached) => void this.tellUsage(reached)
  }

  /** Runs one action. Replies are JSON text: an RPC result that is no primitive would have to be disposed of. */
  async perform(call: Call): Promise<string> {
    return this.usage.request(async () => {
      const reply = await this.reply(call)
      if ('refused' in reply) this.countFor(call, reply.rows_read)
      else this.countFor(call, 'cost' in reply ? reply.cost.rows_read : 0)
      return JSON.stringify(reply)
    }, call.used)
  }

  /**
   * Counts what an isolate of the Worker used for shares; answers what they used in all, as JSON text. So a count outlives the
   * isolate, and each isolate learns of the others.
   */
  async report({ report, used }: ReportCall): Promise<string> {
    return this.usage.request(async () => {
      const totals: Record<number, SharedUse> = {}
      for (const [id, use] of Object.entries(report)) {
        const share = Number(id)
        this.shares.count([share], use)
        totals[share] = this.shares.of(share)
      }
      return JSON.stringify(totals)
    }, used)
  }

  /** Counts a request to the object, with the rows that were read for it, for the account that asked. */
  private countFor(call: Pick<Call, 'facts'>, rows_read: number): void {
    const shares = this.callers.sharesOf(call)
    if (shares !== null) this.shares.count(shares, { object_requests: 1, rows_read })
  }

  /** Registers queues, answers or holds requests for their events, and makes large answers. */
  override async fetch(request: Request): Promise<Response> {
    if (request.method === 'POST') return this.read(await request.json())
    const call = callIn(request)
    return this.counted(call, async () => listen(call, await this.listenDeps(call)))
  }

  private read(call: ReadCall): Promise<Response> {
    const { env, database } = this.usage
    const defer = (work: Promise<unknown>) => this.ctx.waitUntil(work)
    const onViewer = (viewer: Actor) => this.callers.remember(call.facts.credentials, this.table.sharesOf(viewer))
    return this.counted(call, async () => {
      const shares = this.callers.sharesOf(call)
      if (shares !== null)
        for (const counter of ['object_requests', 'rows_read'] as const) this.shares.guard(shares, counter)
      return this.answerRead(call, { env, database: database(), defer, onViewer })
    })
  }

  /** Answers a request, or refuses it, and counts what it used. */
  private counted(call: Pick<Call, 'facts' | 'used'>, answer: () => Promise<Response>): Promise<Response> {
    return this.usage.request(async () => {
      const response = await answer().catch((error: unknown) => refusalResponse(refusalOf(error, 'request')))
      this.countFor(call, Number(response.headers.get(rowsReadHeader) ?? 0))
      return response
    }, call.used)
  }

  /** Ends an event queue. Replies with a refusal or null, as JSON text. */
  async drop(call: DropCall): Promise<string> {
    return this.usage.request(async () => {
      const refusal = await drop(call, await this.listenDeps(call))
      this.countFor(call, 0)
      return JSON.stringify(refusal)
    }, call.used)
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.connections.isClosed(socket)) return
    this.notes.hear(socket)
    try {
      await this.usage.message(async () => {
        const { polls } = await this.current(this.alarms.realm_id)
        const asked = polls.onClientMessage(socket, message)
        if (asked !== null) await this.asks.take(asked)
      })
    } catch (error) {
      if (quotaExceededIn(error) !== null) return this.asks.refuse(socket, message, error)
      logFailure('socket message', error)
      const connection = this.connections.find(socket)
      if (connection !== null) this.connections.close(connection, closeCodes.restart, 'Restarting')
    }
  }

  override async webSocketClose(socket: WebSocket, _: number, __: string, wasClean: boolean): Promise<void> {
    // Without the state, the queue lives on for its lifespan from the last time that something was heard of it.
    await unlessQuota(async () => {
      const { polls } = await this.current(this.alarms.realm_id)
      polls.onClose(socket, { isLost: !wasClean })
    })
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 0, '', false)
  }

  override async alarm(): Promise<void> {
    await this.usage.request(() => this.alarms.ring(() => this.doWhatIsDue()))
  }

  /** Does all work that is due; answers when there is more, in UNIX seconds. */
  private async doWhatIsDue(): Promise<number> {
    const { realm_id } = this.alarms
    const { maintenance, jobs } = await this.current(realm_id)
    const expiry = await maintenance.expire()
    jobs.start({ byAlarm: true })
    this.shares.prune()
    const due = nextDue(await this.replyToSystem(this.table.dueAction), this.now())
    const daily = await this.alarms.daily(
      () => this.replyToSystem(this.table.dailyAction),
      this.usage.mayBegin(canWait),
    )
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
    let readInTurn = 0
    try {
      const staged = await this.turns.take(turn?.by ?? this.callers.of(call), async () => {
        await this.alarms.ensure(call.realm_id)
        const state = await this.current(call.realm_id)
        if (turn?.isWanted() === false) throw socketClosed()
        if (this.table.afterGathered.has(call.name)) await this.gather(state)
        try {
          return await runAction(call, also, state, this.actionDeps)
        } finally {
          readInTurn = state.reads.tally.rows_read
        }
      })
      const { change, spent } = staged
      if (change.gathers !== undefined) turn?.onGathered()
      const { batch, trips, rows_read, rows_written } = await this.committed(staged)
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
      if (error instanceof Superseded) return { again: true }
      const readInCommit = error instanceof ApiError ? error.rows_read : 0
      return { refused: refusalOf(error, call.name), rows_read: readInTurn + readInCommit }
    }
  }

  /** The cost of an action, once what it did and what it left to be gathered is committed. */
  private async committed({ change: { gathers }, shares, committed }: StagedAction): Promise<Cost> {
    const cost = await committed
    if (gathers === undefined) return cost
    const part = await this.gathered.add(gathers)
    if (shares !== null) this.shares.count(shares, { rows_written: part.rows_written, bytes_written: part.bytes })
    return part
  }

  /** Stages what waits to be gathered. To be called in a turn, in which nothing else is staged yet. */
  private gather(state: RealmState): Promise<void> {
    const call = { realm_id: this.alarms.realm_id, facts: systemRequest }
    return this.gathered.run(async (name, input) => {
      const { change, spent, committed } = await runAction({ ...call, name, input }, () => [], state, this.actionDeps)
      return { outcomes: change.result as Outcome[], spent, committed }
    })
  }

  /** Refuses an ask with 401 when the session or the account of its socket has ended. */
  private identifyAsker(call: Pick<Call, 'realm_id' | 'facts'>, { by, isWanted }: TurnOfAsk): Promise<void> {
    return this.turns.take(by, async () => {
      const state = await this.current(call.realm_id)
      if (!isWanted()) throw socketClosed()
      await this.identify(systemTurn(call, state, this.actionDeps), { ...call, name: 'ask' })
    })
  }

  /** Identifies the actor, and remembers whose key it was for later turns. Refuses with 429 whoever has asked too often today. */
  private readonly identify: ActionTable['identify'] = async (turn, call) => {
    const actor = await this.table.identify(turn, call)
    const shares = this.table.sharesOf(actor)
    this.callers.remember(call.facts.credentials, shares)
    if (!this.table.safeguards.has(call.name)) this.shares.guard(shares, 'object_requests')
    return actor
  }

  private get actionDeps(): ActionDeps {
    const { usage, attempts, tickets, shares, alarms, notes, now } = this
    const { env, database } = usage
    return {
      table: { ...this.table, identify: this.identify },
      env,
      database,
      usage,
      attempts,
      tickets,
      shares,
      alarms,
      notes,
      now,
    }
  }

  private async listenDeps(call: Pick<Call, 'realm_id' | 'facts'>): Promise<ListenDeps> {
    const deps = this.actionDeps
    await this.alarms.ensure(call.realm_id)
    return {
      ...deps,
      gather: (state) => this.gather(state),
      inTurn: (use) =>
        this.turns.take(this.callers.of(call), async () => {
          const state = await this.current(call.realm_id)
          return use(state, systemTurn(call, state, deps))
        }),
    }
  }

  /** Takes a turn for the realm's own work. */
  private readonly inSystemTurn = <T>(turn: () => Promise<T>): Promise<T> => this.turns.take(null, turn)

  /** Tells owners that marks of the day's quotas were reached. */
  private async tellUsage(reached: UsageMark[]): Promise<void> {
    const reply = await this.replyToSystem(this.table.usageAction, { reached })
    this.usage.meter.onTold(reached, 'result' in reply)
  }

  /** The state of the realm, loaded in the first turn, and again after a failure that left it in doubt. */
  private async current(realm_id: number): Promise<RealmState> {
    const held = this.state
    const before = await held
    // Another turn may have begun to load it meanwhile.
    if (before?.commit.inDoubt && this.state === held) {
      this.state = null
      before.maintenance.restart()
    }
    const { usage, connections, shares, inSystemTurn, now } = this
    const jobs = (this.jobs ??= this.newJobs(realm_id))
    const { events: table, trail } = this.table
    this.state ??= loadRealmState({
      realm_id,
      env: usage.env,
      usage,
      trail,
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
    const { usage, now } = this
    return new Jobs({
      realm_id,
      env: usage.env,
      now,
      wakeAt: this.alarms.wakeAt,
      mayBegin: (how) => usage.mayBegin(how),
      table: this.table.jobs,
      sql: () => sqlOver(new Reader(usage.database(), new RowCache(0))),
      perform: (name, input, also) => this.reply({ name, input, realm_id, facts: systemRequest }, { also }),
      write: async (writes) => {
        const { commit } = await this.current(realm_id)
        await stagedInTurn(this.inSystemTurn, () => commit.stage({ writes, result: null }))
      },
    })
  }
}
