/**
 * Makes `src/domains/disposable-list.ts`: `npx node dev/disposable-domains.ts`, after another version of
 * disposable-email-domains-js was installed.
 */
import { disposableEmailBlocklist } from 'disposable-email-domains-js'
import { inLines } from './in-lines.ts'

/** Services that the package does not have. */
const further = ['33mail.com', 'burnermail.io', 'mail-temp.com', 'spamgourmet.com', 'tempmail.com']

/** Whole domains only: its thousand names below dynamic ones are soon others. */
const isWhole = (domain: string): boolean => domain.split('.').length === 2

/** Domains of services that hand out addresses for minutes. */
export const disposableDomainLines = (): string =>
  inLines([...new Set([...disposableEmailBlocklist(), ...further])].filter(isWhole).toSorted())

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  const text = `/** Made by dev/disposable-domains.ts from disposable-email-domains-js, CC0. */
export const disposableList = \`
${disposableDomainLines()}
\`
`
  writeFileSync(`${import.meta.dirname}/../src/domains/disposable-list.ts`, text)
}
