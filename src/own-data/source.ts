import { isGuest } from '../accounts/roles'
import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import type { ExportChapter } from '../exports/chapter'
import type { Scope } from '../exports/full/scope'
import type { FullChapter, FullSource } from '../exports/full/source'
import type { UserRow } from '../users/queries'

/** The data that an archive of a person's own data reads. */
export interface OwnSource extends FullSource {
  readonly viewer: Pick<UserRow, 'id' | 'realm_id' | 'role'>
  readonly scope: Scope
  /** Ids of the person's bots. */
  readonly bots: ReadonlySet<number>
  /** Ids of the people and bots with whom the person has private conversations. */
  readonly companions: ReadonlySet<number>
  /** Streams that the person is or was subscribed to, with the names that the person may know. */
  readonly streams: ReadonlyMap<number, { readonly name: string; readonly isLost: boolean }>
}

/** What there is about a person, determined again for each part, so that nothing is written that the person may not see any more. */
export async function ownSource(
  given: Omit<OwnSource, 'scope' | 'bots' | 'companions' | 'streams'>,
): Promise<OwnSource> {
  const { sql, viewer } = given
  const [bots, companions, streams] = await Promise.all([
    idsOfBots(sql, viewer),
    idsOfCompanions(sql, viewer.id),
    streamsOf(sql, viewer),
  ])
  return {
    ...given,
    scope: { consenting: [viewer.id, ...bots], closed: [], ranges: [] },
    bots: new Set(bots),
    companions: new Set(companions),
    streams,
  }
}

async function idsOfBots(sql: Sql, { id, realm_id }: OwnSource['viewer']): Promise<number[]> {
  const rows = await sql`
    select id from user where realm_id = ${realm_id} and bot_owner_id = ${id} and bot_type is not null
      and ${inRealm(fragment`id`, realm_id)}
  `.all<{ id: number }>()
  return rows.map((row) => row.id)
}

async function idsOfCompanions(sql: Sql, user_id: number): Promise<number[]> {
  const rows = await sql`
    select distinct other.user_id as id
    from conversation_member as own cross join conversation_member as other on other.conversation_id = own.conversation_id
    where own.user_id = ${user_id}
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}

async function streamsOf(sql: Sql, { id: user_id, role }: OwnSource['viewer']): Promise<OwnSource['streams']> {
  const rows = await sql`
    select stream.id, stream.name, (
      select json_array(ended_at, ended_name) from subscription_span as last
      where last.user_id = ${user_id} and last.stream_id = stream.id
      order by from_id desc
      limit 1
    ) as ended,
      not stream.is_web_public and (stream.invite_only or ${isGuest({ role })}) as needs_subscription
    from (
      select stream_id from subscription where user_id = ${user_id}
      union
      select stream_id from subscription_span where user_id = ${user_id}
    ) as own cross join stream on stream.id = own.stream_id
  `.all<{ id: number; name: string; ended: string | null; needs_subscription: number }>()
  return new Map(
    rows.map(({ id, name, ended, needs_subscription }) => {
      const [at, former] = JSON.parse(ended ?? '[null, null]') as [number | null, string | null]
      const isLost = at !== null && Boolean(needs_subscription)
      return [id, { name: isLost ? (former ?? name) : name, isLost }]
    }),
  )
}

/** A chapter of full archives with only some of its items, or with others in their places. */
export const partOf = (
  chapter: FullChapter,
  change: (record: Record<string, unknown>, id: number, source: OwnSource) => Record<string, unknown> | null,
): ExportChapter<OwnSource> => ({
  name: chapter.name,
  async page(source, after) {
    const { items, isLast } = await chapter.page(source, after)
    return {
      isLast,
      items: items.map((item) => {
        const record = item.record && change(item.record, item.place[0]!, source)
        // Only the files of records that stay as they are.
        return record === item.record ? item : { place: item.place, record }
      }),
    }
  },
})

/** A chapter whose rows are sorted by user. Reads those of the person alone; `section` comes before the user's id in its places. */
export const rowsOfUser = (chapter: FullChapter, section: readonly number[] = []): ExportChapter<OwnSource> => ({
  name: chapter.name,
  page(source, after) {
    const { viewer, last, realm_id } = source
    const own = { ...source, last: { ...last, user: viewer.id - beforeFirstId(realm_id) } }
    return chapter.page(own, after ?? [...section, viewer.id, 0])
  },
})
