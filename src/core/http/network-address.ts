import { clipText } from '../base/unicode'

/** Characters of an address, however it is spelled. */
const maxAddressCharacters = 64

/**
 * The network for which a client's requests count: an IPv4 address, or the first 64 bits of an IPv6 address, because one client can
 * have all the addresses that begin with these. All spellings of an address give the same network. A text that is no address is
 * a network of its own, clipped.
 */
export function networkOf(address: string): string {
  const text = clipText(address.trim().toLowerCase(), maxAddressCharacters)
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
  const four = ipv4(text)
  if (four !== null) return four.join('.')
  const groups = ipv6(text)
  if (groups === null) return text
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff]

/** The four bytes of an IPv4 address, or null. */
function ipv4(text: string): number[] | null {
  const bytes = text.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256))
  return bytes.length === 4 && bytes.every((byte) => byte < 256) ? bytes : null
}

/** The eight groups of an IPv6 address (RFC 4291, 2.2), or null. */
function ipv6(text: string): number[] | null {
  const [before, after, ...more] = text.split('::')
  if (more.length > 0) return null
  const [head, tail] = [groupsOf(before!, after === undefined), groupsOf(after ?? '', true)]
  if (head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (after === undefined ? missing !== 0 : missing < 1) return null
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

/** The groups between colons. An IPv4 address may be the last two. */
function groupsOf(text: string, isLast: boolean): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const four = isLast && index === parts.length - 1 ? ipv4(part) : null
    if (four !== null) groups.push((four[0]! << 8) | four[1]!, (four[2]! << 8) | four[3]!)
    else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(parseInt(part, 16))
    else return null
  }
  return groups
}
