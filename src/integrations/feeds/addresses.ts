import { localAddress, outsideAddress, ownHosts } from '../../previews/addresses'

/** Finds out whether a feed may be read at an address. `origin` is that of the realm: the server reads no feeds of its own. */
export function feedAddresses(origin: string, env: Env): (url: URL) => boolean {
  const own = ownHosts(origin, env)
  return ({ href }) =>
    outsideAddress(href, undefined, own) !== null || localAddress(href, 'FEEDS_FROM_LOCALHOST', env) !== null
}
