import type { UploadedFile } from '../core/http/multipart'

/** Types of files whose client tells none, by what their names end in. */
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

/** The type of a file, without parameters: what its client says, or else what its name does. */
export function contentTypeOf({ type, file_name }: Pick<UploadedFile, 'type' | 'file_name'>): string {
  const told = (type ?? '').split(';')[0]!.trim().toLowerCase()
  if (wellFormed.test(told) && told !== unknown) return told
  const ending = /\.([a-z0-9]{1,10})$/i.exec(file_name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(byEnding, ending) ? byEnding[ending]! : unknown
}

/** Pictures that browsers show and do not run; everything else is saved (endpoints, Attachments and uploads). */
const shown = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/**
 * The type that a file is served as, whatever it is said to be. No page of this site can use it as a script, a style sheet or
 * anything else that acts: browsers take no other type for these, and sound and video can be nothing else.
 */
export const servedType = (type: string): string => (shown.has(type) || /^(audio|video)\//.test(type) ? type : unknown)

/**
 * Headers that keep what somebody uploaded from acting in the name of this site: a browser lets it load and run nothing,
 * and shows only pictures. That it takes it for nothing else than it is said to be, all answers ask for.
 */
export function guardedHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `${shown.has(type) ? 'inline' : 'attachment'}; ${fileNameParameters(name)}`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  }
}

/** The name for old clients and for those that know Unicode (RFC 6266). */
function fileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
