import { localAddress, outsideAddress, ownHosts } from '../previews/addresses'

/** Maximal length of an address at a push service. */
export const longestEndpoint = 1000

/** Ports up to this one belong to other services than HTTPS, which has 443. */
const lastSystemPort = 1024

type Settings = Pick<Env, 'ROOT_DOMAIN' | 'DEVELOPMENT' | 'WEB_PUSH_TO_LOCALHOST'>

/** The address of a device at its push service, or null if the server sends nothing there. */
type AddressOf = (endpoint: string) => URL | null

/**
 * Finds the addresses of devices. Push services are servers of anybody (UnifiedPush), so an address may be any public one with
 * HTTPS. `origin` is that of the realm: the server sends no pushes to itself.
 */
export function pushAddresses(origin: string, env: Settings): AddressOf {
  const hosts = ownHosts(origin, env)
  return (endpoint) => pushAddress(endpoint, hosts, env)
}

function pushAddress(endpoint: string, hosts: readonly string[], env: Settings): URL | null {
  if (endpoint.length > longestEndpoint) return null
  const url = outsideAddress(endpoint, undefined, hosts) ?? localAddress(endpoint, 'WEB_PUSH_TO_LOCALHOST', env)
  if (url === null || url.href.length > longestEndpoint || url.hash !== '') return null
  if (url.hostname === 'localhost') return url
  const hasPort = url.port === '' || Number(url.port) > lastSystemPort
  return url.protocol === 'https:' && hasPort ? url : null
}
