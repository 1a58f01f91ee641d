import { newcomers, peopleOfShare } from '../accounts/shares'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { AttachmentRow } from './queries'

/** Bytes and number of files. */
interface Space {
  bytes: number
  files: number
}

/** Space of all people in the table `people`. */
async function spaceOf(sql: Sql, people: Fragment): Promise<Space> {
  const row = await sql`
    select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files), 0) as files
    from ${people} as person cross join upload_space on upload_space.user_id = person.id
  `.first<Space>()
  return row!
}

/**
 * Space of all people who use a share. Uploads of a bot count for the person who owned it at that time, even if the bot is
 * transferred.
 */
export const spaceOfShare = (sql: Sql, realm_id: number, share_id: number): Promise<Space> =>
  spaceOf(sql, peopleOfShare(realm_id, share_id))

/** Space of all newcomers together. Reads a row or two for each newcomer. */
export const spaceOfNewcomers = (sql: Sql, realm_id: number): Promise<Space> => spaceOf(sql, newcomers(realm_id))

/** A file, with the person who is charged for its space. */
type ChargedFile = Pick<AttachmentRow, 'user_id' | 'charged_to' | 'size'>

/** Id of the person whose space a file uses. */
const spaceOwner = ({ user_id, charged_to }: Omit<ChargedFile, 'size'>): number => charged_to ?? user_id

/** Ids of the accounts that may delete a file, and get an event about it: the uploader, and the person whose space it uses. */
export const holdersOfSpace = (file: Omit<ChargedFile, 'size'>): number[] => [
  ...new Set([file.user_id, spaceOwner(file)]),
]

/** Space that a person begins or ceases to use. */
interface Use extends Space {
  readonly user_id: number
}

const useOf = (file: ChargedFile): Use => ({ user_id: spaceOwner(file), bytes: file.size, files: 1 })

/** Adds a file to the used space of a person and of the realm. */
export const takeSpace = (realm_id: number, file: ChargedFile): Fragment[] => addUse(realm_id, useOf(file))

/** Adds bytes that are no file to the used space of a person and of the realm. */
export const takeBytes = (realm_id: number, user_id: number, bytes: number): Fragment[] =>
  addUse(realm_id, { user_id, bytes, files: 0 })

/** Subtracts files from the used space of the people who are charged, and of the realm. */
export const freeSpace = (realm_id: number, files: readonly ChargedFile[]): Fragment[] =>
  subtractUse(realm_id, files.map(useOf))

/** Subtracts bytes that are no files from the used space of people and of the realm. */
export function freeBytes(realm_id: number, uses: readonly { user_id: number; bytes: number | null }[]): Fragment[] {
  const counted = uses.flatMap(({ user_id, bytes }) => (bytes === null ? [] : [{ user_id, bytes, files: 0 }]))
  return counted.length === 0 ? [] : subtractUse(realm_id, counted)
}

const addUse = (realm_id: number, { user_id, bytes, files }: Use): Fragment[] => [
  fragment`
    insert into upload_space (user_id, bytes, files) values (${user_id}, ${bytes}, ${files})
    on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + excluded.files`,
  fragment`update realm set upload_space_used = upload_space_used + ${bytes} where id = ${realm_id}`,
]

function subtractUse(realm_id: number, uses: readonly Use[]): Fragment[] {
  const bytes = uses.reduce((sum, use) => sum + use.bytes, 0)
  return [
    fragment`
      update upload_space set bytes = max(0, upload_space.bytes - freed.bytes), files = max(0, upload_space.files - freed.files)
      from (
        select value ->> 0 as user_id, sum(value ->> 1) as bytes, sum(value ->> 2) as files
        from json_each(${JSON.stringify(uses.map((use) => [use.user_id, use.bytes, use.files]))})
        group by 1
      ) as freed
      where upload_space.user_id = freed.user_id`,
    fragment`update realm set upload_space_used = max(0, upload_space_used - ${bytes}) where id = ${realm_id}`,
  ]
}
