import { accountsOfShare } from '../accounts/shares'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { AttachmentRow } from './queries'

/** Bytes and number of files. */
interface Space {
  bytes: number
  files: number
}

/** Space that the files of all accounts take that use a share. */
export async function spaceOf(sql: Sql, realm_id: number, share_id: number): Promise<Space> {
  const row = await sql`
    select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files), 0) as files
    from ${accountsOfShare(realm_id, share_id)} as account
    cross join upload_space on upload_space.user_id = account.id
  `.first<Space>()
  return row!
}

/** Adds a file to the space of its owner and of the realm. */
export const takeSpace = (realm_id: number, { user_id, size }: Pick<AttachmentRow, 'user_id' | 'size'>): Fragment[] => [
  fragment`
    insert into upload_space (user_id, bytes, files) values (${user_id}, ${size}, 1)
    on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + 1`,
  fragment`update realm set upload_space_used = upload_space_used + ${size} where id = ${realm_id}`,
]

/** Takes files off the space of their owners and of the realm. */
export function freeSpace(realm_id: number, files: readonly Pick<AttachmentRow, 'user_id' | 'size'>[]): Fragment[] {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return [
    fragment`
      update upload_space set bytes = max(0, upload_space.bytes - freed.size), files = max(0, upload_space.files - freed.files)
      from (
        select value ->> 0 as user_id, sum(value ->> 1) as size, count(*) as files
        from json_each(${JSON.stringify(files.map((file) => [file.user_id, file.size]))})
        group by 1
      ) as freed
      where upload_space.user_id = freed.user_id`,
    fragment`update realm set upload_space_used = max(0, upload_space_used - ${size}) where id = ${realm_id}`,
  ]
}
