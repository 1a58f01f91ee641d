import { inRealm } from '../sql/ids'
import { fragment, type Fragment } from '../sql/sql'

/** A row of `job`. `payload` is JSON. */
export interface JobRow {
  readonly id: number
  readonly kind: string
  readonly payload: string
  /** Failed attempts. */
  readonly attempts: number
}

/** Rows of the realm's waiting and running jobs, oldest first. */
export const jobsOf = (realm_id: number): Fragment => fragment`
  select id, kind, payload, attempts from job
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

export const deleteJob = (id: number): Fragment => fragment`delete from job where id = ${id}`

export const countFailure = (ids: number[]): Fragment => fragment`
  update job set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`
