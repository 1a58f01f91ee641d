/** Names that mean a machine of a network of its own, or this one (RFC 6761, 6762, 8375, and usage). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Longer addresses are not asked. */
const longest = 2000

/**
 * The address as one of the world outside, which anybody might ask; null for others, so that nobody makes this server
 * ask what only it can reach: addresses in figures, names that mean private networks, this server itself (`own`, its host
 * and the domain of its organizations). What a public name leads to is up to the network that the server is in.
 */
export function outsideAddress(address: string, base: string | undefined, own: readonly string[]): URL | null {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > longest) return null
  if (url.username !== '' || url.password !== '') return null
  const name = url.hostname.replace(/\.$/, '')
  // Every form of an address in figures has become one of these: 0x7f.1 is 127.0.0.1.
  const isInFigures = /^\[|^[\d.]+$/.test(name)
  if (isInFigures || !name.includes('.') || privateNames.test(name)) return null
  return own.some((host) => name === host || name.endsWith(`.${host}`)) ? null : url
}

/** Names under which this deployment answers. */
export const ownHosts = (origin: string, { ROOT_DOMAIN }: Pick<Env, 'ROOT_DOMAIN'>): string[] =>
  [URL.parse(origin)?.hostname, ROOT_DOMAIN?.toLowerCase().replace(/:\d+$/, '')].filter((host) => !!host) as string[]
