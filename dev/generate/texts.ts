/**
 * Writes `web/i18n/texts.ts`, the type of the web client's texts. Fails if a text is broken, unknown, or takes other parameters
 * than the English one; lists what a language lacks. `--check` writes nothing, and fails if the file is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileTexts } from '../texts/compile.ts'

/** Keys of missing texts that are listed for each language. */
const maxListed = 20

const path = join(import.meta.dirname, '../../web/i18n/texts.ts')
const { missing, types, ...compiled } = compileTexts()
const errors = [...compiled.errors]
const isCurrent = readFileSync(path, 'utf8') === types
if (!process.argv.includes('--check')) writeFileSync(path, types)
else if (!isCurrent) errors.push('web/i18n/texts.ts is not up to date. Run `npm run texts`.')

for (const [language, keys] of missing) {
  if (keys.length === 0) continue
  const more = keys.length > maxListed ? ', …' : ''
  process.stdout.write(`${language} lacks ${keys.length} texts: ${keys.slice(0, maxListed).join(', ')}${more}\n`)
}
for (const error of errors) process.stderr.write(`${error}\n`)
process.exit(errors.length > 0 ? 1 : 0)
