import { tell, joinSteps, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { pathIdsAmong } from './names'
import { keepADay, removeFiles, unneeded } from './removal'
import { claimableFiles, filesOfMessages, type HeldRow } from './queries'
import { attachment, holdersOf, type Holder } from './schema'

/**
 * Attaches linked files to a message: files of its author, and files that the author may open. Links to other files remain mere
 * links (endpoints, Attachments and uploads). Null, without a read, if the message links to no file.
 */
export async function claimFiles(turn: Turn, holder: Holder, linked: readonly string[]): Promise<Step | null> {
  const path_ids = pathIdsAmong(turn.realm_id, linked)
  if (path_ids.length === 0) return null
  return attachFiles(turn, holder, await claimableFiles(turn.sql, turn.actor, path_ids))
}

/** `claimFiles` for edited content. Detaches files that it no longer links to. `before` is the former HTML, never a mark. */
export async function reclaimFiles(
  turn: Turn,
  holder: Holder,
  { before, linked }: { before: string; linked: readonly string[] },
): Promise<Step | null> {
  if (!mayHold(before)) return claimFiles(turn, holder, linked)
  const path_ids = pathIdsAmong(turn.realm_id, linked)
  const [wanted, present] = await Promise.all([
    claimableFiles(turn.sql, turn.actor, path_ids),
    filesOfMessages(turn.sql, turn.realm_id, [holder.id]),
  ])
  const added = wanted.filter(({ id }) => !present.some((one) => one.id === id))
  const unclaimedFiles = present.filter(({ path_id }) => !path_ids.includes(path_id))
  const step = attachFiles(turn, holder, added)
  return {
    writes: [
      ...step.writes,
      fragment`
        delete from attachment_message
        where message_id = ${holder.id}
          and attachment_id in (select value from json_each(${JSON.stringify(unclaimedFiles.map(({ id }) => id))}))`,
      ...keepADay(
        unclaimedFiles.map(({ id }) => id),
        turn.now,
      ),
    ],
    events: [...(step.events ?? []), ...letGo(turn, unclaimedFiles, [holder.id])],
  }
}

/** Detaches the files of deleted messages. Removes files that nothing else contains or names, with events for the owners. */
export async function filesLetGo(
  turn: Pick<Turn, 'sql' | 'realm_id' | 'listening'>,
  message_ids: readonly number[],
): Promise<Step> {
  const files = await filesOfMessages(turn.sql, turn.realm_id, message_ids)
  const deleted = new Set(message_ids)
  const unheld = files.filter((file) => holdersOf(file).every(({ id }) => deleted.has(id)))
  const unneededFiles = await unneeded(turn.sql, unheld)
  const remaining = files.filter((file) => !unneededFiles.some(({ id }) => id === file.id))
  return joinSteps(await removeFiles(turn, unneededFiles), { writes: [], events: letGo(turn, remaining, message_ids) })
}

/** Whether a message may hold files, by its HTML. */
const mayHold = (rendered_content: string): boolean => rendered_content.includes('user_uploads/')

function attachFiles({ listening }: Turn, holder: Holder, files: readonly HeldRow[]): Step {
  return {
    writes: [
      fragment`
        insert into attachment_message (attachment_id, message_id)
        select value, ${holder.id} from json_each(${JSON.stringify(files.map(({ id }) => id))})`,
    ],
    events: files
      .filter(({ user_id }) => listening.has(user_id))
      .map((file) => updateEvent(file, [...holdersOf(file), holder])),
  }
}

const letGo = (
  { listening }: Pick<Turn, 'listening'>,
  files: readonly HeldRow[],
  message_ids: readonly number[],
): OutgoingEvent[] =>
  files
    .filter(({ user_id }) => listening.has(user_id))
    .map((file) =>
      updateEvent(
        file,
        holdersOf(file).filter(({ id }) => !message_ids.includes(id)),
      ),
    )

const updateEvent = (file: HeldRow, holders: readonly Holder[]): OutgoingEvent =>
  tell([file.user_id], {
    type: 'attachment',
    op: 'update',
    attachment: attachment(file, holders),
    upload_space_used: file.upload_space_used,
  })
