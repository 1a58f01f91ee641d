import { DurableObject } from 'cloudflare:workers'
import { StoredAttempts } from './attempts'
import type { ActionTable, Attempts, Change, OpenTurn } from './change'
import type { RequestFacts } from './endpoint'
import { ApiError, refused, type Refusal } from './errors'
import { GroupCommit, Superseded, type Cost } from './group-commit'
import { Memory } from './memory'
import { Database, sqlOver, type Fragment, type Row, type Runner, type Tally } from './sql'

/** A named change that somebody asks for. */
export interface Call {
  name: string
  input: unknown
  realm_id: number
  facts: RequestFacts
}

/** What became of it. `again`: nothing was written, and the caller may ask once more. */
export type Reply = { result: unknown; cost: Tally & { batch: number } } | { refused: Refusal } | { again: true }

/**
 * The only writer of one realm. It takes turns: one action at a time decides, its change joins the next batch, and the
 * answer is given when that batch is committed. It knows no product word; `ActionTable` is what it is asked to do.
 */
export abstract class RealmObject extends DurableObject<Env> {
  protected abstract readonly table: ActionTable

  private readonly attempts: Attempts = new StoredAttempts(this.ctx.storage.sql, () => Date.now() / 1000)
  private instance: Promise<Instance> | null = null
  /** The end of the queue of turns: each waits for the one before it. */
  private lastTurn: Promise<unknown> = Promise.resolve()

  /** Runs one action. Replies are JSON text: an RPC result that is no primitive would have to be disposed of. */
  async perform(call: Call): Promise<string> {
    return JSON.stringify(await this.reply(call))
  }

  private async reply(call: Call): Promise<Reply> {
    try {
      const { change, spent, committed } = await this.inTurn(() => this.takeTurn(call))
      const { batch, rows_read, rows_written } = await committed
      return {
        result: change.result,
        cost: {
          batch,
          trips: spent.trips + (change.writes.length > 0 ? 1 : 0),
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

  private inTurn<T>(turn: () => Promise<T>): Promise<T> {
    const mine = this.lastTurn.then(turn)
    this.lastTurn = mine.catch(() => undefined)
    return mine
  }

  /** Decides and stages; the turn ends before the commit unless what is known changes with it. */
  private async takeTurn(call: Call): Promise<{ change: Change<unknown>; spent: Tally; committed: Promise<Cost> }> {
    const instance = await this.current(call.realm_id)
    const { commit, memory, reads } = instance
    reads.resetTally()
    const change = await this.decide(call, instance)
    const spent = reads.tally
    const committed = commit.stage(change)
    // What was decided meanwhile may rest on a change that failed; a mere refusal changed nothing.
    committed.catch((error: unknown) => error instanceof ApiError || memory.clear())
    if (change.alters !== undefined) {
      await committed
      memory.forget(change.alters)
    }
    return { change, spent, committed }
  }

  private async decide(call: Call, { commit, memory, reads }: Instance): Promise<Change<unknown>> {
    const turn: OpenTurn = {
      now: Date.now() / 1000,
      realm_id: call.realm_id,
      facts: call.facts,
      env: this.env,
      known: memory.known,
      sql: sqlOver(afterEarlierChanges(commit, reads)),
      next: (counter) => commit.ids.next(counter),
      upcoming: (counter) => commit.ids.upcoming(counter),
      attempts: this.attempts,
    }
    const { identify, actions, openActions } = this.table
    const open = openActions[call.name]
    if (open !== undefined) return open(turn, call.input)
    const actor = await identify(turn, call)
    return actions[call.name]!({ ...turn, actor }, call.input)
  }

  /** What this object knows of its realm, learned on the first turn and anew after a failure that left it in doubt. */
  private async current(realm_id: number): Promise<Instance> {
    if (this.instance !== null && (await this.instance).commit.adrift) this.instance = null
    this.instance ??= learn(this.env.DB, realm_id)
    try {
      return await this.instance
    } catch (error) {
      this.instance = null
      throw error
    }
  }
}

interface Instance {
  commit: GroupCommit
  memory: Memory
  /** What turns read. They take place one after the other, so what is counted during one is its own. */
  reads: Database
}

async function learn(d1: D1Database, realm_id: number): Promise<Instance> {
  const commit = await GroupCommit.load(new Database(d1), realm_id)
  const reads = new Database(d1)
  return { commit, reads, memory: new Memory(sqlOver(afterEarlierChanges(commit, reads))) }
}

/** Reads that see every change staged before them. */
function afterEarlierChanges(commit: GroupCommit, database: Database): Runner {
  const run = async (statement: Fragment): Promise<Row[]> => {
    await commit.settled()
    return (await database.send([statement]))[0]!.rows
  }
  return { run, recall: run }
}
