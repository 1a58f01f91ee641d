import { parsedAddress } from '../users/email'

/** An entry in a list of addresses: its text, and its address or null. */
interface AddressEntry {
  raw: string
  email: string | null
}

/** Entries of a list that is separated by commas or line breaks. An address may have a name: `Ada <ada@example.com>`. */
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
