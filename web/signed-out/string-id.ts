/** The first part of a host name, made of the name of an organization; empty if nothing of it fits into one. */
export const addressFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')

/** What an organization at this host would be called; null if the host is none of an organization. */
export function labelOf(hostname: string, root_domain: string | null): string | null {
  if (root_domain === null || !hostname.endsWith(`.${root_domain}`)) return null
  const label = hostname.slice(0, -root_domain.length - 1)
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(label) ? label : null
}
