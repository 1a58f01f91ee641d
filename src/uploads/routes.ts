import { z } from 'zod'
import { assertAdministrator } from '../accounts/roles'
import { viewerIfAny } from '../auth/viewer'
import { newKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { count, file, flag, pathId, pathRest, text } from '../core/http/params'
import { answersAt } from '../realm/host'
import { realmById, type RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { contentTypeOf } from './content-types'
import { isGoodLink, temporaryLink } from './links'
import { isPathForm, pathIdOf, shownName } from './names'
import { attachmentAt, attachmentsOf, bigFileBytes, biggestFiles, filesOfBots, uploadSpaceUsed } from './queries'
import { largestFileMib } from './quota'
import { attachment, attachmentSchema, bigFile, bigFileSchema, holdersOf, upload_space_used } from './schema'
import { fileForbidden, fileNotFound, keyOf, serveAttachment } from './serving'
import { bucketOf, discard, keep } from './storage'

/**
 * Keeps the file for you alone until a message links to it: from then on, whoever can see the message may open the file. A
 * file that no message holds for a day is deleted, unless one of your drafts or scheduled messages, a description or your
 * profile names it. Your clients are told by an event `attachment`.
 *
 * @error BAD_REQUEST There is no file, or more than one, or it is larger than 25 MiB.
 * @error BAD_REQUEST The server keeps no files: `max_file_upload_size_mib` of `POST /register` is 0.
 * @error REALM_UPLOAD_QUOTA The files of the organization would take more than its quota.
 * @error REALM_UPLOAD_QUOTA Your files and those of your bots would take more than a quarter of the quota.
 * @error REALM_UPLOAD_QUOTA You are a newcomer, and the files of all newcomers together would take more than a quarter.
 * @error REALM_UPLOAD_QUOTA You and your bots have 10,000 files already.
 */
export const uploadFileEndpoint = endpoint('POST /user_uploads', {
  summary: 'Upload a file',
  params: {
    /** The file, at most 25 MiB, as the one file of a multipart body. The name of the field does not matter. */
    file: file(largestFileMib),
  },
  returns: {
    /** Path of the file, for a link in a message: `/user_uploads/{realm_id}/{token}/{name}`. It cannot be guessed. */
    uri: z.string(),
  },
  async run({ params: { file }, viewer, env, realm }) {
    const { realm_id } = await viewer()
    const bucket = bucketOf(env)
    const name = shownName(file.file_name)
    const path_id = pathIdOf(realm_id, newKey(), name)
    const content_type = contentTypeOf(file)
    const stored = { key: keyOf(path_id), bytes: file.bytes, type: content_type }
    const added = { path_id, name, content_type, size: file.bytes.length }
    await keep(bucket, [stored], () => realm.perform('addAttachment', added))
    return { uri: `/user_uploads/${path_id}` }
  },
})

/**
 * Makes an address for programs that can send no credentials, such as a browser that shows or saves the file. You may open
 * a file that you uploaded, and one in a message that you can see.
 *
 * @error 404 BAD_REQUEST There is no such file.
 * @error 403 BAD_REQUEST You may not open the file.
 */
export const fileLinkEndpoint = endpoint('GET /user_uploads/{realm_id}/{path}', {
  summary: 'An address of a file that needs no credentials for a minute',
  params: {
    /** First part of the file's path: the id of the organization. */
    realm_id: pathId(),
    /** Rest of the file's path: token and name, as `{token}/{name}`. */
    path: pathRest(),
  },
  returns: {
    /** Path on this server that opens the file for 60 seconds without credentials. */
    url: z.string(),
  },
  async run({ params: { realm_id, path }, viewer, sql }) {
    const account = await viewer()
    const found = await attachmentAt(sql, account.realm_id, `${realm_id}/${path}`, account)
    if (found === null) throw fileNotFound()
    if (!found.is_open) throw fileForbidden()
    return { url: temporaryLink(found, Date.now() / 1000) }
  },
})

export const fileEndpoint = endpoint('GET {base_url}/user_uploads/{realm_id}/{path}', {
  summary: 'The file itself',
  auth: 'optional',
  counted: 'file',
  params: {
    realm_id: pathId(),
    path: pathRest(),
    expires: count().optional(),
    signature: text().optional(),
  },
  returns: {},
  async run(ask) {
    const { params, headers, facts, sql, env } = ask
    const bucket = bucketOf(env)
    const account = await viewerIfAny(ask)
    const path_id = `${params.realm_id}/${params.path}`
    if (!isPathForm(path_id)) throw fileNotFound()
    const found = await attachmentAt(sql, params.realm_id, path_id, account)
    // A stranger with an invented path does not make the server read more.
    const realm = found && (await realmById(sql, params.realm_id))
    if (found === null || realm === null || !answersAt(realm, facts.host, env)) throw fileNotFound()
    const isShown = found.is_open && (account !== null || isOpenToAll(realm))
    const isLink = isGoodLink(found, params, Date.now() / 1000)
    if (!isShown && !isLink) throw fileForbidden()
    const response = await serveAttachment(bucket, found, headers)
    // The user who created the link may embed it on a page of any site.
    if (isLink) response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    return response
  },
})

/** Whether people without an account may read web-public streams. */
const isOpenToAll = (realm: RealmRow): boolean => !realm.deactivated && settingsOf(realm).enable_spectator_access

/**
 * Answers files that messages hold and files that no message holds yet, the one that was uploaded first before all others. What
 * a bot uploads takes the space of whoever owns the bot at that time, also after the bot was passed on.
 */
export const attachmentsEndpoint = endpoint('GET /attachments', {
  summary: 'Files that you uploaded',
  large: true,
  params: {
    /** Whether files that your bots uploaded and that take your space follow, also those of bots that you passed on. */
    include_bots: flag().default(false),
  },
  returns: {
    /** Your files. Events `attachment` tell when one comes, changes or goes; of the files of your bots only when one goes. */
    attachments: z.array(attachmentSchema),
    upload_space_used,
  },
  async run({ params: { include_bots }, viewer, sql }) {
    const account = await viewer()
    const [rows, ofBots, used] = await Promise.all([
      attachmentsOf(sql, account),
      include_bots ? filesOfBots(sql, account) : [],
      uploadSpaceUsed(sql, account.realm_id),
    ])
    const attachments = [
      ...rows.map((row) => attachment(row, holdersOf(row))),
      ...ofBots.map((row) => ({ ...attachment(row, holdersOf(row)), uploaded_by: row.user_id })),
    ]
    return { attachments, upload_space_used: used }
  },
})

/** Files on a page of the biggest ones. */
const filesOnPage = 25

/**
 * Answers the files of a megabyte or more, the biggest first, 25 at a time. They are in the bucket, and take little of the database. Of a
 * file that you may not open, you learn how large it is and who uploaded it when, and neither its name nor its messages.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is `after_size` without `after_id`, or the other way round.
 */
export const realmAttachmentsEndpoint = endpoint('GET /realm/attachments', {
  summary: 'The biggest files of the organization',
  params: {
    /** Size of the last file that you have: the next ones follow. Without it, the biggest ones come. */
    after_size: count().optional(),
    /** Id of the last file that you have. */
    after_id: count().optional(),
  },
  returns: {
    /** The files. Of two that are equally large, the newer one is first. */
    files: z.array(bigFileSchema),
    /** Whether smaller ones follow. */
    has_more: z.boolean(),
    /** Bytes from which on a file is listed. */
    min_size: z.int(),
  },
  async run({ params: { after_size, after_id }, viewer, sql }) {
    const account = await viewer()
    assertAdministrator(account)
    if ((after_size === undefined) !== (after_id === undefined))
      throw refused('after_size and after_id belong together')
    const after = after_size === undefined ? null : { size: after_size, id: after_id! }
    const rows = await biggestFiles(sql, account, { after, limit: filesOnPage + 1 })
    return {
      files: rows.slice(0, filesOnPage).map((row) => bigFile(row, account.id)),
      has_more: rows.length > filesOnPage,
      min_size: bigFileBytes,
    }
  },
})

/**
 * Deletes a file for good: one of your own, or one of a bot that takes your space. Administrators delete any file, and the notification bot
 * tells whose it was. Messages that link to it stay as they are, and their links lead nowhere. The clients of whose it was
 * are told by an event `attachment`.
 *
 * @error BAD_REQUEST There is no such file, or it is not yours and you are no administrator.
 * @error BAD_REQUEST The server keeps no files.
 */
export const deleteAttachmentEndpoint = endpoint('DELETE /attachments/{attachment_id}', {
  summary: 'Delete a file that you uploaded, or that takes your space; as an administrator, any file',
  params: {
    /** Id of the file, as `GET /attachments` or `GET /realm/attachments` answers it. */
    attachment_id: pathId(),
  },
  returns: {},
  async run({ params: { attachment_id }, env, realm }) {
    const bucket = bucketOf(env)
    const { path_id } = await realm.perform('removeAttachment', { id: attachment_id })
    await discard(bucket, [keyOf(path_id)])
    return {}
  },
})
