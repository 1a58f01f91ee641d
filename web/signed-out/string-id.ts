/** Suggests a string_id for the name of an organization; empty if no character of the name is allowed in one. */
export const addressFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')

/** The string_id in a host name; null if no organization can be there. */
export function labelOf(hostname: string, root_domain: string | null): string | null {
  if (root_domain === null || !hostname.endsWith(`.${root_domain}`)) return null
  const label = hostname.slice(0, -root_domain.length - 1)
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(label) ? label : null
}
