import { personOf, shareOf } from '../accounts/account'
import { newKey } from '../auth/keys'
import { tell, joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { code } from '../integrations/markdown'
import { sendDirectNotices } from '../messages/direct-notices'
import { silentMention } from '../messages/notices'
import { userById } from '../users/queries'
import { deletableFile, uploadSpaceUsed, type AttachmentRow } from './queries'
import { assertRoom } from './room'
import { attachment } from './schema'
import { freeSpace, holdersOfSpace, spaceOfShare, takeSpace } from './space'

/** A file that is already in the bucket. */
interface NewAttachment {
  path_id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
}

/** Maximal number of files of a share. Each file is a row, which the daily maintenance reads. */
const maxFiles = 10_000

/** Records an uploaded file (endpoints, POST /user_uploads). */
export async function addAttachment(turn: Turn, input: NewAttachment): Promise<Change> {
  const { actor, sql, realm_id, now } = turn
  const [used, own] = await Promise.all([uploadSpaceUsed(sql, realm_id), spaceOfShare(sql, realm_id, shareOf(actor))])
  const upload_space_used = used + input.size
  await assertRoom(turn, actor, { more: input.size, ofRealm: used, ofShare: own.bytes })
  if (own.files >= maxFiles) throw refused(`Too many files (limit: ${maxFiles})`, { code: 'REALM_UPLOAD_QUOTA' })
  const id = turn.next('attachment')
  const shown = attachment({ ...input, id, created_at: now }, [])
  // The person at the time of the upload: a later owner of the bot must not pay for it.
  const charged_to = actor.bot_type === null ? null : personOf(actor)
  return {
    writes: [
      fragment`
        insert into attachment (id, user_id, path_id, name, content_type, size, link_key, created_at, charged_to)
        values (
          ${id}, ${actor.id}, ${input.path_id}, ${input.name}, ${input.content_type}, ${input.size}, ${newKey()}, ${now},
          ${charged_to}
        )`,
      ...takeSpace(realm_id, { user_id: actor.id, charged_to, size: input.size }),
    ],
    result: {},
    events: [tell([actor.id], { type: 'attachment', op: 'add', attachment: shown, upload_space_used })],
  }
}

/**
 * Removes a file that the actor uploaded, or that uses their space, or as an administrator any file, even if messages contain it
 * (endpoints, DELETE /attachments/{attachment_id}). The person whose file it was is told if somebody else did. Returns the path, so
 * that the caller can delete the file from the bucket.
 */
export async function removeAttachment(turn: Turn, { id }: { id: number }): Promise<Change<{ path_id: string }>> {
  const { actor, sql, realm_id } = turn
  const [found, space] = await Promise.all([deletableFile(sql, actor, id), uploadSpaceUsed(sql, realm_id)])
  if (found === null) throw refused('Invalid attachment', { reason: 'not_found' })
  const upload_space_used = space - found.size
  const removal: Step = {
    writes: [
      fragment`delete from attachment_message where attachment_id = ${id}`,
      fragment`delete from attachment where id = ${id}`,
      fragment`delete from attachment_let_go where attachment_id = ${id}`,
      ...freeSpace(realm_id, [found]),
    ],
    events: [tell(holdersOfSpace(found), { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used })],
  }
  return { ...joinSteps(removal, await noticeOfRemoval(turn, found)), result: { path_id: found.path_id } }
}

/** Tells the person whose space a file used that somebody else removed it. Null if nobody is to be told. */
async function noticeOfRemoval(turn: Turn, file: AttachmentRow): Promise<Step | null> {
  const { actor, cached, realm_id } = turn
  if (holdersOfSpace(file).includes(actor.id)) return null
  const to = await cached(userById, realm_id, file.charged_to ?? file.user_id)
  if (to === null || !to.is_active || to.bot_type !== null) return null
  const size = `${(file.size / 1e6).toFixed(1)} MB`
  const content = `${silentMention(actor)} deleted your file ${code(file.name)} (${size}) from the organization’s storage.`
  return sendDirectNotices(turn, [{ to, content }])
}

/** Ends a job that deleted files from the bucket. Nothing is recorded, even if the bucket failed. */
export async function filesDeleted(): Promise<Change> {
  return { writes: [], result: {} }
}
