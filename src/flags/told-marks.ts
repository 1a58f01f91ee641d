import type { Entry } from '../core/live/event-log'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { flagsEvent } from './events'

/** Events of marks as read after one id and up to another, for a user. They are in rows of their own, not in the log. */
export async function retoldMarks(
  sql: Sql,
  { realm_id, user_id, after, up_to }: { realm_id: number; user_id: number; after: number; up_to: number },
): Promise<Entry[]> {
  const rows = await sql`
    select event.value as event from (
      select told from read_told where id > ${after} and ${inRealm(fragment`id`, realm_id)}
      union all
      select told from read_recent where realm_id = ${realm_id}
    ) as held
    cross join json_each('[' || rtrim(held.told, ',') || ']') as event
    where event.value ->> 1 = ${user_id} and event.value ->> 0 > ${after} and event.value ->> 0 <= ${up_to}
  `.all<{ event: string }>()
  return rows.map(({ event }) => {
    const [id, to, messages] = JSON.parse(event) as [number, number, number[]]
    return { id, to: [to], event: flagsEvent({ op: 'add', flag: 'read' }, messages) }
  })
}

/** Deletes events of marks up to one that no queue can ask for any more. */
export const forgetMarks = (realm_id: number, up_to: number): Fragment[] => [
  fragment`delete from read_told where id <= ${up_to} and ${inRealm(fragment`id`, realm_id)}`,
]
