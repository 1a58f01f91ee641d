import type { Feed } from './feed'
import { jsonFeed } from './json-feed'
import { xmlFeed } from './xml-feed'

/** Reads a document with this `Content-Type`; null if it is no feed. Many servers send a feed with a wrong type, so it does not count. */
export function feedIn(bytes: Uint8Array, type: string): Feed | null {
  const document = decodeDocument(bytes, type).trimStart()
  return document.startsWith('{') ? jsonFeed(document) : xmlFeed(document)
}

const byteOrderMarks: readonly (readonly [mark: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The text of a document in the encoding that it says it has; in UTF-8 if that is unknown. */
function decodeDocument(bytes: Uint8Array, type: string): string {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1]
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(beginning)?.[1]
  const labels = [marked, /charset\s*=\s*["']?([\w.:-]+)/i.exec(type)?.[1], declared]
  const decoder = labels.flatMap((label) => decoderFor(label) ?? [])[0] ?? new TextDecoder()
  return decoder.decode(bytes)
}

function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
