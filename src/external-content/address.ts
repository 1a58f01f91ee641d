import { outsideAddress } from '../previews/addresses'

/** Most hexadecimal digits of an address: two for each byte of the longest URL that is fetched. */
export const mostDigits = 4000

/**
 * The URL that the digits stand for: its UTF-8 in lower-case hexadecimal. Null if they stand for none, or for one that is
 * never asked; `own` are the host names of this deployment.
 */
export function addressIn(digits: string, own: readonly string[]): URL | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) return null
  const bytes = Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
  const url = outsideAddress(text, undefined, own)
  // Servers are never told the fragment, so that it makes no other picture.
  if (url !== null) url.hash = ''
  return url
}
