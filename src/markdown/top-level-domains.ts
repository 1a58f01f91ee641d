import { topLevelDomainList } from './top-level-domain-list'

let known: Set<string> | null = null

/** Whether this is a top-level domain, with which a bare link may end. The set is made at the first use. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(topLevelDomainList.trim().split(/\s+/))
  return known.has(label) || label.startsWith('xn--')
}
