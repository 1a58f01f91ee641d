import { inRealm } from '../sql/ids'
import { fragment, type Fragment, type Sql } from '../sql/sql'

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
