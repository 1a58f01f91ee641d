import { outsideAddress } from '../previews/addresses'

/** Maximal number of hexadecimal digits of an address: two for each byte of the longest URL that the server fetches. */
export const maxAddressDigits = 4000

/**
 * The URL in lower-case hexadecimal UTF-8. Null if it is none, or one that the server never fetches; `own` are the host names of
 * this deployment.
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
  // Browsers do not send the fragment, so it cannot select another picture.
  if (url !== null) url.hash = ''
  return url
}
