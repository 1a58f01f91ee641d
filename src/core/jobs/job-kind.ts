import type { Sql } from '../sql/sql'

/** What a job may use. */
export interface JobContext {
  readonly env: Env
  readonly realm_id: number
  /** UNIX time, seconds. */
  readonly now: number
  readonly sql: Sql
  /** Does a part of the job in an event of its own. */
  readonly doApart: DoApart
}

/**
 * Does a part of a job in an event of its own, and answers what the part answers. The platform limits the requests and the open
 * connections of each event. What travels is JSON.
 */
export type DoApart = (part: string, input: unknown) => Promise<unknown>

/** A part of a job that can be done in an event of its own. */
export type JobPart = (input: never, env: Env) => Promise<unknown>

/** How jobs of one kind are done. */
export interface JobKind {
  /** Does the work and answers its outcome as JSON. If it throws, or if the object is lost meanwhile, it is tried again. */
  readonly run: (payload: never, context: JobContext) => Promise<unknown>
  /** The account that a job is done for, or its share: these owners take turns. Null or missing: the realm's own work. */
  readonly ownerOf?: (payload: never) => number | null
  /** The pool that the share of its owner is in, if any (`ShareIds`). */
  readonly poolOf?: (payload: never) => number | undefined
  /** Earliest time for the first attempt, in UNIX seconds. Missing: at once. */
  readonly dueOf?: (payload: never) => number
  /** The system action that records the outcome. Its input is a `JobReport`, and its change has no `precondition`. */
  readonly action: string
  /**
   * Begins only in an alarm, for a step of long work. The platform limits queries, requests and computing time of each event, and
   * a step that follows without an alarm would count towards the same event.
   */
  readonly byAlarmOnly?: true
  /** Waits for the next day when few rows are left for this day. */
  readonly canWait?: true
}

export type JobTable = Readonly<Record<string, JobKind>>

/** A job and its outcome, which is null if every attempt failed. */
export interface JobReport<A, O> {
  readonly payload: A
  readonly outcome: O | null
  /** The attempts failed because an object beside the database did not answer for a day. */
  readonly isUnanswered?: true
}
