/** Makes `src/markdown/top-level-domain-list.ts`. Run `npx node dev/generate/top-level-domains.ts` after an update of tlds. */
import tlds from 'tlds' with { type: 'json' }
import { inLines } from './in-lines.ts'

/** File extensions, which are more common in messages than sites of these domains. */
const files = new Set(['java', 'md', 'mov', 'py', 'zip'])

/** All top-level domains except those. */
export const topLevelDomainLines = (): string => inLines(tlds.filter((one) => !files.has(one)))

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  const text = `/** Made by dev/generate/top-level-domains.ts from the list of IANA, without what names files more often. */
export const topLevelDomainList = \`
${topLevelDomainLines()}
\`
`
  writeFileSync(`${import.meta.dirname}/../../src/markdown/top-level-domain-list.ts`, text)
}
