import type { UploadedFile } from '../core/http/multipart'

/** Types by file extension, for files that a client sends without a type. */
const byEnding: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
}

const unknown = 'application/octet-stream'
const wellFormed = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/

/** The type of a file without parameters: from the client, otherwise by the extension. */
export function contentTypeOf({ type, file_name }: Pick<UploadedFile, 'type' | 'file_name'>): string {
  const sent = (type ?? '').split(';')[0]!.trim().toLowerCase()
  if (wellFormed.test(sent) && sent !== unknown) return sent
  const ending = /\.([a-z0-9]{1,10})$/i.exec(file_name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(byEnding, ending) ? byEnding[ending]! : unknown
}

/** Types of pictures that browsers show; files of other types are downloaded (endpoints, Attachments and uploads). */
const shownTypes = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/**
 * The type with which a file is served: its own for pictures, sound and video. All other files are served as mere bytes, so that
 * no browser takes an upload for a page, a script or a style sheet of this site.
 */
export const servedType = (type: string): string =>
  shownTypes.has(type) || /^(audio|video)\//.test(type) ? type : unknown

/** Content Security Policy of files: browsers let them load and run nothing. */
export const sandbox = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Headers that keep an upload from acting in the name of this site: browsers let it load and run nothing, and only show pictures.
 * All responses of the server have `X-Content-Type-Options`.
 */
export function guardedHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `${shownTypes.has(type) ? 'inline' : 'attachment'}; ${fileNameParameters(name)}`,
    'Content-Security-Policy': sandbox,
  }
}

/** The file name twice: in ASCII for old clients, and in Unicode (RFC 6266). */
function fileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
