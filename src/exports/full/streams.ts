import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { absentStreams, isPresent } from './scope'
import { chapterOf, idIn, idOrNull, idsAfter, streamsIn } from './source'

interface StreamRow {
  id: number
  name: string
  description: string
  date_created: number
  creator_id: number | null
  invite_only: number
  is_web_public: number
  history_public_to_subscribers: number
  stream_post_policy: Records['streams']['stream_post_policy']
  message_retention_days: number | null
  is_default: number
  deactivated: number
}

/** Prefix of the names of archived streams in the database. */
const archivedPrefix = /^!DEACTIVATED:(?=.)/

export const streams = chapterOf<StreamRow>(
  'streams',
  200,
  (source, [after], limit) =>
    source.sql`
    select
      id, name, description, date_created, creator_id, invite_only, is_web_public, history_public_to_subscribers,
      stream_post_policy, message_retention_days, is_default, deactivated
    from stream
    where ${idsAfter(source, fragment`id`, 'recipient', after)} and ${isPresent(source.scope, fragment`id`)}
    order by id
    limit ${literal(limit)}
  `.all<StreamRow>(),
  (row, source) => ({
    place: [row.id],
    record: {
      id: idIn(source, row.id),
      name: row.deactivated ? row.name.replace(archivedPrefix, '') : row.name,
      description: row.description,
      date_created: row.date_created,
      creator_id: idOrNull(source, row.creator_id),
      invite_only: Boolean(row.invite_only),
      is_web_public: Boolean(row.is_web_public),
      history_public_to_subscribers: Boolean(row.history_public_to_subscribers),
      stream_post_policy: row.stream_post_policy,
      message_retention_days: row.message_retention_days,
      is_default: Boolean(row.is_default),
      is_archived: Boolean(row.deactivated),
    } satisfies Records['streams'],
  }),
)

interface GroupRow {
  id: number
  name: string
  description: string
  /** JSON. */
  streams: string
}

export const defaultStreamGroups = chapterOf<GroupRow>(
  'default_stream_groups',
  100,
  (source, [after], limit) =>
    source.sql`
    select id, name, description, (
      select json_group_array(stream_id) from default_stream_group_member where group_id = default_stream_group.id
    ) as streams
    from default_stream_group
    where ${idsAfter(source, fragment`id`, 'default_stream_group', after)}
    order by id
    limit ${literal(limit)}
  `.all<GroupRow>(),
  ({ id, name, description, streams: stream_ids }, source) => ({
    place: [id],
    record: {
      id: idIn(source, id),
      name,
      description,
      streams: streamsIn(source, absentStreams(source.scope), JSON.parse(stream_ids) as number[]),
    } satisfies Records['default_stream_groups'],
  }),
)
