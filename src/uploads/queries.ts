import type { Account } from '../accounts/account'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { contentThen, isAsItWas } from '../user-messages/lost-access'
import { messagesOf } from '../user-messages/rows'
import { isVisible } from '../user-messages/visible'

export interface AttachmentRow {
  id: number
  /** The account that uploaded it. */
  user_id: number
  /** The person whose space the file of a bot uses; null if it is that of `user_id`. */
  charged_to: number | null
  path_id: string
  name: string
  content_type: string
  size: number
  link_key: string
  created_at: number
}

/** A file with the messages that contain it, as JSON, and with the bytes of all files of the realm. */
export interface HeldRow extends AttachmentRow {
  messages: string
  upload_space_used: number
}

type Viewer = Pick<Account, 'id' | 'realm_id' | 'role'>

export const attachmentColumns = fragment`
  attachment.id, attachment.user_id, charged_to, path_id, attachment.name, content_type, size, link_key, created_at`

const held = (realm_id: number): Fragment => fragment`
  ${attachmentColumns}, (
    select json_group_array(json_object('id', message.id, 'sent_at', message.sent_at))
    from attachment_message join message on message.id = message_id
    where attachment_id = attachment.id
  ) as messages,
  (select upload_space_used from realm where realm.id = ${realm_id}) as upload_space_used`

/**
 * The messages with the file that the viewer may see, as a table `message` with a condition. If the viewer lost access to a
 * message, it must have contained the file before that: by what an edit replaced since then, or as it does now.
 */
const visibleHolders = (viewer: Viewer): Fragment => fragment`
  ${messagesOf(viewer.id, {
    from: fragment`attachment_message as holding cross join message on message.id = holding.message_id`,
    where: fragment`holding.attachment_id = attachment.id`,
  })}
  where ${isVisible(viewer)} and (${isAsItWas(viewer)} or instr(${contentThen(viewer, fragment`attachment.path_id`)}, attachment.path_id))`

/** Whether the viewer may see a message with the file (endpoints, Attachments and uploads). */
const isInVisibleMessage = (viewer: Viewer): Fragment => fragment`exists (select 1 from ${visibleHolders(viewer)})`

/** Whether a message of a web-public stream contains the file. */
const isInWebPublicStream = fragment`
  exists (
    select 1
    from attachment_message as holding
    join message on message.id = holding.message_id
    join stream on stream.id = message.recipient_id
    where holding.attachment_id = attachment.id
      and not message.is_private and stream.is_web_public and not stream.deactivated
  )`

interface FoundRow extends AttachmentRow {
  /** Whether the viewer may open the file. */
  is_open: number
}

/** The file at a path, and whether the viewer may open it. `viewer` is null without an account. */
export async function attachmentAt(
  sql: Sql,
  realm_id: number,
  path_id: string,
  viewer: Viewer | null,
): Promise<FoundRow | null> {
  const isOpen =
    viewer === null
      ? isInWebPublicStream
      : fragment`(attachment.user_id = ${viewer.id} or ${isInVisibleMessage(viewer)})`
  return sql`
    select ${attachmentColumns}, ${isOpen} as is_open
    from attachment
    where path_id = ${path_id} and ${inRealm(fragment`attachment.id`, realm_id)}
  `.first()
}

/** Files that a user uploaded, oldest first. */
export async function attachmentsOf(sql: Sql, { id, realm_id }: Viewer): Promise<HeldRow[]> {
  return sql`select ${held(realm_id)} from attachment where attachment.user_id = ${id} order by attachment.id`.all()
}

/** The files at these paths that the actor may put into a message: their own, and those that they may open. */
export async function claimable(sql: Sql, actor: Viewer, path_ids: readonly string[]): Promise<HeldRow[]> {
  return sql`
    select ${held(actor.realm_id)}
    from json_each(${JSON.stringify(path_ids)}) as wanted
    cross join attachment on attachment.path_id = wanted.value
    where attachment.user_id = ${actor.id} or ${isInVisibleMessage(actor)}
  `.all()
}

/** Files that at least one of the messages contains. */
export async function heldBy(sql: Sql, realm_id: number, message_ids: readonly number[]): Promise<HeldRow[]> {
  return sql`
    select ${held(realm_id)}
    from attachment
    where attachment.id in (
      select attachment_id
      from json_each(${JSON.stringify(message_ids)}) as listed
      cross join attachment_message on message_id = listed.value
    )
  `.all()
}

/**
 * Files of bots that use the space of a person, the oldest first, even if the bot has another owner by now. Includes only
 * messages that the person may see.
 */
export async function filesOfBots(sql: Sql, viewer: Viewer): Promise<HeldRow[]> {
  return sql`
    select ${attachmentColumns}, (
      select json_group_array(json_object('id', message.id, 'sent_at', message.sent_at)) from ${visibleHolders(viewer)}
    ) as messages, 0 as upload_space_used
    from attachment where charged_to = ${viewer.id} order by attachment.id
  `.all()
}

/** A file that the account may delete: one that it uploaded, or that uses its space. */
export async function deletableFile(sql: Sql, user_id: number, id: number): Promise<AttachmentRow | null> {
  return sql`
    select ${attachmentColumns} from attachment where id = ${id} and (user_id = ${user_id} or charged_to = ${user_id})
  `.first()
}

/** Bytes of all files of the realm. */
export async function uploadSpaceUsed(sql: Sql, realm_id: number): Promise<number> {
  const row = await sql`select upload_space_used from realm where id = ${realm_id}`.first<{
    upload_space_used: number
  }>()
  return row!.upload_space_used
}
