import { z } from 'zod'
import { viewerIfAny } from '../auth/viewer'
import { newKey } from '../auth/keys'
import { endpoint } from '../core/http/endpoint'
import { count, file, pathId, pathRest, text } from '../core/http/params'
import { answersAt } from '../realm/host'
import { realmById, type RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { contentTypeOf } from './content-types'
import { isGoodLink, temporaryLink } from './links'
import { pathIdOf, shownName } from './names'
import { attachmentAt, attachmentsOf, uploadSpaceUsed } from './queries'
import { largestFileMib } from './quota'
import { attachment, attachmentSchema, holdersOf } from './schema'
import { fileForbidden, fileNotFound, keyOf, serveAttachment } from './serving'
import { bucketOf, discard, keep } from './storage'

export const uploadFileEndpoint = endpoint('POST /user_uploads', {
  summary: 'Upload a file',
  params: { file: file(largestFileMib) },
  returns: { uri: z.string() },
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

export const fileLinkEndpoint = endpoint('GET /user_uploads/{realm_id}/{path}', {
  summary: 'An address of a file that needs no credentials for a minute',
  params: { realm_id: pathId(), path: pathRest() },
  returns: { url: z.string() },
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
    const [realm, found] = await Promise.all([
      realmById(sql, params.realm_id),
      attachmentAt(sql, params.realm_id, path_id, account),
    ])
    if (realm === null || found === null || !answersAt(realm, facts.host, env)) throw fileNotFound()
    const isShown = found.is_open && (account !== null || isOpenToAll(realm))
    const isLink = isGoodLink(found, params, Date.now() / 1000)
    if (!isShown && !isLink) throw fileForbidden()
    const response = await serveAttachment(bucket, found, headers)
    // Whoever made the link means it to be shown on a page of any site.
    if (isLink) response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    return response
  },
})

/** Whether people without an account may look at what is public to the web. */
const isOpenToAll = (realm: RealmRow): boolean => !realm.deactivated && settingsOf(realm).enable_spectator_access

export const attachmentsEndpoint = endpoint('GET /attachments', {
  summary: 'Files that you uploaded',
  returns: { attachments: z.array(attachmentSchema), upload_space_used: z.int() },
  async run({ viewer, sql }) {
    const account = await viewer()
    const [rows, upload_space_used] = await Promise.all([
      attachmentsOf(sql, account),
      uploadSpaceUsed(sql, account.realm_id),
    ])
    return { attachments: rows.map((row) => attachment(row, holdersOf(row))), upload_space_used }
  },
})

export const deleteAttachmentEndpoint = endpoint('DELETE /attachments/{attachment_id}', {
  summary: 'Delete a file that you uploaded',
  params: { attachment_id: pathId() },
  returns: {},
  async run({ params: { attachment_id }, env, realm }) {
    const bucket = bucketOf(env)
    const { path_id } = await realm.perform('removeAttachment', { id: attachment_id })
    await discard(bucket, [keyOf(path_id)])
    return {}
  },
})
