/**
 * Writes `src/integrations/services.ts`, the table of all services, from the folders of `src/integrations/services/`. With `--check`
 * it writes nothing, and fails if the file is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../src/integrations')
const file = join(folder, 'services.ts')

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const names = readdirSync(join(folder, 'services')).toSorted()

const text = `/** All services whose events become messages. \`npm run integrations\` makes this file from the folders of \`services/\`. */
import type { Integration } from './integration'
${names.map((name) => `import { ${camelCase(name)} } from './services/${name}'`).join('\n')}

export const integrations: readonly Integration[] = [
${names.map((name) => `  ${camelCase(name)},`).join('\n')}
]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
`

const isCheck = process.argv.includes('--check')
const isStale = readFileSync(file, 'utf8') !== text
if (!isCheck && isStale) writeFileSync(file, text)
if (isCheck && isStale) {
  process.stderr.write('src/integrations/services.ts is out of date: run `npm run integrations`.\n')
  process.exitCode = 1
}
