import { Buffer } from 'node:buffer'
import { refused } from '../base/errors'

/** A file in a request. Its bytes are a view of the body, not a copy. */
export interface UploadedFile {
  /** The client's name for it, which may be any text. */
  readonly file_name: string
  /** The type that the client says; null if it says none. */
  readonly type: string | null
  readonly bytes: Uint8Array
}

/** The parsed content of a body. */
export interface Form {
  readonly params: URLSearchParams
  readonly files: readonly UploadedFile[]
}

const malformedForm = () => refused('Malformed form data')

/** Fields and files that one form may have. */
export const maxParts = 1000

/** Bytes of the head of a part. */
const maxHeadBytes = 8192

/** Characters of a boundary (RFC 2046, 5.1.1). The search for a longer one would take too much time. */
const maxBoundaryCharacters = 70

/** Parses a `multipart/form-data` body (RFC 7578). The runtime's own parser copies every file, and a Worker has no memory for that. */
export function parseMultipart(body: Uint8Array, contentType: string): Form {
  const boundary = parameters(contentType).get('boundary')
  if (!boundary || boundary.length > maxBoundaryCharacters) throw malformedForm()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const params = new URLSearchParams()
  const files: UploadedFile[] = []
  const delimiter = `\r\n--${boundary}`
  let at = bytes.indexOf(delimiter.slice(2))
  if (at === -1) throw malformedForm()
  at += delimiter.length - 2
  // Each round begins after a delimiter; two more dashes make it the last one.
  for (let parts = 0; bytes.toString('latin1', at, at + 2) !== '--'; parts += 1) {
    if (parts === maxParts) throw refused(`A form may have at most ${maxParts} fields`)
    const head = bytes.indexOf('\r\n', at)
    const start = bytes.indexOf('\r\n\r\n', at)
    const end = bytes.indexOf(delimiter, start)
    if (head === -1 || start === -1 || end === -1 || start - head > maxHeadBytes) throw malformedForm()
    const content = body.subarray(start + 4, end)
    const { name, file_name, type } = headOf(bytes.toString('utf8', head, start))
    // Browsers send an empty file without a name when the user chose none.
    if (file_name === null) params.append(name, new TextDecoder().decode(content))
    else if (file_name !== '' || content.length > 0) files.push({ file_name, type, bytes: content })
    at = end + delimiter.length
  }
  return { params, files }
}

function headOf(head: string): { name: string; file_name: string | null; type: string | null } {
  const header = (name: string): string | null =>
    head
      .split('\r\n')
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? null
  const disposition = parameters(header('content-disposition') ?? '')
  const name = extended(disposition.get('name*')) ?? disposition.get('name')
  if (name === undefined) throw malformedForm()
  const file_name = extended(disposition.get('filename*')) ?? disposition.get('filename') ?? null
  return {
    name: unescaped(name),
    file_name: file_name === null ? null : unescaped(file_name),
    type: header('content-type'),
  }
}

/** The parameters `; name=value` and `; name="value"` of a header. If a name is repeated, the first one counts. */
function parameters(header: string): Map<string, string> {
  const found = new Map<string, string>()
  const parameter = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))\s*/gsy
  parameter.lastIndex = header.includes(';') ? header.indexOf(';') : header.length
  for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
    const [, name, quoted, plain] = match
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain!.trim()
    if (!found.has(name!.toLowerCase())) found.set(name!.toLowerCase(), value)
  }
  return found
}

/** Decodes the three characters that browsers encode within quotes. */
const unescaped = (text: string): string =>
  text.replaceAll('%22', '"').replaceAll(/%0D/gi, '\r').replaceAll(/%0A/gi, '\n')

/** Decodes `UTF-8''n%C3%A4me` (RFC 5987), which some clients send; undefined for anything else. */
function extended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
