import { createHash } from 'node:crypto'
import { z } from 'zod'
import { chapterNames, type ChapterName } from '../archive/records'
import { settingsOf } from '../accounts/settings'
import { refused } from '../core/base/errors'
import { namesTag } from '../core/http/document'
import { endpoint } from '../core/http/endpoint'
import { count, json, pathId, pathText } from '../core/http/params'
import { beforeFirstId } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import { realmById } from '../realm/queries'
import { guardedHeaders } from '../uploads/content-types'
import { fileNotFound } from '../uploads/serving'
import { copiedFiles, copiedFileSchema, fileKinds, keyOfFile } from './copies/files'
import { copyPart, type CopyPart } from './copies/part'
import { accessRun, type CopyRun } from './copies/queries'
import { exportTypes } from './export-types'
import { realmItem } from './full/realm-record'
import type { FullSource } from './full/source'

/** What names a run of a copy. */
const ofRun = {
  /** Id of the copy, as `POST /export/realm/copies` answers it. */
  copy_id: pathId(),
  /** Number of the run, as `POST /export/realm/copies` answers it. */
  run: count(),
}

/**
 * Owners only. Begins a run of a copy: a full export that a program fetches part by part and stores on a machine of the owner, as
 * `npm run backup` does. In a later run, the program fetches only what changed. Nothing is stored on the server, so it
 * needs no R2 bucket. The first run is announced as a full export is, and so is the next one after 30 days, or of
 * another type. A run may go on for 7 days. Your clients are told by an event `realm_export`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You want everything, and `owner_full_content_access` of the organization is off.
 * @error BAD_REQUEST It must be announced, and there is no public stream for that.
 * @error BAD_REQUEST It must be announced, and the organization asked for 5 exports within 7 days.
 */
export const beginCopyEndpoint = endpoint('POST /export/realm/copies', {
  summary: 'Begin to copy the organization',
  overSocket: true,
  params: {
    /** What to copy: 2 everything but private data of people who do not allow it; 3 everything. As of exports. */
    export_type: json(z.literal([exportTypes.consented, exportTypes.everything])).default(exportTypes.consented),
  },
  returns: {
    /** Id of the copy. Later runs have the same one until the copy is announced again. */
    copy_id: z.int(),
    /** Number of the run. */
    run: z.int(),
    /** The archive's `manifest.json`, but with no counts of records, which the program adds at the end. */
    manifest: z.record(z.string(), z.unknown()),
    /** The archive's `README.txt`. */
    readme: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('beginCopy', params)
  },
})

/**
 * Owners only, of their own copy. The answer has an `ETag`. If the request's `If-None-Match` names it, the part has not changed,
 * and the answer is 304 without a body. The header may name several tags.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such copy, it is somebody else's, or there is no such chapter.
 * @error BAD_REQUEST The run is over: it began 7 days ago, or three others began since.
 * @error BAD_REQUEST The organization does not allow owners to export everything any more.
 * @error BAD_REQUEST There is no such place in the chapter.
 * @error RATE_LIMIT_HIT Little is left of what the server may read today.
 */
export const copyPartEndpoint = endpoint('GET /export/realm/copies/{copy_id}/parts/{chapter}', {
  summary: 'A part of a copy',
  large: true,
  canWait: true,
  params: {
    ...ofRun,
    /** Name of the chapter, such as `messages`, or `realm` for the record of the organization. */
    chapter: pathText(),
    /** Where the part begins, as `next` of the part before it; missing or null for the first part. */
    after: json(z.array(z.int()).min(1).max(3).nullable()).default(null),
  },
  returns: {
    /** The records, one for each line of the archive. */
    records: z.array(z.record(z.string(), z.unknown())),
    /** Files that the records name. `GET /export/realm/copies/{copy_id}/files/{kind}/{id}` answers them. */
    files: z.array(copiedFileSchema),
    /** Where the next part begins; null after the last part of the chapter. */
    next: z.array(z.int()).nullable(),
  },
  async run({ params, viewer, sql, headers }) {
    const account = await viewer()
    const { chapter, after } = params
    const run = await accessRun(sql, account, params, Date.now() / 1000)
    const source = sourceOf(sql, account, run)
    const text = JSON.stringify({ result: 'success', msg: '', ...(await partOf(source, chapter, after)) })
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const answered = { ETag: tag, 'Cache-Control': 'no-store' }
    return namesTag(headers.get('If-None-Match'), tag)
      ? new Response(null, { status: 304, headers: answered })
      : new Response(text, { headers: { ...answered, 'Content-Type': 'application/json' } })
  },
})

/**
 * Owners only, of their own copy. The file is answered as it is.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error 404 BAD_REQUEST There is no such copy, no such kind, or the copy has no such file, or the file is lost.
 * @error BAD_REQUEST The run is over.
 */
export const copyFileEndpoint = endpoint('GET /export/realm/copies/{copy_id}/files/{kind}/{id}', {
  summary: 'A file of a copy',
  counted: 'file',
  params: {
    ...ofRun,
    /** What the file is, as `files` of the part says. */
    kind: pathText(),
    /** Id of the record that names it; 0 for pictures of the organization. */
    id: pathId(),
  },
  returns: {},
  async run({ params, viewer, sql, env }) {
    const account = await viewer()
    const run = await accessRun(sql, account, params, Date.now() / 1000)
    const kind = fileKinds.find((name) => name === params.kind)
    // Without a bucket, all files are lost.
    if (kind === undefined || env.UPLOADS === undefined) throw fileNotFound()
    const realm = await realmById(sql, account.realm_id)
    const key = await keyOfFile(sourceOf(sql, account, run), realm!, { kind, id: params.id })
    const object = key === null ? null : await env.UPLOADS.get(key)
    if (object === null) throw fileNotFound()
    return new Response(object.body, {
      headers: {
        ...guardedHeaders('application/octet-stream', 'file'),
        'Content-Length': String(object.size),
        'Cache-Control': 'no-store',
      },
    })
  },
})

const sourceOf = (
  sql: Sql,
  account: { realm_id: number; realm_settings: string },
  { last, scope, origin }: CopyRun & { origin: string },
): FullSource => ({
  sql,
  realm_id: account.realm_id,
  settings: settingsOf(account),
  until: beforeFirstId(account.realm_id) + last.message,
  last,
  scope,
  origin,
})

async function partOf(source: FullSource, chapter: string, after: readonly number[] | null): Promise<CopyPart> {
  if (chapter !== 'realm') {
    const name = chapterNames.find((one): one is ChapterName => one === chapter)
    if (name === undefined) throw refused('There is no such chapter', { status: 404 })
    return copyPart(source, name, after)
  }
  const realm = await realmById(source.sql, source.realm_id)
  const { record, files } = await realmItem(source, realm!)
  const whole = copiedFiles('realm', record, files)
  return { records: [whole.record], files: whole.files, next: null }
}
