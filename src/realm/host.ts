/** The realm at a host name: a named one, the deployment's only one, or none (`root`). */
export type RealmAddress = { kind: 'named'; string_id: string } | { kind: 'only' } | { kind: 'root' }

type HostSettings = Pick<Env, 'ROOT_DOMAIN' | 'DEVELOPMENT'>

/** The domain below which realms have their hosts; null where the deployment has a single one. */
export const rootDomain = ({ ROOT_DOMAIN, DEVELOPMENT }: HostSettings): string | null =>
  ROOT_DOMAIN ? hostname(ROOT_DOMAIN) : DEVELOPMENT === 'true' ? 'localhost' : null

/**
 * The realm at a host name. With `ROOT_DOMAIN`, `acme.<ROOT_DOMAIN>` is the realm `acme`, and all other hosts have none. Without
 * it, the deployment has a single realm at any host. On a development server, `acme.localhost` is `acme`.
 */
export function realmAddressOf(host: string, settings: HostSettings): RealmAddress {
  const name = hostname(host)
  const root = rootDomain(settings)
  if (root !== null && name.endsWith(`.${root}`)) return { kind: 'named', string_id: name.slice(0, -root.length - 1) }
  return settings.ROOT_DOMAIN ? { kind: 'root' } : { kind: 'only' }
}

/** Whether the realm is at a host name. */
export function answersAt({ string_id }: { string_id: string }, host: string, settings: HostSettings): boolean {
  const address = realmAddressOf(host, settings)
  return address.kind === 'only' || (address.kind === 'named' && address.string_id === string_id)
}

/** The host of a realm that is created from another host. */
export function hostOfNew(
  { string_id, isFirst }: { string_id: string; isFirst: boolean },
  host: string,
  settings: HostSettings,
): string {
  const root = settings.ROOT_DOMAIN ?? `localhost${/:\d+$/.exec(host)?.[0] ?? ''}`
  const isOnly = !settings.ROOT_DOMAIN && (rootDomain(settings) === null || isFirst)
  return isOnly ? host : `${string_id}.${root}`
}

const hostname = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')
