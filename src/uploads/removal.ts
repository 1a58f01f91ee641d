import { tell, type Step, type OutgoingEvent, type Turn, type Job } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { filesNamedNowhere } from './named'
import { tokenOf, tokensIn } from './names'
import { attachmentColumns, uploadSpaceUsed, type AttachmentRow } from './queries'
import { keyOf } from './serving'
import { freeSpace, holdersOfSpace } from './space'

/** Maximal number of files that one change removes, and of objects that one job deletes. R2 deletes up to a thousand at once. */
const maxRemovedFiles = 500

/**
 * Maximal number of owners whose files one change removes, because it reads their drafts. The daily maintenance removes the rest.
 */
const maxOwners = 20

type Removing = Pick<Turn, 'sql' | 'realm_id' | 'listening'>

/** Removes files, and has a job delete them from the bucket. Null if there are no files. */
export async function removeFiles(
  { sql, realm_id, listening }: Removing,
  files: readonly AttachmentRow[],
): Promise<Step | null> {
  if (files.length === 0) return null
  let upload_space_used = await uploadSpaceUsed(sql, realm_id)
  const events: OutgoingEvent[] = []
  for (const file of files) {
    upload_space_used = Math.max(0, upload_space_used - file.size)
    const audience = holdersOfSpace(file).filter((user_id) => listening.has(user_id))
    if (audience.length > 0)
      events.push(tell(audience, { type: 'attachment', op: 'remove', attachment: { id: file.id }, upload_space_used }))
  }
  const ids = JSON.stringify(files.map(({ id }) => id))
  const payload = { keys: files.map(({ path_id }) => keyOf(path_id)) }
  const job: Job = { kind: 'deleteFiles', payload }
  return {
    writes: [
      fragment`delete from attachment_message where attachment_id in (select value from json_each(${ids}))`,
      fragment`delete from attachment where id in (select value from json_each(${ids}))`,
      fragment`delete from attachment_let_go where attachment_id in (select value from json_each(${ids}))`,
      ...freeSpace(realm_id, files),
    ],
    events,
    jobs: [job],
  }
}

/** Those of the files without a message that no draft or scheduled message of their owner names. */
export async function unneeded(sql: Sql, files: readonly AttachmentRow[]): Promise<AttachmentRow[]> {
  const owners = [...new Set(files.map(({ user_id }) => user_id))].slice(0, maxOwners)
  if (owners.length === 0) return []
  const listed = fragment`(select value from json_each(${JSON.stringify(owners)}))`
  const texts = await sql`
    select user_id, content as text from draft
    where user_id in ${listed} and instr(content, 'user_uploads/')
    union all
    select sender_id, scheduled from scheduled_message
    where sender_id in ${listed} and instr(scheduled, 'user_uploads/')
  `.all<{ user_id: number; text: string }>()
  const named = new Set(texts.flatMap(({ user_id, text }) => tokensIn(text).map((token) => `${user_id} ${token}`)))
  return files
    .filter(({ user_id, path_id }) => owners.includes(user_id) && !named.has(`${user_id} ${tokenOf(path_id)}`))
    .slice(0, maxRemovedFiles)
}

/** Seconds for which a file stays that no message holds: its owner may still be writing the message. */
const unheldSeconds = 24 * 3600

/** Keeps files for a day after an edit took them out of a message, because the author may put them into another one. */
export const keepADay = (ids: readonly number[], now: number): Fragment[] =>
  ids.length === 0
    ? []
    : [
        fragment`
          insert or replace into attachment_let_go (attachment_id, at)
          select value, ${now} from json_each(${JSON.stringify(ids)})`,
      ]

/**
 * Removes files that no message contains and no text names, a day after they were uploaded or detached (behaviour, Files). Null
 * if there are none. The order is random, so that files in drafts do not fill every batch.
 */
export async function removeUnheld({ now, ...turn }: Removing & Pick<Turn, 'now'>): Promise<Step | null> {
  const { sql, realm_id } = turn
  const unheld = await sql`
    select ${attachmentColumns} from attachment
    where ${inRealm(fragment`attachment.id`, realm_id)} and created_at < ${now - unheldSeconds}
      and not exists (select 1 from attachment_message where attachment_id = attachment.id)
      and not exists (
        select 1 from attachment_let_go where attachment_id = attachment.id and at > ${now - unheldSeconds}
      )
    order by random()
    limit ${maxRemovedFiles}
  `.all<AttachmentRow>()
  return removeFiles(turn, await filesNamedNowhere(sql, realm_id, await unneeded(sql, unheld)))
}
