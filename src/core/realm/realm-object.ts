import { systemRequest, type Call, type Reply } from '../turn/call'
import type { ActionTable } from './action-table'
import { DurableObject } from 'cloudflare:workers'
import { StoredAttempts } from '../turn/attempts'
import type { Change, SystemTurn } from '../turn/change'
import { Connections } from '../live/connections'
import { Callers } from './callers'
import { DayShares } from '../turn/day-shares'
import { Jobs } from '../jobs/jobs'
import { ApiError, refused } from '../base/errors'
import { stagedInTurn, Superseded, type Cost } from '../commit/group-commit'
import { Alarms, nextDue } from './alarms'
import { loadRealmState, stage, type RealmState } from './realm-state'
import { callIn, listen } from './listen'
import { Reader, RowCache } from '../sql/reader'
import { Database, sqlOver, type Fragment, type Tally } from '../sql/sql'
import { StoredTickets } from '../turn/tickets'
import { Turns } from '../turn/turns'

/**
 * The only writer of one realm. It takes turns: one action at a time decides, its change joins the next batch, and when
 * that batch is committed, clients are told and the answer is given. It knows no product word; `ActionTable` is what it
 * is asked to do.
 */
export abstract class RealmObject extends DurableObject<Env> {
  protected abstract readonly table: ActionTable

  private readonly now = (): number => Date.now() / 1000
  private readonly attempts = new StoredAttempts(this.ctx.storage.sql, this.now)
  private readonly tickets = new StoredTickets(this.ctx.storage.kv, this.now)
  private readonly shares = new DayShares(this.ctx.storage.kv, this.env, this.now)
  private readonly alarms = new Alarms(this.ctx.storage, this.now)
  private readonly connections = new Connections(this.ctx)
  private state: Promise<RealmState> | null = null
  /** Outlives what is thrown away when the realm is learned anew: what is under way goes on. */
  private jobs: Jobs | null = null
  private readonly turns = new Turns(this.now)
  private readonly callers = new Callers()

  /** Runs one action. Replies are JSON text: an RPC result that is no primitive would have to be disposed of. */
  async perform(call: Call): Promise<string> {
    return JSON.stringify(await this.reply(call))
  }

  /** Registers queues, and answers or holds requests for what is new; see `core/listen.ts`. */
  override async fetch(request: Request): Promise<Response> {
    const call = callIn(request)
    await this.alarms.ensure(call.realm_id)
    return listen(call, {
      table: { ...this.table, identify: this.identify },
      env: this.env,
      now: this.now,
      inTurn: (use) =>
        this.turns.take(this.callers.of(call), async () => {
          const state = await this.current(call.realm_id)
          return use(state, this.turnOf(call, state))
        }),
    })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.connections.isClosed(socket)) return
    ;(await this.present()).polls.onClientMessage(socket, message)
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    ;(await this.present()).polls.onClose(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket)
  }

  override async alarm(): Promise<void> {
    await this.alarms.ring(() => this.doByItself())
  }

  /** Does what is due without anybody asking; answers when something is due again, in UNIX seconds. */
  private async doByItself(): Promise<number> {
    const { realm_id } = this.alarms
    const { maintenance, jobs } = await this.current(realm_id)
    const expiry = await maintenance.expire()
    jobs.start({ byAlarm: true })
    this.shares.prune()
    const byItself = (name: string) => this.reply({ name, input: {}, realm_id, facts: systemRequest })
    const due = nextDue(await byItself(this.table.dueAction), this.now())
    const daily = await this.alarms.daily(() => byItself(this.table.dailyAction))
    return this.alarms.earliest({ expiry, daily, others: [jobs.next(), due] })
  }

  private present(): Promise<RealmState> {
    return this.current(this.alarms.realm_id)
  }

  private async reply(call: Call, also: () => readonly Fragment[] = () => []): Promise<Reply> {
    try {
      const { change, spent, committed } = await this.turns.take(this.callers.of(call), () => this.takeTurn(call, also))
      const { batch, trips, rows_read, rows_written } = await committed
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

  /** For what nobody asked for. */
  private readonly inTurn = <T>(turn: () => Promise<T>): Promise<T> => this.turns.take(null, turn)

  /** Decides and stages; the turn ends before the commit unless what is known changes with it. */
  private async takeTurn(
    call: Call,
    also: () => readonly Fragment[],
  ): Promise<{ change: Change<unknown>; spent: Tally; committed: Promise<Cost> }> {
    await this.alarms.ensure(call.realm_id)
    const state = await this.current(call.realm_id)
    const { queryCache, reads } = state
    reads.resetTally()
    const { decided, share } = await this.decide(call, state)
    const change = { ...decided, writes: [...decided.writes, ...also()] }
    const spent = reads.tally
    const counts = share !== null && change.writes.length > 0
    if (counts && !this.table.safeguards.has(call.name)) this.shares.guard(share)
    // Before the commit: an object that is lost after it might not come to it any more.
    if (change.wakesAt !== undefined) await this.alarms.wakeAt(change.wakesAt)
    const committed = stage(change, state)
    // What was decided meanwhile may rest on a change that failed; a mere refusal changed nothing.
    committed.then(
      ({ rows_written, bytes }) => counts && this.shares.count(share, { rows: rows_written, bytes }),
      (error: unknown) => error instanceof ApiError || queryCache.clear(),
    )
    if (change.invalidates !== undefined) {
      await committed
      queryCache.invalidate(change.invalidates)
    }
    return { change, spent, committed }
  }

  /** Who asks; from then on their turns are known by their key. */
  private readonly identify: ActionTable['identify'] = async (turn, call) => {
    const actor = await this.table.identify(turn, call)
    this.callers.remember(call.facts.credentials, this.table.shareOf(actor))
    return actor
  }

  /** What the change is, and whose share of the day it counts towards; null where nobody's own doing. */
  private async decide(call: Call, state: RealmState): Promise<{ decided: Change<unknown>; share: number | null }> {
    const { shareOf, actions, systemActions } = this.table
    const turn = this.turnOf(call, state)
    const open = systemActions[call.name]
    if (open !== undefined) return { decided: await open(turn, call.input), share: null }
    const actor = await this.identify(turn, call)
    return { decided: await actions[call.name]!({ ...turn, actor }, call.input), share: shareOf(actor) }
  }

  private turnOf(call: Omit<Call, 'input'>, { commit, queryCache, sql, queues, jobs }: RealmState): SystemTurn {
    return {
      now: this.now(),
      realm_id: call.realm_id,
      facts: call.facts,
      env: this.env,
      cached: queryCache.cached,
      sql,
      next: (counter) => commit.ids.next(counter),
      upcoming: (counter) => commit.ids.upcoming(counter),
      attempts: this.attempts,
      tickets: this.tickets,
      charge: (share, rows) => this.shares.charge(share, rows),
      jobs,
      listening: queues,
    }
  }

  /** What this object knows of its realm, learned on the first turn and anew after a failure that left it in doubt. */
  private async current(realm_id: number): Promise<RealmState> {
    const held = this.state
    const before = await held
    // Somebody else who waited for the same may have begun to learn anew already.
    if (before?.commit.inDoubt && this.state === held) {
      this.state = null
      before.maintenance.restart()
    }
    const { env, connections, shares, inTurn, now } = this
    const { storage } = this.ctx
    const jobs = (this.jobs ??= this.newJobs(realm_id))
    const place = { realm_id, env, storage, table: this.table.events, connections, shares, inTurn, now, jobs }
    this.state ??= loadRealmState(place)
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
      perform: (name, input, also) => this.reply({ name, input, realm_id, facts: systemRequest }, also),
      write: async (writes) => {
        const { commit } = await this.current(realm_id)
        await stagedInTurn(this.inTurn, () => commit.stage({ writes, result: null }))
      },
    })
  }
}
