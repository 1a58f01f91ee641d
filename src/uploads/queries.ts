import type { Account } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
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

const heldColumns = (realm_id: number): Fragment => fragment`
  ${attachmentColumns}, (
    select json_group_array(json_object('id', message.id, 'sent_at', message.sent_at))
    from attachment_message join message on message.id = message_id
    where attachment_id = attachment.id
  ) as messages,
  (select upload_space_used from realm where realm.id = ${realm_id}) as upload_space_used`

const allHoldings = fragment`attachment_message`

/**
 * The messages with the file that the viewer may see, as a table `message` with a condition. If the viewer lost access to a
 * message, it must have contained the file before that: by what an edit replaced since then, or as it does now.
 */
const visibleHolders = (viewer: Viewer, holdings = allHoldings): Fragment => fragment`
  ${messagesOf(viewer.id, {
    from: fragment`${holdings} as holding cross join message on message.id = holding.message_id`,
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
  return sql`select ${heldColumns(realm_id)} from attachment where attachment.user_id = ${id} order by attachment.id`.all()
}

/** The files at these paths that the actor may put into a message: their own, and those that they may open. */
export async function claimableFiles(sql: Sql, actor: Viewer, path_ids: readonly string[]): Promise<HeldRow[]> {
  return sql`
    select ${heldColumns(actor.realm_id)}
    from json_each(${JSON.stringify(path_ids)}) as wanted
    cross join attachment on attachment.path_id = wanted.value
    where attachment.user_id = ${actor.id} or ${isInVisibleMessage(actor)}
  `.all()
}

/** Files that at least one of the messages contains. */
export async function filesOfMessages(sql: Sql, realm_id: number, message_ids: readonly number[]): Promise<HeldRow[]> {
  return sql`
    select ${heldColumns(realm_id)}
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

/** A file that the account may delete: one that it uploaded, or that uses its space; as an administrator, any of the organization. */
export async function deletableFile(sql: Sql, account: Viewer, id: number): Promise<AttachmentRow | null> {
  const isTheirs = isAdministrator(account)
    ? inRealm(fragment`id`, account.realm_id)
    : fragment`(user_id = ${account.id} or charged_to = ${account.id})`
  return sql`select ${attachmentColumns} from attachment where id = ${id} and ${isTheirs}`.first()
}

/** Bytes from which on a file is listed among the big ones: as the index `attachment_by_size` says. */
export const bigFileBytes = 1_000_000

/** The condition of the index `attachment_by_size`. SQLite only takes the index if the number stands in the query. */
const isBig = fragment`size >= 1000000`

/** Maximal number of messages with a big file that are looked at, the newest: whether the viewer may see one of them. */
const maxHolders = 20

/** Maximal number of messages that are answered of a big file. */
const maxShownHolders = 3

/** A big file, with what the viewer may know of its messages. */
export interface BigFileRow extends AttachmentRow {
  /** Whether a message holds it. */
  is_held: number
  /** The newest messages with it that the viewer may see, as JSON. */
  messages: string
}

/** The last file of a page: the next one begins after it. */
export interface LastFile {
  size: number
  id: number
}

/**
 * Files of at least `bigFileBytes`, the biggest first, of two that are equally large the newer one. Reads a row or two for each, and
 * some for each of its messages that it looks at.
 */
export async function biggestFiles(
  sql: Sql,
  viewer: Viewer,
  { after, limit }: { after: LastFile | null; limit: number },
): Promise<BigFileRow[]> {
  const newest = fragment`(
    select attachment_id, message_id from attachment_message
    where attachment_id = attachment.id
    order by message_id desc
    limit ${maxHolders}
  )`
  const isAfter =
    after === null
      ? fragment`true`
      : fragment`size <= ${after.size} and (size < ${after.size} or attachment.id < ${after.id})`
  return sql`
    select ${attachmentColumns},
      exists (select 1 from attachment_message where attachment_id = attachment.id) as is_held,
      (
        select json_group_array(json_object('id', id, 'sent_at', sent_at)) from (
          select message.id, message.sent_at from ${visibleHolders(viewer, newest)} limit ${maxShownHolders}
        )
      ) as messages
    from attachment
    where attachment.id >> 32 = ${viewer.realm_id - 1} and ${isBig} and ${isAfter}
    order by size desc, attachment.id desc
    limit ${limit}
  `.all()
}

/** Bytes of all files of the realm. */
export async function uploadSpaceUsed(sql: Sql, realm_id: number): Promise<number> {
  const row = await sql`select upload_space_used from realm where id = ${realm_id}`.first<{
    upload_space_used: number
  }>()
  return row!.upload_space_used
}
