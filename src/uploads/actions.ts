import { newKey } from '../auth/keys'
import { tell, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment } from '../core/sql'
import { attachmentById, uploadSpaceUsed } from './queries'
import { quotaIn } from './quota'
import { attachment } from './schema'

/** A file that is stored already. */
export interface NewAttachment {
  path_id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
}

/** Records a file, which no message holds yet (endpoints, POST /user_uploads). */
export async function addAttachment(turn: Turn, input: NewAttachment): Promise<Change> {
  const { actor, sql, realm_id, now, env } = turn
  const upload_space_used = (await uploadSpaceUsed(sql, realm_id)) + input.size
  const quota = quotaIn(env)
  if (quota !== null && upload_space_used > quota.bytes)
    throw refused('Upload would exceed your organization’s upload quota.', { code: 'REALM_UPLOAD_QUOTA' })
  const id = turn.next('attachment')
  const shown = attachment({ ...input, id, created_at: now }, [])
  return {
    writes: [
      fragment`
        insert into attachment (id, user_id, path_id, name, content_type, size, link_key, created_at)
        values (
          ${id}, ${actor.id}, ${input.path_id}, ${input.name}, ${input.content_type}, ${input.size}, ${newKey()}, ${now}
        )`,
      fragment`update realm set upload_space_used = ${upload_space_used} where id = ${realm_id}`,
    ],
    result: {},
    events: [tell([actor.id], { type: 'attachment', op: 'add', attachment: shown, upload_space_used })],
  }
}

/**
 * Forgets one of the actor's files, wherever it is linked to (endpoints, DELETE /attachments/{attachment_id}). Answers
 * where the file itself is, which can be deleted then.
 */
export async function removeAttachment(turn: Turn, { id }: { id: number }): Promise<Change<{ path_id: string }>> {
  const { actor, sql, realm_id } = turn
  const [found, space] = await Promise.all([attachmentById(sql, actor.id, id), uploadSpaceUsed(sql, realm_id)])
  if (found === null) throw refused('Invalid attachment')
  const upload_space_used = space - found.size
  return {
    writes: [
      fragment`delete from attachment_message where attachment_id = ${id}`,
      fragment`delete from attachment where id = ${id}`,
      fragment`update realm set upload_space_used = ${upload_space_used} where id = ${realm_id}`,
    ],
    result: { path_id: found.path_id },
    events: [tell([actor.id], { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used })],
  }
}
