import { stagedInTurn } from '../commit/group-commit'
import { Jobs } from '../jobs/jobs'
import { partsIn } from '../jobs/parts'
import type { Connections } from '../live/connections'
import { Reader, RowCache } from '../sql/reader'
import type { Bookmark } from '../sql/bookmarks'
import { sqlOver } from '../sql/sql'
import { systemRequest } from '../turn/call'
import type { DayShares } from '../turn/day-shares'
import type { Relocation } from '../relocation/relocation'
import type { ActionPerformer } from './action-performer'
import type { ActionTable } from './action-table'
import type { Alarms } from './alarms'
import type { Leases } from './leases'
import type { ObjectUsage } from './object-usage'
import { loadRealmState, type RealmState } from './realm-state'

interface StateDeps {
  readonly table: () => ActionTable
  readonly usage: ObjectUsage
  readonly shares: DayShares
  readonly alarms: Alarms
  readonly connections: Connections
  readonly leases: Leases
  readonly performer: () => Pick<ActionPerformer, 'reply' | 'inSystemTurn'>
  readonly relocation: () => Pick<Relocation, 'finish'>
  readonly now: () => number
}

/** Holds the state of the realm: loads it in the first turn, and again after a failure that left it in doubt. */
export class CurrentState {
  private state: Promise<RealmState> | null = null
  private loaded: RealmState | null = null
  /** Outlives `state`, because jobs go on while the state is loaded again. */
  private jobs: Jobs | null = null

  constructor(private readonly deps: StateDeps) {}

  async get(realm_id: number): Promise<RealmState> {
    const loading = this.state
    const previous = await loading
    // Another turn may have begun to load it meanwhile.
    if (previous?.commit.inDoubt && this.state === loading) {
      this.state = null
      previous.maintenance.restart()
    }
    this.state ??= this.load(realm_id)
    try {
      return (this.loaded = await this.state)
    } catch (error) {
      this.state = null
      throw error
    }
  }

  /** The latest state of the database that is known; null if none is, or without read replicas. */
  get bookmark(): Bookmark | null {
    return this.loaded?.commit.bookmark ?? null
  }

  private load(realm_id: number): Promise<RealmState> {
    const { usage, connections, shares, alarms, leases, performer, relocation, now } = this.deps
    const { events: table, trail } = this.deps.table()
    const jobs = (this.jobs ??= this.newJobs(realm_id))
    return loadRealmState({
      realm_id,
      env: usage.env,
      usage,
      trail,
      table,
      connections,
      shares,
      wakeAt: alarms.wakeAt,
      inTurn: performer().inSystemTurn,
      now,
      jobs,
      raiseFloors: (bookmark, reaches) => leases.raise(bookmark, reaches),
      finishRelocation: () => relocation().finish(),
    })
  }

  private newJobs(realm_id: number): Jobs {
    const { table, usage, alarms, performer, now } = this.deps
    return new Jobs({
      realm_id,
      env: usage.env,
      now,
      wakeAt: alarms.wakeAt,
      mayBegin: (how) => usage.mayBegin(how),
      table: table().jobs,
      doApart: partsIn(usage.env, realm_id),
      sql: () => sqlOver(new Reader(usage.database(), new RowCache(0))),
      perform: (name, input, also) => performer().reply({ name, input, realm_id, facts: systemRequest }, { also }),
      write: async (writes) => {
        const { commit } = await this.get(realm_id)
        await stagedInTurn(performer().inSystemTurn, () => commit.stage({ writes, result: null }))
      },
    })
  }
}
