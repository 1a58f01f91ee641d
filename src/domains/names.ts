import { refused } from '../core/base/errors'

const longestDomain = 255

/** One part of a domain, between two dots. */
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** A domain as it is stored, or a refusal: labels of letters, digits and hyphens, at least two of them. */
export function domainName(raw: string): string {
  const domain = raw.trim().toLowerCase()
  const labels = domain.split('.')
  if (domain.length > longestDomain) throw refused(`Domain is too long (limit: ${longestDomain} characters)`)
  if (labels.length < 2) throw refused('Domain must have at least one dot (.)')
  if (!labels.every((part) => label.test(part)))
    throw refused("Domain can only have letters, numbers, '.' and '-'s, in parts that are not empty.")
  return domain
}
