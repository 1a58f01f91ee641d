import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import type { Change, Turn } from '../core/turn/change'
import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { realmEmoji } from '../emoji/queries'
import { realmInvalidations } from '../realm/invalidation'
import { quotaIn } from '../uploads/quota'
import { attachmentColumns, uploadSpaceUsed, type AttachmentRow } from '../uploads/queries'
import { userInvalidations } from '../users/invalidation'
import { userById } from '../users/queries'
import { Batch } from './batch'
import { assertMayWrite, importShare } from './daily-rows'
import { accessOpenImport, type Import } from './queries'
import { includes, withNumber } from './ranges'
import type { FileKind } from './schema'
import { storeProgress } from './writes'

interface FileInput {
  import_id: number
  kind: FileKind
  /** Id of the record; 0 for pictures of the organization. */
  id: number
}

/** Where a file of an archive belongs: the path of an attachment, or the name of an emoji's file. */
interface FilePlace {
  isDone: boolean
  name: string
  content_type: string
}

/** Says where a file belongs, and refuses one that has no record, before its bytes are read. */
export async function placeOfImportedFile(
  turn: Turn,
  { bytes, ...input }: FileInput & { bytes: number },
): Promise<Change<FilePlace>> {
  const { source, batch } = await ownedImport(turn, input.import_id)
  const { kind, id } = input
  if (includes(source.files_done[kind] ?? [], id))
    return { writes: [], result: { isDone: true, name: '', content_type: '' } }
  assertMayWrite(turn)
  const place = { isDone: false, content_type: '' }
  switch (kind) {
    case 'attachment': {
      const found = await attachmentOf(turn, batch.idOf('file', id))
      await assertSpace(turn, bytes - found.size)
      return { writes: [], result: { ...place, name: found.path_id, content_type: found.content_type } }
    }
    case 'avatar':
      if ((await turn.cached(userById, turn.realm_id, batch.idOf('user', id))) === null) throw noRecord()
      return { writes: [], result: { ...place, name: '' } }
    case 'emoji':
    case 'still_emoji': {
      const found = (await turn.cached(realmEmoji, turn.realm_id)).find((emoji) => emoji.id === batch.idOf('emoji', id))
      if (found === undefined) throw noRecord()
      return { writes: [], result: { ...place, name: found.file_name } }
    }
    default:
      return { writes: [], result: { ...place, name: '' } }
  }
}

const noRecord = () => refused('There is no record with this id', { status: 404, reason: 'not_found' })

async function ownedImport(turn: Turn, import_id: number): Promise<{ source: Import; batch: Batch<never> }> {
  assertOwner(turn.actor)
  assertHuman(turn.actor)
  const source = await accessOpenImport(turn.sql, turn.realm_id, import_id)
  return { source, batch: new Batch<never>(turn, source, []) }
}

async function attachmentOf({ sql }: Turn, id: number): Promise<AttachmentRow> {
  const found = await sql`select ${attachmentColumns} from attachment where id = ${id}`.first<AttachmentRow>()
  if (found === null) throw noRecord()
  return found
}

async function assertSpace({ sql, realm_id, env }: Turn, more: number): Promise<void> {
  const quota = quotaIn(env)
  if (quota !== null && more > 0 && (await uploadSpaceUsed(sql, realm_id)) + more > quota.bytes)
    throw refused('The file exceeds your organization’s upload quota.', { code: 'REALM_UPLOAD_QUOTA' })
}

/** A file that is in the bucket by now. */
interface StoredFile extends FileInput {
  bytes: number
  /** Path of a picture below `/user_avatars/`; '' for other files. */
  path: string
  /** Whether a still picture of an emoji was stored as well. */
  hasStill: boolean
}

/** Records that a file of an archive is in the bucket. Answers the path of the picture that it replaces; null: none. */
export async function recordImportedFile(turn: Turn, input: StoredFile): Promise<Change<{ replaced: string | null }>> {
  const { kind, id } = input
  const { source, batch } = await ownedImport(turn, input.import_id)
  source.files_done[kind] = withNumber(source.files_done[kind] ?? [], id)
  const { writes, invalidates = [], replaced = null } = await recordFile(turn, batch, input)
  return {
    writes: [...writes, storeProgress(source)],
    shares: [importShare(turn.realm_id)],
    ...(invalidates.length > 0 && { invalidates }),
    result: { replaced },
  }
}

interface FileChange {
  writes: readonly Fragment[]
  invalidates?: readonly Invalidation[]
  replaced?: string | null
}

async function recordFile(turn: Turn, batch: Batch<never>, input: StoredFile): Promise<FileChange> {
  const { realm_id, cached, sql } = turn
  const { kind, id, path, bytes, hasStill } = input
  if (kind === 'attachment') return recordedAttachment(turn, batch.idOf('file', id), bytes)
  if (kind === 'avatar') {
    const user = (await cached(userById, realm_id, batch.idOf('user', id)))!
    return {
      writes: [
        fragment`
          update user set avatar_path = ${path}, avatar_version = avatar_version + 1 where id = ${user.id}`,
      ],
      invalidates: userInvalidations(realm_id, user.id),
      replaced: user.avatar_path,
    }
  }
  if (kind === 'emoji' || kind === 'still_emoji') {
    const here = batch.idOf('emoji', id)
    const write = fragment`update realm_emoji set still_file_name = file_name where id = ${here}`
    return { writes: hasStill ? [write] : [], invalidates: [invalidation(realmEmoji, realm_id)] }
  }
  const column = pictureColumns[kind]
  const row = await sql`select ${column} as path from realm where id = ${realm_id}`.first<{ path: string | null }>()
  return {
    writes: [fragment`update realm set ${column} = ${path} where id = ${realm_id}`],
    invalidates: realmInvalidations(realm_id),
    replaced: row!.path,
  }
}

const pictureColumns = {
  icon: fragment`icon_path`,
  logo: fragment`logo_path`,
  night_logo: fragment`night_logo_path`,
}

/** The record may have announced another size. */
async function recordedAttachment(turn: Turn, id: number, bytes: number): Promise<FileChange> {
  const { size, user_id } = await attachmentOf(turn, id)
  if (size === bytes) return { writes: [] }
  return {
    writes: [
      fragment`update attachment set size = ${bytes} where id = ${id}`,
      fragment`update upload_space set bytes = max(0, bytes + ${bytes - size}) where user_id = ${user_id}`,
      fragment`
        update realm set upload_space_used = max(0, upload_space_used + ${bytes - size}) where id = ${turn.realm_id}`,
    ],
  }
}
