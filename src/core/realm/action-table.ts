import type { NewQueue } from '../live/queue'
import type { EventTable } from '../live/event-table'
import type { Actor } from '../base/product'
import type { JobPart, JobTable } from '../jobs/job-kind'
import type { Trail } from '../commit/commit-tokens'
import type { RelocatedTables } from '../relocation/tables'
import type { Sql } from '../sql/sql'
import type { Credentials, RequestFacts } from '../turn/call'
import type { ShareWords } from '../turn/day-shares'
import type { ShareIds } from '../turn/share-limits'
import type { Change, SystemTurn, Turn } from '../turn/change'
import type { Cached } from '../turn/query-cache'

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
type Action = (turn: Turn, input: any) => Promise<Change<unknown>>

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
type SystemAction = (turn: SystemTurn, input: any) => Promise<Change<unknown>>

/** The product's rules and actions, which the realm object does not know by itself. */
export interface ActionTable {
  /** Resolves the credentials of a call to an account, or refuses with 401. */
  readonly identify: (turn: SystemTurn, call: { readonly name: string; readonly facts: RequestFacts }) => Promise<Actor>
  /** Whether an account may still do and see the same as before. */
  readonly isAsBefore: (before: Actor, current: Actor) => boolean
  /** The mark of the session that credentials name; null if they cannot be good. */
  readonly mark: (credentials: Credentials) => string | null
  /** The share that an account's actions count towards, which other accounts may use, too, and the pool that the share is in. */
  readonly sharesOf: (actor: Actor) => ShareIds
  readonly shareWords: ShareWords
  /** Actions of accounts. */
  readonly actions: Record<string, Action>
  /** Actions that end a danger, such as revoking a key. An account may perform them even if its share of the day is used up. */
  readonly safeguards: ReadonlySet<string>
  /** Actions without credentials: those of the realm itself, and those that check or grant credentials. */
  readonly systemActions: Record<string, SystemAction>
  /**
   * Actions that take nothing from anybody: afterwards, nobody may see less than before. All others wait until no replica shows what
   * they took (docs/decisions/0043-reads-from-replicas.md).
   */
  readonly keepsAccess: ReadonlySet<string>
  /** Actions that add what people write or upload. They are refused, or wait, when the database is nearly full. */
  readonly fillsDatabase: ReadonlySet<string>
  /** Actions before which all inputs that wait to be gathered are staged (`Change.gathers`). */
  readonly afterGathered: ReadonlySet<string>
  /** The system action that is performed once a day. Its result says whether it is `complete`. */
  readonly dailyAction: string
  /** The system action that begins work that is due. Its result says when more work is due: `next`, in UNIX seconds or null. */
  readonly dueAction: string
  /** The system action that is performed when connections with notes have ended. Its input has these `EndedConnection`s. */
  readonly endedAction: string
  /** The system action that tells owners that marks of the day's quotas were reached. Its input has these marks: `reached`. */
  readonly usageAction: string
  /**
   * The system action that tells owners that the database is filled to a mark. Its input has the `origin` of the organization. Its result
   * has the `percent` of the mark that the owners know of afterwards.
   */
  readonly databaseAction: string
  readonly jobs: JobTable
  /** Parts of jobs that are done in events of their own (`JobContext.doApart`). */
  readonly jobParts: Readonly<Record<string, JobPart>>
  readonly events: EventTable
  /** The rows that carry the tokens of their commits. */
  readonly trail: Trail
  readonly register: Registration
  /** The tables with rows of realms, which go along when a realm moves to another database. */
  readonly relocated: RelocatedTables
}

/** What is given to the function that makes a client's initial state. */
export interface Snapshot<I = unknown> {
  readonly actor: Actor
  readonly input: I
  readonly now: number
  readonly env: Env
  readonly facts: Pick<RequestFacts, 'origin'>
  /** All reads share one transaction, so send all of them before awaiting one. */
  readonly sql: Sql
  /**
   * Answers from the object's query cache, or else from the same transaction. Use it only for facts that are in no row yet: the
   * cache may be newer than the transaction.
   */
  readonly cached: Cached
  /** The open connections that have a note. */
  readonly noted: SystemTurn['noted']
}

/** The product's rules for registering event queues (register). */
export interface Registration {
  /** The new queue, or a refusal. */
  queue(turn: Turn, input: never): Promise<NewQueue>
  /** The parts of the initial state that the client asked for. */
  state(snapshot: Snapshot<never>): Promise<Record<string, unknown>>
}
