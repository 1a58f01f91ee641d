/** The realm that a host name stands for: a named one, the deployment's only one, or none (`root`). */
export type RealmAddress = { kind: 'named'; string_id: string } | { kind: 'only' } | { kind: 'root' }

type HostSettings = Pick<Env, 'ROOT_DOMAIN' | 'DEVELOPMENT'>

/**
 * The realm that a host name stands for. With `ROOT_DOMAIN` set, `acme.<ROOT_DOMAIN>` is the realm `acme`, and any other
 * host has none. Without it the deployment has a single realm, whatever the host. On a development server
 * `acme.localhost` is `acme`.
 */
export function realmAddressOf(host: string, { ROOT_DOMAIN, DEVELOPMENT }: HostSettings): RealmAddress {
  const name = hostname(host)
  const root = ROOT_DOMAIN ? hostname(ROOT_DOMAIN) : DEVELOPMENT === 'true' ? 'localhost' : null
  if (root !== null && name.endsWith(`.${root}`)) return { kind: 'named', string_id: name.slice(0, -root.length - 1) }
  return ROOT_DOMAIN ? { kind: 'root' } : { kind: 'only' }
}

/** Whether a host name stands for the realm. */
export function answersAt({ string_id }: { string_id: string }, host: string, settings: HostSettings): boolean {
  const address = realmAddressOf(host, settings)
  return address.kind === 'only' || (address.kind === 'named' && address.string_id === string_id)
}

const hostname = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')
