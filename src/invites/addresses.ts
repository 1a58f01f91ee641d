import { parsedAddress } from '../users/email'

/** An entry of a list of addresses: what stands there, and the address in it if there is one. */
export interface AddressEntry {
  raw: string
  email: string | null
}

/** Addresses separated by commas or line breaks, each maybe with a name before it: `Ada <ada@example.com>`. */
export const listedAddresses = (list: string): AddressEntry[] =>
  list
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((raw) => ({ raw, email: parsedAddress(withoutName(raw)) }))

function withoutName(entry: string): string {
  const start = entry.lastIndexOf('<')
  return start !== -1 && entry.endsWith('>') ? entry.slice(start + 1, -1) : entry
}
