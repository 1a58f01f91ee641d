import { namesTag } from '../core/http/document'
import { refused } from '../core/base/errors'
import { guardedHeaders, servedType } from './content-types'
import type { AttachmentRow } from './queries'
import { rangeIn } from './ranges'

/** Files are missing and forbidden in words of their own: their paths cannot be guessed (behaviour, HTTP). */
export const fileNotFound = () => refused('File not found', { status: 404 })
export const fileForbidden = () => refused('You are not authorized to view this file', { status: 403 })

/** Where an attachment is in the bucket. */
export const keyOf = (path_id: string): string => `user_uploads/${path_id}`

/**
 * The file, or the part of it that is asked for (RFC 9110, 13 and 14). Browsers may keep it, but must ask each time
 * whether they still may see it.
 */
export async function serveAttachment(bucket: R2Bucket, file: AttachmentRow, asked: Headers): Promise<Response> {
  const { path_id, size, content_type } = file
  // What is at a path never changes.
  const ETag = `"${path_id.split('/')[1]}"`
  const headers = {
    ...guardedHeaders(servedType(content_type), file.name),
    ETag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  }
  if (namesTag(asked.get('If-None-Match'), ETag)) return new Response(null, { status: 304, headers })
  const condition = asked.get('If-Range')
  const range = condition === null || condition === ETag ? rangeIn(asked.get('Range'), size) : null
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
  const object = await bucket.get(keyOf(path_id), range === null ? {} : { range })
  if (object === null) throw fileNotFound()
  if (range === null) return new Response(object.body, { headers: { ...headers, 'Content-Length': String(size) } })
  const last = range.offset + range.length - 1
  return new Response(object.body, {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(range.length),
      'Content-Range': `bytes ${range.offset}-${last}/${size}`,
    },
  })
}

/** A picture that anybody may see who knows its address; it never changes. */
export async function servePicture(bucket: R2Bucket, key: string): Promise<Response> {
  const object = await bucket.get(key)
  if (object === null) throw fileNotFound()
  const headers = {
    ...guardedHeaders(servedType(object.httpMetadata?.contentType ?? ''), key.split('/').at(-1)!),
    ETag: object.httpEtag,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return new Response(object.body, { headers })
}
