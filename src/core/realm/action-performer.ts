import { ApiError } from '../base/errors'
import { refusalOf } from '../base/failures'
import type { Cost, GroupCommit } from '../commit/group-commit'
import { SupersededError } from '../commit/send-until-decided'
import type { Fragment } from '../sql/sql'
import { systemRequest, type Call, type Reply } from '../turn/call'
import type { Outcome, SystemTurn } from '../turn/change'
import { Turns } from '../turn/turns'
import type { ObjectUsage } from './object-usage'
import type { ActionTable } from './action-table'
import type { Alarms } from './alarms'
import { socketClosed, type TurnOfAsk } from './asks'
import type { Callers } from './callers'
import { FollowUps } from './follow-ups'
import { GatheredInputs } from './gathered-inputs'
import type { RealmState } from './realm-state'
import { runAction, type ActionDeps, type StagedAction } from './run-action'
import { systemTurn } from './system-turn'

interface PerformerDeps extends Omit<ActionDeps, 'table' | 'env' | 'database' | 'usage' | 'alarms'> {
  readonly table: () => ActionTable
  readonly usage: ObjectUsage
  readonly alarms: Alarms
  readonly callers: Callers
  /** The state of the realm, which a turn asks for when it begins. */
  readonly current: (realm_id: number) => Promise<RealmState>
}

/** Performs actions one at a time, each in a turn, and replies when its change is committed. */
export class ActionPerformer {
  readonly followUps = new FollowUps((name, input) => this.replyToSystem(name, input))
  private readonly turns
  private readonly gathered = new GatheredInputs(() =>
    this.inSystemTurn(async () => this.gather(await this.deps.current(this.deps.alarms.realm_id))),
  )

  constructor(private readonly deps: PerformerDeps) {
    this.turns = new Turns(deps.now)
  }

  /** Performs an action of the realm itself. */
  replyToSystem(name: string, input: unknown = {}): Promise<Reply> {
    return this.reply({ name, input, realm_id: this.deps.alarms.realm_id, facts: systemRequest })
  }

  /** Performs an action. The writes of `also` join its change. `turn` is given for what a client asked on a socket. */
  async reply(
    call: Call,
    { also = () => [], turn }: { also?: () => readonly Fragment[]; turn?: TurnOfAsk } = {},
  ): Promise<Reply> {
    const { callers, alarms, current, table } = this.deps
    let readInTurn = 0
    let commit: GroupCommit | undefined
    const bookmark = () => (commit?.bookmark == null ? {} : { bookmark: commit.bookmark })
    try {
      const staged = await this.turns.take(turn?.by ?? callers.of(call), async () => {
        await alarms.ensure(call.realm_id)
        const state = await current(call.realm_id)
        commit = state.commit
        if (turn?.isWanted() === false) throw socketClosed()
        if (table().afterGathered.has(call.name)) await this.gather(state)
        try {
          return await runAction(call, also, state, this.actionDeps)
        } finally {
          readInTurn = state.reads.tally.rows_read
        }
      })
      const { change, spent } = staged
      if (change.gathers !== undefined) turn?.onGathered()
      const { batch, trips, rows_read, rows_written, raised } = await this.committed(staged)
      for (const followUp of change.followUps ?? []) this.followUps.add(followUp)
      await raised
      return {
        ...bookmark(),
        countsApart: staged.countsApart,
        result: change.result,
        cost: {
          batch,
          trips: spent.trips + trips,
          rows_read: spent.rows_read + rows_read,
          rows_written: spent.rows_written + rows_written,
        },
      }
    } catch (error) {
      if (error instanceof SupersededError) return { again: true }
      const readInCommit = error instanceof ApiError ? error.rows_read : 0
      return { ...bookmark(), refused: refusalOf(error, call.name), rows_read: readInTurn + readInCommit }
    }
  }

  /** The cost of an action, once its own change is committed, and the input that it left to be gathered. */
  private async committed({ change: { gathers }, shares, committed }: StagedAction): Promise<Cost> {
    const cost = await committed
    if (gathers === undefined) return cost
    const part = await this.gathered.add(gathers)
    if (shares !== null) this.deps.shares.count(shares, { rows_written: part.rows_written, bytes_written: part.bytes })
    return part
  }

  /** Stages the inputs that wait to be gathered. Call it in a turn in which nothing else is staged yet. */
  gather(state: RealmState): Promise<void> {
    const call = { realm_id: this.deps.alarms.realm_id, facts: systemRequest }
    return this.gathered.run(async (name, input) => {
      const { change, spent, committed } = await runAction({ ...call, name, input }, () => [], state, this.actionDeps)
      return { outcomes: change.result as Outcome[], spent, committed }
    })
  }

  /** Refuses an ask with 401 when the session or the account of its socket has ended. */
  identifyAsker(call: Pick<Call, 'realm_id' | 'facts'>, { by, isWanted }: TurnOfAsk): Promise<void> {
    return this.turns.take(by, async () => {
      const state = await this.deps.current(call.realm_id)
      if (!isWanted()) throw socketClosed()
      await this.identify(systemTurn(call, state, this.actionDeps), { ...call, name: 'ask' })
    })
  }

  /** Identifies the actor, and remembers whose key it was for later turns. Refuses with 429 an actor who asked too often today. */
  private readonly identify: ActionTable['identify'] = async (turn, call) => {
    const { callers, shares: dayShares } = this.deps
    const table = this.deps.table()
    const actor = await table.identify(turn, call)
    const shares = table.sharesOf(actor)
    callers.remember(call.facts.credentials, shares)
    if (!table.safeguards.has(call.name)) dayShares.guard(shares, 'object_requests')
    return actor
  }

  get actionDeps(): ActionDeps {
    const { table, usage, attempts, agenda, tickets, shares, alarms, notes, now } = this.deps
    const { env, database } = usage
    return {
      table: { ...table(), identify: this.identify },
      env,
      database,
      usage,
      attempts,
      agenda,
      tickets,
      shares,
      alarms,
      notes,
      now,
    }
  }

  /** Takes a turn for a caller who does not name an action: a client that registers or polls a queue. */
  inTurn<T>(
    call: Pick<Call, 'realm_id' | 'facts'>,
    use: (realmState: RealmState, turn: SystemTurn) => Promise<T>,
  ): Promise<T> {
    return this.turns.take(this.deps.callers.of(call), async () => {
      const state = await this.deps.current(call.realm_id)
      return use(state, systemTurn(call, state, this.actionDeps))
    })
  }

  /** Takes a turn for the realm's own work. */
  readonly inSystemTurn = <T>(turn: () => Promise<T>): Promise<T> => this.turns.take(null, turn)
}
