/**
 * Makes `src/markdown/top-level-domain-list.ts`: `node dev/top-level-domains.ts`, after another version of tlds was
 * installed.
 */
import tlds from 'tlds' with { type: 'json' }

/** Ends of the names of files, which are written more often than sites of these domains. */
const files = new Set(['java', 'md', 'mov', 'py', 'zip'])

const longestLine = 118

/** All top-level domains but those, in lines. */
export function topLevelDomainLines(): string {
  const lines: string[] = ['']
  for (const label of tlds.filter((one) => !files.has(one))) {
    const line = `${lines.at(-1)!} ${label}`.trimStart()
    if (line.length > longestLine) lines.push(label)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  const text = `/** Made by dev/top-level-domains.ts from the list of IANA, without what names files more often. */
export const topLevelDomainList = \`
${topLevelDomainLines()}
\`
`
  writeFileSync(`${import.meta.dirname}/../src/markdown/top-level-domain-list.ts`, text)
}
