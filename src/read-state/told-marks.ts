import type { Entry } from '../core/live/event-log'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { flagsEvent } from '../flags/events'

/** Maximal rows and bytes of one read, in addition to one row of any size. The next read continues. */
const limits = { rows: 1000, bytes: 1_000_000 }

interface Between {
  realm_id: number
  after: number
  up_to: number
}

/**
 * A user's events of read marks after one id and up to another. They have their own rows and are not in the log. `complete_to` is
 * how far the result reaches.
 */
export async function retoldMarks(
  sql: Sql,
  { user_id, ...between }: Between & { user_id: number },
): Promise<{ entries: Entry[]; complete_to: number }> {
  const { realm_id, after, up_to } = between
  const last = await lastRow(sql, between)
  const complete_to = Math.min(last ?? up_to, up_to)
  // In one statement, because events move from the row of recent marks to their own rows.
  const rows = await sql`
    select event.value as event from (
      select told from read_told
      where id > ${after} and ${last === null ? fragment`true` : fragment`id <= ${last}`} and ${inRealm(fragment`id`, realm_id)}
      union all
      select told from read_recent where realm_id = ${realm_id}
    ) as held
    cross join json_each('[' || rtrim(held.told, ',') || ']') as event
    where event.value ->> 1 = ${user_id} and event.value ->> 0 > ${after} and event.value ->> 0 <= ${complete_to}
  `.all<{ event: string }>()
  const entries = rows.map(({ event }): Entry => {
    const [id, to, messages] = JSON.parse(event) as [number, number, number[]]
    return { id, to: [to], event: flagsEvent({ op: 'add', flag: 'read' }, messages) }
  })
  return { entries, complete_to }
}

/** Id of the last row of one read; null for all rows, including those that are added meanwhile. */
async function lastRow(sql: Sql, { realm_id, after, up_to }: Between): Promise<number | null> {
  // The id of a row is that of its last event.
  const ofRealm = inRealm(fragment`id`, realm_id)
  const sizes = await sql`
    select id, octet_length(told) as size from read_told
    where id > ${after} and ${ofRealm}
      and id <= coalesce((select min(id) from read_told where id >= ${up_to} and ${ofRealm}), ${up_to})
    order by id
    limit ${limits.rows}
  `.all<{ id: number; size: number }>()
  let size = 0
  const enough = sizes.find((row) => (size += row.size) >= limits.bytes) ?? sizes[limits.rows - 1]
  const end = enough ?? sizes.at(-1)
  return end === undefined || (enough === undefined && end.id < up_to) ? null : end.id
}

/** Deletes events of marks up to one that no queue can request any longer. */
export const forgetMarks = (realm_id: number, up_to: number): Fragment[] => [
  fragment`delete from read_told where id <= ${up_to} and ${inRealm(fragment`id`, realm_id)}`,
]
