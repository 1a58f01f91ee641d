import { z } from 'zod'
import { chapterNames, type ChapterName } from '../archive/records'
import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { endpoint } from '../core/http/endpoint'
import { count, flag, json, pathId, pathText, rawBody, text } from '../core/http/params'
import { refused } from '../core/base/errors'
import { mebibyte } from '../core/base/units'
import { contentsOf, contentsShape } from './contents'
import { countsOf } from './counts'
import { accessImport, importsOf, type Import } from './queries'
import { countsSchema, fileKinds, importShape, problemSchema, rowsShape, type FileKind } from './schema'
import { keepImportedFile, largestFileMib, storedFile } from './stored-files'

/** Id of the import, as `POST /import` answers it. */
const import_id = pathId()

/** An object whose fields the action checks, because it names the field in a refusal. */
const object = z.record(z.string(), z.unknown())

/**
 * For owners of a new organization: it has no other account, and no message of a person. What founding made goes, except the
 * owner, the notification bot and system groups. All clients register again. While an import runs, the same plan answers it, so that
 * a program that was ended can go on.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The organization has other accounts or messages of people, or imported an archive already.
 * @error BAD_REQUEST Another import is under way.
 * @error BAD_REQUEST It must not be paced, and the server's `IMPORT_DAILY_ROWS` is not `off`.
 * @error BAD_REQUEST The manifest or the record of the organization breaks a rule of the format.
 */
export const planImportEndpoint = endpoint('POST /import', {
  summary: 'Begin to import an archive',
  params: {
    /** The archive's `manifest.json`. */
    manifest: json(object),
    /** The archive's `realm.json`; null or missing: the organization keeps its name and settings. */
    realm: json(object.nullable()).default(null),
    /** Whether owners of the archive become owners. Without it they become administrators. */
    keep_roles: flag().default(false),
    /** False: imports without a daily limit. Refused unless the server's `IMPORT_DAILY_ROWS` is `off`. */
    pace: flag().default(true),
  },
  returns: {
    /** Id of the import. */
    import_id: z.int(),
    /** Names of settings that are unknown here, or have a value that cannot be: they are left out. */
    dropped_settings: z.array(z.string()),
  },
  async run({ params, realm }) {
    return realm.perform('planImport', params)
  },
})

/**
 * Owners only. A batch is written as a whole or not at all: if one record is bad, `index` and `field` name it. A number of a
 * chapter that was written already changes nothing, so a batch whose answer was lost can be sent again. Records refer only
 * to records of earlier chapters, or of their own. Batches of messages may come in any order; the newest first lets people read
 * the latest history soon. Nobody is notified of imported messages.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import.
 * @error BAD_REQUEST The import has ended.
 * @error BAD_REQUEST A record breaks a rule of the format, refers to something that was not imported, or has an id that is taken.
 * @error BAD_REQUEST There would be more streams, custom emoji or other things than an organization may have.
 * @error REALM_UPLOAD_QUOTA Files of the archive take more than the quota of the organization.
 */
export const importRecordsEndpoint = endpoint('POST /import/{import_id}/records', {
  summary: 'Import records of an archive',
  params: {
    import_id,
    /** Name of the chapter of the records. */
    chapter: text(z.enum(chapterNames as [ChapterName, ...ChapterName[]])),
    /** Number of the batch within its chapter, which the client chooses. */
    number: count(),
    /** The records: a JSON list of at most 1,000. The body has at most 1 MiB. */
    records: text(z.string().max(mebibyte)).body(),
  },
  returns: {
    /** What was changed or left out. */
    problems: z.array(problemSchema),
    ...rowsShape,
  },
  async run({ params, realm }) {
    return realm.perform('importRecords', params)
  },
})

/**
 * Owners only. A file that has arrived already is not stored again. Pictures are checked as uploaded ones are; of a moving
 * emoji, the server makes the still picture itself.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import, or no record with this id.
 * @error BAD_REQUEST The import has ended, or there is no such kind.
 * @error BAD_REQUEST The body has no announced length, is too large, or ended early.
 * @error BAD_REQUEST The server keeps no files.
 * @error BAD_IMAGE The picture is none of type GIF, JPEG, PNG or WebP, or has too many pixels.
 * @error REALM_UPLOAD_QUOTA The files of the organization would take more than its quota.
 */
export const importFileEndpoint = endpoint('PUT /import/{import_id}/files/{kind}/{id}', {
  summary: 'Import a file of an archive',
  counted: 'file',
  params: {
    import_id,
    /** What the file is: `attachment`, `avatar`, `emoji`, `still_emoji`, `icon`, `logo` or `night_logo`. */
    kind: pathText(),
    /** Id of the record that names the file: of the file, the user or the emoji. 0 for pictures of the organization. */
    id: pathId(),
    /** The file. A picture has at most 5 MiB. */
    file: rawBody(largestFileMib),
  },
  returns: {},
  async run({ params: { import_id, kind: named, id, file }, viewer, env, realm }) {
    const account = await viewer()
    assertOwner(account)
    assertHuman(account)
    const kind = fileKindNamed(named)
    await keepImportedFile({ env, realm, realm_id: account.realm_id }, { import_id, kind, id }, file)
    return {}
  },
})

/**
 * Owners only. For archives without files, such as backups, whose files are still in the bucket of this server: `stored_files/` of the
 * archive has their keys. The file is copied to its new place. Only where the deployment has no other organization, because a
 * key could be that of another's file.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import, no record with this id, or no such file in the bucket.
 * @error BAD_REQUEST The import has ended, or there is no such kind.
 * @error BAD_REQUEST The deployment has other organizations, or the server keeps no files.
 * @error BAD_IMAGE The picture is none of type GIF, JPEG, PNG or WebP, or has too many pixels.
 * @error REALM_UPLOAD_QUOTA The files of the organization would take more than its quota.
 */
export const importStoredFileEndpoint = endpoint('POST /import/{import_id}/files/{kind}/{id}', {
  summary: 'Import a file of an archive that is in the bucket of this server',
  counted: 'file',
  params: {
    import_id,
    /** As for `PUT`. */
    kind: pathText(),
    /** As for `PUT`. */
    id: pathId(),
    /** Key of the file in the bucket. */
    key: text(z.string().max(1024)),
  },
  returns: {},
  async run({ params: { import_id, kind: named, id, key }, viewer, sql, env, realm }) {
    const account = await viewer()
    assertOwner(account)
    assertHuman(account)
    const kind = fileKindNamed(named)
    const { size, body } = await storedFile({ sql, env }, key)
    const context = { env, realm, realm_id: account.realm_id }
    try {
      await keepImportedFile(context, { import_id, kind, id }, { bytes: size, stream: body })
    } catch (error) {
      // Nobody reads it any more. It may have been read, or be locked by whoever failed.
      await body.cancel().catch(() => undefined)
      throw error
    }
    return {}
  },
})

function fileKindNamed(named: string): FileKind {
  const kind = fileKinds.find((name) => name === named)
  if (kind === undefined) throw refused('There is no such kind of files')
  return kind
}

const importOfRow = (source: Import) => ({
  import_id: source.id,
  source: source.plan.manifest.origin,
  owner_id: source.owner_id,
  counts: countsOf(source),
  done: Object.fromEntries(
    Object.entries(source.done).map(([name, { numbers }]) => [
      name,
      numbers.map(([first, last]) => [first, last] as [number, number]),
    ]),
  ),
  files_done: Object.fromEntries(
    Object.entries(source.files_done).map(([kind, ids]) => [
      kind,
      ids.map(([first, last]) => [first, last] as [number, number]),
    ]),
  ),
  started_at: source.started_at,
  finished_at: source.finished_at,
  stopped_at: source.stopped_at,
})

/**
 * Owners only.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 */
export const importsEndpoint = endpoint('GET /import', {
  summary: 'Imports of the organization',
  returns: {
    /** The imports, the newest first. */
    imports: z.array(z.object(importShape)),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertOwner(account)
    return { imports: (await importsOf(sql, account.realm_id)).map(importOfRow) }
  },
})

/**
 * Owners only.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import.
 */
export const importEndpoint = endpoint('GET /import/{import_id}', {
  summary: 'How far an import has come',
  params: { import_id },
  returns: {
    ...importShape,
    ...rowsShape,
    /** When the import may go on, in seconds since 1970 UTC, if it has written as much as it may today; else null. */
    waits_until: z.int().nullable(),
  },
  async run({ params, viewer, sql, realm }) {
    const account = await viewer()
    assertOwner(account)
    const source = await accessImport(sql, account.realm_id, params.import_id)
    return { ...importOfRow(source), ...(await realm.perform('importRows', {})) }
  },
})

/**
 * Owners only. Other counts of an import are those of records that were sent. This looks into the database, so that an import can be
 * compared with its archive. It reads two rows for each message.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import.
 */
export const importContentsEndpoint = endpoint('GET /import/{import_id}/contents', {
  summary: 'What the organization has of an archive',
  params: { import_id },
  returns: contentsShape,
  async run({ params, viewer, sql }) {
    const account = await viewer()
    assertOwner(account)
    return contentsOf(sql, await accessImport(sql, account.realm_id, params.import_id))
  },
})

/**
 * Owners only. The notification bot announces it, and all clients register again. It is not refused if something is
 * missing: the counts tell.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import.
 * @error BAD_REQUEST The import has ended.
 */
export const finishImportEndpoint = endpoint('POST /import/{import_id}/finish', {
  summary: 'Finish an import',
  params: { import_id },
  returns: {
    /** Records of each chapter. */
    counts: countsSchema,
  },
  async run({ params, realm }) {
    return realm.perform('finishImport', params)
  },
})

/**
 * Owners only. What was imported stays, and the import cannot go on. All clients register again.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such import.
 * @error BAD_REQUEST The import has ended.
 */
export const stopImportEndpoint = endpoint('DELETE /import/{import_id}', {
  summary: 'Stop an import',
  params: { import_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('stopImport', params)
  },
})
