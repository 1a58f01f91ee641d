import { fragment, type Sql } from '../core/sql/sql'
import { tokenOf, tokensIn } from './names'
import type { AttachmentRow } from './queries'

/**
 * The files that no stored text names: no description of the realm, a stream or a group, no profile field, and no bot storage of
 * their owner. Bot storage may be large and is not searched for each name: an account whose storage names any file keeps all of
 * its files.
 */
export async function filesNamedNowhere(
  sql: Sql,
  realm_id: number,
  files: readonly AttachmentRow[],
): Promise<AttachmentRow[]> {
  if (files.length === 0) return []
  const owners = [...new Set(files.map(({ user_id }) => user_id))]
  const listed = fragment`(select value from json_each(${JSON.stringify(owners)}))`
  const [descriptions, profiles, programs] = await Promise.all([
    sql`
      select description from realm where id = ${realm_id} and instr(description, 'user_uploads/')
      union all
      select description from stream where realm_id = ${realm_id} and instr(description, 'user_uploads/')
      union all
      select description from user_group where realm_id = ${realm_id} and instr(description, 'user_uploads/')
      union all
      select description from default_stream_group where realm_id = ${realm_id} and instr(description, 'user_uploads/')
    `.all<{ description: string }>(),
    sql`
      select user_id, value from profile_value where user_id in ${listed} and instr(value, 'user_uploads/')
    `.all<{ user_id: number; value: string }>(),
    sql`
      select distinct user_id from bot_storage where user_id in ${listed} and instr(value, 'user_uploads/')
    `.all<{ user_id: number }>(),
  ])
  const described = new Set(descriptions.flatMap(({ description }) => tokensIn(description)))
  const inProfiles = new Set(
    profiles.flatMap(({ user_id, value }) => tokensIn(value).map((token) => `${user_id} ${token}`)),
  )
  const keepers = new Set(programs.map(({ user_id }) => user_id))
  return files.filter(({ user_id, path_id }) => {
    const token = tokenOf(path_id)
    return !described.has(token) && !inProfiles.has(`${user_id} ${token}`) && !keepers.has(user_id)
  })
}
