/**
 * Writes `web/i18n/texts.ts`, the type of the web client's texts, and `src/mail/texts/compiled.ts`, the texts of mails. Fails if a
 * text is broken, unknown, or takes other parameters than the English one; lists what a language lacks. `--check` writes nothing,
 * and fails if a file is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../web/i18n/languages.ts'
import { compileTexts, readerOf, textFolders, type CompiledTexts } from '../texts/compile.ts'

/** Keys of missing texts that are listed for each language. */
const maxListed = 20

const web = compileTexts()
const mail = compileTexts({}, readerOf(textFolders.mail))
const files = [
  {
    path: 'web/i18n/texts.ts',
    text: `/** The texts of the client. Written by \`npm run texts\` from \`en.json\`. */\nexport interface Texts ${web.shape}\n`,
  },
  { path: 'src/mail/texts/compiled.ts', text: mailModule(mail) },
]

const errors = [...web.errors, ...mail.errors]
for (const { path, text } of files) {
  const place = join(import.meta.dirname, '../..', path)
  if (!process.argv.includes('--check')) writeFileSync(place, text)
  else if (readFileSync(place, 'utf8') !== text) errors.push(`${path} is not up to date. Run \`npm run texts\`.`)
}

for (const { missing } of [web, mail])
  for (const [language, keys] of missing) {
    if (keys.length === 0) continue
    const more = keys.length > maxListed ? ', …' : ''
    process.stdout.write(`${language} lacks ${keys.length} texts: ${keys.slice(0, maxListed).join(', ')}${more}\n`)
  }
for (const error of errors) process.stderr.write(`${error}\n`)
process.exit(errors.length > 0 ? 1 : 0)

/** The Worker has no files to load texts from, so those of all languages are in one module. */
function mailModule({ shape, functionOf }: CompiledTexts): string {
  const entries = Object.entries(languages).map(
    ([language, { isRightToLeft = false }]) =>
      `  '${language}': { isRightToLeft: ${isRightToLeft}, texts: ${functionOf(language)} },\n`,
  )
  return `/** The texts of mails in all languages. Written by \`npm run texts\` from the files beside it. */
export interface MailTexts ${shape}

type FormatNumber = (value: number) => string
type ChooseForm = (count: number, forms: Readonly<Record<string, string>>, language?: string) => string

interface CompiledLanguage {
  readonly isRightToLeft: boolean
  readonly texts: (n: FormatNumber, p: ChooseForm) => MailTexts
}

export const compiled: Readonly<Record<string, CompiledLanguage>> = {
${entries.join('')}}
`
}
