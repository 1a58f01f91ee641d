import { namesTag } from '../core/http/document'
import { refused } from '../core/base/errors'
import { guardedHeaders, servedType } from './content-types'
import type { AttachmentRow } from './queries'
import { rangeIn } from './ranges'

// It may differ from "forbidden", because paths of files cannot be guessed (behaviour, HTTP).
export const fileNotFound = () => refused('File not found', { status: 404 })
export const fileForbidden = () => refused('You are not authorized to view this file', { status: 403 })

/** Key of an attachment in the bucket. */
export const keyOf = (path_id: string): string => `user_uploads/${path_id}`

/**
 * Sends a file, or the requested part of it (RFC 9110, 13 and 14). Browsers may store the file, but must ask each time whether
 * they may still show it.
 */
export async function serveAttachment(
  bucket: R2Bucket,
  file: AttachmentRow,
  requestHeaders: Headers,
): Promise<Response> {
  const { path_id, size, content_type } = file
  // A path has the same content for good.
  const ETag = `"${path_id.split('/')[1]}"`
  const headers = {
    ...guardedHeaders(servedType(content_type), file.name),
    ETag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  }
  if (namesTag(requestHeaders.get('If-None-Match'), ETag)) return new Response(null, { status: 304, headers })
  const condition = requestHeaders.get('If-Range')
  const range = condition === null || condition === ETag ? rangeIn(requestHeaders.get('Range'), size) : null
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

/** Sends a picture without checking access: its address cannot be guessed, and its content never changes. */
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
