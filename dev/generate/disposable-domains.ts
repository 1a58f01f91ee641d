/**
 * Makes `src/domains/disposable-list.ts`. Run `npx node dev/generate/disposable-domains.ts` after an update of
 * disposable-email-domains-js.
 */
import { disposableEmailBlocklist } from 'disposable-email-domains-js'
import { inLines } from './in-lines.ts'

/** Services that are missing in the package. */
const further = ['33mail.com', 'burnermail.io', 'mail-temp.com', 'spamgourmet.com', 'tempmail.com']

/** No subdomains: the package has a thousand below dynamic domains, which change soon. */
const isWhole = (domain: string): boolean => domain.split('.').length === 2

/** Domains of services for disposable addresses. */
export const disposableDomainLines = (): string =>
  inLines([...new Set([...disposableEmailBlocklist(), ...further])].filter(isWhole).toSorted())

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  const text = `/** Made by dev/generate/disposable-domains.ts from disposable-email-domains-js, CC0. */
export const disposableList = \`
${disposableDomainLines()}
\`
`
  writeFileSync(`${import.meta.dirname}/../../src/domains/disposable-list.ts`, text)
}
