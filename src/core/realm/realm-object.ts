import { DurableObject } from 'cloudflare:workers'
import { ApiError, refusalResponse } from '../base/errors'
import { logFailure, refusalOf } from '../base/failures'
import type { Actor } from '../base/product'
import { quotaExceededIn, unlessQuota } from '../base/quota-refusals'
import { ConnectionNotes } from '../live/connection-notes'
import { closeCodes, Connections } from '../live/connections'
import { rowsReadHeader } from '../live/polls'
import { StoredAgenda } from '../turn/agenda'
import { StoredAttempts } from '../turn/attempts'
import { systemRequest, type Call, type ReportCall } from '../turn/call'
import { DayShares, type SharedUse } from '../turn/day-shares'
import { Tickets } from '../turn/tickets'
import { Relocation } from '../relocation/relocation'
import type { Totals, UsageMark } from '../usage/usage-meter'
import { ActionPerformer } from './action-performer'
import type { ActionTable } from './action-table'
import { Alarms, nextDue } from './alarms'
import { Asks, type AnswerAsk } from './asks'
import { Callers } from './callers'
import { CurrentState } from './current-state'
import { callIn, dropQueue, listen, type DropCall, type ListenDeps } from './listen'
import { ObjectUsage } from './object-usage'
import { placeSeconds } from './place'
import type { RelocationCall, RelocationReply } from './relocation-call'
import type { Guard, LeaseCall, LeaseReply } from './lease'
import { Leases } from './leases'
import type { OwnWork } from './own-work'
import type { AnswerRead, ReadCall } from './reads'
import { atCurrentVersion } from './storage-version'

/**
 * The only writer of one realm. One action at a time decides, in a turn. Its change joins the next batch, and when that batch
 * is committed, clients get the events and the caller gets the result. This file has the doors by which calls come in, and
 * puts the parts of the object together. It knows no product word: the `ActionTable` has the actions.
 */
export abstract class RealmObject extends DurableObject<Env> {
  protected abstract readonly table: ActionTable
  /** Answers asks, which clients send on their sockets. */
  protected abstract readonly answerAsk: AnswerAsk
  /** Answers reads that take too much processor time for the Worker. */
  protected abstract readonly answerRead: AnswerRead

  private readonly now = (): number => Date.now() / 1000
  private readonly usage: ObjectUsage = new ObjectUsage(
    atCurrentVersion(this.ctx.storage),
    () => this.env,
    this.now,
    () => this.table.fillsDatabase,
  )
  private readonly attempts = new StoredAttempts(this.usage.storage.sql, this.now)
  private readonly agenda = new StoredAgenda(this.usage.storage.sql)
  private readonly tickets = new Tickets(this.usage.storage.kv, this.now)
  private readonly shares = new DayShares(this.usage.storage.kv, this.env, this.now, () => this.table.shareWords)
  private readonly alarms = new Alarms(this.usage.storage, this.now)
  private readonly connections = new Connections(this.ctx, (connection) => this.notes.end(connection))
  private readonly notes = new ConnectionNotes({
    connections: this.connections,
    answeredAt: (socket) => this.ctx.getWebSocketAutoResponseTimestamp(socket),
    onEnd: (ended) => this.performer.followUps.add({ name: this.table.endedAction, input: { ended }, after: 0 }),
    now: this.now,
  })
  private readonly callers = new Callers()
  private readonly leases = new Leases({
    kv: this.usage.storage.kv,
    guards: () => this.env.READ_GUARD as DurableObjectNamespace<Guard> | undefined,
    realm_id: () => this.alarms.realm_id,
    now: this.now,
    onCall: () => this.usage.meter.add('object_requests', 1),
    onAwake: (seconds) => this.usage.countAwake(seconds),
  })
  private readonly state: CurrentState = new CurrentState({
    table: () => this.table,
    usage: this.usage,
    shares: this.shares,
    alarms: this.alarms,
    connections: this.connections,
    leases: this.leases,
    performer: () => this.performer,
    relocation: () => this.relocation,
    now: this.now,
  })
  private readonly relocation: Relocation = new Relocation({
    env: () => this.env,
    kv: this.usage.storage.kv,
    realm_id: () => this.alarms.realm_id,
    now: this.now,
    placeSeconds,
    place: this.usage.place,
    onAnswer: (cost) => this.usage.meter.onAnswer({ ...cost, size: null }),
    tables: () => this.table.relocated,
    mayBegin: () => this.usage.mayBegin({ canWait: true }),
    wakeAt: this.alarms.wakeAt,
    inTurn: (use) =>
      this.performer.inSystemTurn(async () => {
        const { commit } = await this.state.get(this.alarms.realm_id)
        return use((condition, beside) => commit.close(condition, beside))
      }),
  })
  private readonly performer = new ActionPerformer({
    table: () => this.table,
    usage: this.usage,
    attempts: this.attempts,
    agenda: this.agenda,
    tickets: this.tickets,
    shares: this.shares,
    alarms: this.alarms,
    notes: this.notes,
    callers: this.callers,
    current: (realm_id) => this.state.get(realm_id),
    now: this.now,
  })
  private readonly asks = new Asks({
    env: () => this.usage.env,
    connections: this.connections,
    notes: this.notes,
    realm_id: () => this.alarms.realm_id,
    answer: (ask, object) => this.answerAsk(ask, object),
    reply: (call, turn) => this.performer.reply(call, { turn }),
    count: (shares, rows_read) => this.shares.count(shares, { rows_read }),
    identify: (call, turn) => this.performer.identifyAsker(call, turn),
    bookmark: () => this.state.bookmark,
  })

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.usage.meter.onMarks = (reached) => void this.tellUsage(reached)
  }

  /** Performs one action. Replies are JSON text, because an RPC result that is no primitive would have to be disposed of. */
  async perform(call: Call): Promise<string> {
    return this.usage.request(async () => {
      const reply = await this.performer.reply(call)
      if ('refused' in reply) this.countFor(call, reply.rows_read)
      else this.countFor(call, 'cost' in reply && !reply.countsApart ? reply.cost.rows_read : 0)
      void this.tellDatabaseSize(call.facts.origin)
      return JSON.stringify(reply)
    }, call.used)
  }

  /** Does nothing: the first call of an object creates it, and says where. */
  async wake(): Promise<void> {}

  /**
   * Counts what an isolate of the Worker used for shares, and answers what these shares used in all, as JSON text. So the counts
   * outlive the isolate, and each isolate learns what the others counted.
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

  /** Registers queues, answers requests for their events, and answers large reads. */
  override async fetch(request: Request): Promise<Response> {
    if (request.method === 'POST') return this.read(await request.json())
    const call = callIn(request)
    return this.answerAndCount(call, async () => listen(call, await this.listenDeps(call)))
  }

  /** Does a part of a job in an event of its own (`JobContext.doApart`). */
  async doPart({ part, input }: { part: string; input: unknown }): Promise<string> {
    const { env } = this.usage
    return this.usage.request(async () => JSON.stringify(await this.table.jobParts[part]!(input as never, env)))
  }

  /** Does work that comes in by another way than a request, such as a mail. */
  protected take<T>(
    { realm_id, used }: { realm_id: number; used: Totals },
    work: (own: OwnWork) => Promise<T>,
  ): Promise<T> {
    const perform = async (name: string, input: unknown): Promise<unknown> => {
      const reply = await this.performer.reply({ name, input, realm_id, facts: systemRequest })
      if ('refused' in reply) throw new ApiError(reply.refused)
      if ('again' in reply) throw new Error('The realm object was out of date')
      return reply.result
    }
    return this.usage.request(() => work({ env: this.usage.env, realm_id, perform }), used)
  }

  private read(call: ReadCall): Promise<Response> {
    const { env, database } = this.usage
    const defer = (work: Promise<unknown>) => this.ctx.waitUntil(work)
    const onViewer = (viewer: Actor) => this.callers.remember(call.facts.credentials, this.table.sharesOf(viewer))
    return this.answerAndCount(call, async () => {
      await this.alarms.ensure(call.realm_id)
      const shares = this.callers.sharesOf(call)
      if (shares !== null)
        for (const counter of ['object_requests', 'rows_read'] as const) this.shares.guard(shares, counter)
      return this.answerRead(call, {
        env,
        database: database(() => this.takeObjectRequest(call)),
        defer,
        onViewer,
        waitsUntil: this.usage.mayBegin({ canWait: true }),
      })
    })
  }

  /** Counts a request to an object beside the database for the account that asked, or refuses it with 429. */
  private takeObjectRequest(call: Pick<Call, 'facts'>): void {
    const shares = this.callers.sharesOf(call)
    if (shares === null) return
    this.shares.guard(shares, 'object_requests')
    this.shares.count(shares, { object_requests: 1 })
  }

  /** Answers or refuses a request, and counts what it used. */
  private answerAndCount(call: Pick<Call, 'facts' | 'used'>, answer: () => Promise<Response>): Promise<Response> {
    return this.usage.request(async () => {
      const response = await answer().catch((error: unknown) => refusalResponse(refusalOf(error, 'request')))
      this.countFor(call, Number(response.headers.get(rowsReadHeader) ?? 0))
      return response
    }, call.used)
  }

  /** Grants a session a lease: it may read from the replicas of a region. Replies with null if it may not, as JSON text. */
  async lease(call: LeaseCall): Promise<string> {
    return this.usage.request(async () => {
      const { inTurn, table } = await this.listenDeps(call)
      const reply = await inTurn(async ({ commit }, turn): Promise<LeaseReply> => {
        const actor = await table.identify(turn, { name: 'lease', facts: call.facts })
        const { id: user_id } = actor
        const shares = table.sharesOf(actor)
        const floor = commit.bookmark
        const holder = { user_id, shares, charge: (rows: number) => turn.charge(shares, rows) }
        const mayRead = floor !== null && this.usage.hasTimeForGuards
        const seconds = mayRead ? this.leases.grant(call, holder) : null
        return floor === null || seconds === null ? null : { floor, user_id, seconds }
      }).catch((error: unknown) => {
        if (error instanceof ApiError) return null
        throw error
      })
      this.countFor(call, 0)
      return JSON.stringify(reply)
    }, call.used)
  }

  /** Begins or gives up a move to another database, or neither. Replies with its status, or `refused`, as JSON text. */
  async relocate({ order, realm_id, used }: RelocationCall): Promise<string> {
    return this.usage.request(async () => {
      try {
        await this.alarms.ensure(realm_id)
        return JSON.stringify({ status: await this.relocation.command(order) } satisfies RelocationReply)
      } catch (error) {
        return JSON.stringify({ refused: refusalOf(error, 'relocation') } satisfies RelocationReply)
      }
    }, used)
  }

  /** Ends an event queue. Replies with a refusal or null, as JSON text. */
  async drop(call: DropCall): Promise<string> {
    return this.usage.request(async () => {
      const refusal = await dropQueue(call, await this.listenDeps(call))
      this.countFor(call, 0)
      return JSON.stringify(refusal)
    }, call.used)
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.connections.isClosed(socket)) return
    this.notes.noteMessage(socket)
    try {
      await this.usage.message(async () => {
        const { polls } = await this.state.get(this.alarms.realm_id)
        const request = polls.onClientMessage(socket, message)
        if (request !== null) await this.asks.take(request)
      })
    } catch (error) {
      if (quotaExceededIn(error) !== null) return this.asks.refuse(socket, message, error)
      logFailure('socket message', error)
      const connection = this.connections.find(socket)
      if (connection !== null) this.connections.close(connection, closeCodes.restart, 'Restarting')
    }
  }

  override async webSocketClose(socket: WebSocket, _: number, __: string, wasClean: boolean): Promise<void> {
    // If a quota keeps the state from being loaded, the queue's lifespan counts from its last request.
    await unlessQuota(async () => {
      const { polls } = await this.state.get(this.alarms.realm_id)
      polls.onClose(socket, { isLost: !wasClean })
    })
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 0, '', false)
  }

  override async alarm(): Promise<void> {
    await this.usage.request(() => this.alarms.ring(() => this.doWhatIsDue()))
  }

  /** Does all work that is due, and answers when more is due, in UNIX seconds. */
  private async doWhatIsDue(): Promise<number> {
    const { realm_id } = this.alarms
    const { maintenance, jobs } = await this.state.get(realm_id)
    const expiry = await maintenance.expire()
    this.shares.prune()
    const due = nextDue(await this.performer.replyToSystem(this.table.dueAction), this.now())
    // After that action, because its jobs may be of those that begin in an alarm only.
    jobs.start({ byAlarm: true })
    const daily = await this.alarms.daily(
      () => this.performer.replyToSystem(this.table.dailyAction),
      this.usage.mayBegin({ canWait: true }),
    )
    const relocation = await this.relocation.goOn()
    return this.alarms.earliest({ expiry, daily, others: [jobs.next(), due, relocation] })
  }

  private async listenDeps(call: Pick<Call, 'realm_id' | 'facts'>): Promise<ListenDeps> {
    const { performer, alarms } = this
    await alarms.ensure(call.realm_id)
    return {
      ...performer.actionDeps,
      gather: (state) => performer.gather(state),
      inTurn: (use) => performer.inTurn(call, use),
    }
  }

  /** Tells owners if the database has passed a mark since they were told. A request says where the organization is, for links in mails. */
  private async tellDatabaseSize(origin: string): Promise<void> {
    await this.usage.databaseSize.tell(async () => {
      const reply = await this.performer.replyToSystem(this.table.databaseAction, { origin })
      return 'result' in reply ? (reply.result as { percent: number }).percent : null
    })
  }

  /** Tells owners that marks of the day's quotas were reached. */
  private async tellUsage(reached: UsageMark[]): Promise<void> {
    const reply = await this.performer.replyToSystem(this.table.usageAction, { reached })
    this.usage.meter.onTold(reached, 'result' in reply)
  }
}
