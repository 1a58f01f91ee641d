import { topLevelDomainList } from './top-level-domain-list'

let known: Set<string> | null = null

/** Whether a name without a scheme may end like this; the set is made when first asked for. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(topLevelDomainList.trim().split(/\s+/))
  return known.has(label) || label.startsWith('xn--')
}
