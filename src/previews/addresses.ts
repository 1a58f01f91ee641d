/**
 * Ends of names that no public registry gives out: of this machine, of networks of their own, and of examples (RFC 2606,
 * 6761, 6762, 7686, 8375, 9476; `internal` is ICANN's for private use; the others are what routers, clusters and offices
 * call their own).
 */
const privateEnds = new Set(
  (
    'localhost localdomain local internal arpa test example invalid onion alt ' +
    'lan home corp mail intranet intra private domain workgroup box router svc cluster consul docker k8s'
  ).split(' '),
)

/** Longer addresses are not asked. */
const longest = 2000

/** A name that the world outside may know: of several parts, none of them empty, and in the hands of a registry. */
function isPublicName(name: string): boolean {
  const labels = name.split('.')
  if (labels.length < 2 || labels.includes('')) return false
  return !labels.some((_, place) => privateEnds.has(labels.slice(place).join('.')))
}

/**
 * The address as one of the world outside, which anybody might ask; null for others, so that nobody makes this server
 * ask what only it can reach: addresses in figures, names that mean private networks, this server itself (`own`, its host
 * and the domain of its organizations). What a public name leads to is up to the network that the server is in.
 */
export function outsideAddress(address: string, base: string | undefined, own: readonly string[]): URL | null {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > longest) return null
  if (url.username !== '' || url.password !== '') return null
  // A dot at the end only says that the name is whole.
  const name = url.hostname.replace(/\.$/, '')
  // Every form of an address in figures has become one of these: 0x7f.1 is 127.0.0.1.
  const isInFigures = /^\[|^[\d.]+$/.test(name)
  if (isInFigures || !isPublicName(name)) return null
  return own.some((host) => name === host || name.endsWith(`.${host}`)) ? null : url
}

/** Names under which this deployment answers. */
export const ownHosts = (origin: string, { ROOT_DOMAIN }: Pick<Env, 'ROOT_DOMAIN'>): string[] =>
  [URL.parse(origin)?.hostname, ROOT_DOMAIN?.toLowerCase().replace(/:\d+$/, '')].filter((host) => !!host) as string[]
