/**
 * Endings of host names outside public registries: of this machine, of private networks and of examples (RFC 2606, 6761,
 * 6762, 7686, 8375, 9476). ICANN reserves `internal` for private use; routers, clusters and offices use the others.
 */
const privateEnds = new Set(
  (
    'localhost localdomain local internal arpa test example invalid onion alt ' +
    'lan home corp mail intranet intra private domain workgroup box router svc cluster consul docker k8s'
  ).split(' '),
)

/** Maximal length of an address that the server fetches. */
const longest = 2000

/** Whether a host name may be public: it has several non-empty labels, and no private ending. */
function isPublicName(name: string): boolean {
  const labels = name.split('.')
  if (labels.length < 2 || labels.includes('')) return false
  return !labels.some((_, place) => privateEnds.has(labels.slice(place).join('.')))
}

/**
 * The URL of a public address, or null. Prevents requests to what only this server can reach (SSRF): IP addresses, names of
 * private networks, and this server itself (`own`: its host, and the domain of its organizations). What a public name resolves to
 * is up to the server's network.
 */
export function outsideAddress(address: string, base: string | undefined, own: readonly string[]): URL | null {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > longest) return null
  if (url.username !== '' || url.password !== '') return null
  // A dot at the end only marks the name as absolute.
  const name = url.hostname.replace(/\.$/, '')
  // The URL parser normalizes every form of an IP address: 0x7f.1 is 127.0.0.1.
  const isIpAddress = /^\[|^[\d.]+$/.test(name)
  if (isIpAddress || !isPublicName(name)) return null
  return own.some((host) => name === host || name.endsWith(`.${host}`)) ? null : url
}

/** Variables of development servers that allow requests to this machine. */
type LocalVariable = 'WEB_PUSH_TO_LOCALHOST' | 'FEEDS_FROM_LOCALHOST'

/**
 * The URL of an address on this machine, which only a development server asks, and only if the variable with this name is `on`;
 * null otherwise.
 */
export function localAddress(
  address: string,
  variable: LocalVariable,
  env: Pick<Env, 'DEVELOPMENT'> & { readonly [N in LocalVariable]?: string },
): URL | null {
  if (env.DEVELOPMENT !== 'true' || env[variable] !== 'on') return null
  const url = URL.parse(address)
  const isLocal = url?.hostname === 'localhost' && /^https?:$/.test(url.protocol)
  return isLocal && url.username === '' && url.password === '' ? url : null
}

/** Host names of this deployment. */
export const ownHosts = (origin: string, { ROOT_DOMAIN }: Pick<Env, 'ROOT_DOMAIN'>): string[] =>
  [URL.parse(origin)?.hostname, ROOT_DOMAIN?.toLowerCase().replace(/:\d+$/, '')].filter((host) => !!host) as string[]
