import { inRealm } from '../sql/ids'
import { fragment, type Fragment, type Sql } from '../sql/sql'

/** A row of `job`. */
export interface JobRow {
  readonly id: number
  readonly kind: string
  /** As `storedPayload` reads it. */
  readonly payload: string
  /** Failed attempts. */
  readonly attempts: number
}

/** Rows of the realm's waiting and running jobs, oldest first. */
export const jobsOf = (realm_id: number): Fragment => fragment`
  select id, kind, payload, attempts from job
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

/** Whether a job of one of these kinds waits or runs. */
export async function hasJob(sql: Sql, realm_id: number, kinds: readonly string[]): Promise<boolean> {
  const row = await sql`
    select 1 as one from job
    where ${inRealm(fragment`id`, realm_id)} and kind in (select value from json_each(${JSON.stringify(kinds)}))
    limit 1
  `.first()
  return row !== null
}

export const deleteJob = (id: number): Fragment => fragment`delete from job where id = ${id}`

export const countFailure = (ids: number[]): Fragment => fragment`
  update job set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`

/**
 * The payload of a job, and since when an object beside the database has not answered, in UNIX seconds. That is stored as a field of the
 * payload, and missing otherwise.
 */
export function storedPayload(json: string): { payload: unknown; unansweredSince?: number | undefined } {
  const stored = JSON.parse(json) as { unanswered_since?: number } | null
  if (stored?.unanswered_since === undefined) return { payload: stored }
  const { unanswered_since: unansweredSince, ...payload } = stored
  return { payload, unansweredSince }
}

/** Notes since when an object beside the database has not answered a job. */
export const noteUnanswered = (id: number, since: number): Fragment =>
  fragment`update job set payload = json_set(payload, '$.unanswered_since', ${since}) where id = ${id}`
