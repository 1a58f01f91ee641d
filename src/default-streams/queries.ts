import { type Sql } from '../core/sql/sql'
import { listedColumns, type ListedStream } from '../streams/queries'

/** Default streams, by name, as lists show them. */
export async function listedDefaults(sql: Sql, realm_id: number): Promise<ListedStream[]> {
  return sql`
    select ${listedColumns} from stream
    where realm_id = ${realm_id} and is_default and not deactivated
    order by name_key
  `.all()
}

export interface DefaultStreamGroup {
  id: number
  name: string
  description: string
  /** By name. */
  streams: ListedStream[]
}

/** All groups, by name. */
export async function defaultStreamGroups(sql: Sql, realm_id: number): Promise<DefaultStreamGroup[]> {
  // Both in one round trip; an empty group has no row in the second result.
  const [groups, members] = await Promise.all([
    sql`
      select id, name, description from default_stream_group
      where realm_id = ${realm_id}
      order by name_key
    `.all<Omit<DefaultStreamGroup, 'streams'>>(),
    sql`
      select group_id, ${listedColumns}
      from default_stream_group
      cross join default_stream_group_member on group_id = default_stream_group.id
      cross join stream on stream.id = stream_id
      where default_stream_group.realm_id = ${realm_id} and not deactivated
      order by stream.name_key
    `.all<ListedStream & { group_id: number }>(),
  ])
  return groups.map((one) => ({
    ...one,
    streams: members.filter(({ group_id }) => group_id === one.id),
  }))
}

/** Whether the stream is in a default stream group. */
export async function isGrouped(sql: Sql, realm_id: number, stream_id: number): Promise<boolean> {
  const row = await sql`
    select 1 as one
    from default_stream_group cross join default_stream_group_member on group_id = id
    where realm_id = ${realm_id} and stream_id = ${stream_id}
    limit 1
  `.first()
  return row !== null
}
