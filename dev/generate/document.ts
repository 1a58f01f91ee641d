/**
 * Writes `public/api/v1/openapi.json` from the declarations and their doc comments. With `--check` it writes nothing, and fails
 * if the file is out of date, lacks a description, or breaks a rule of OpenAPI.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { docComments } from '../openapi/doc-comments.ts'
import { lintProblems } from '../openapi/lint.ts'
import { undescribedIn, type OpenApi } from '../openapi/undescribed.ts'

const file = join(import.meta.dirname, '../../public/api/v1/openapi.json')

/** The document from a bundle, because the sources import each other without extensions. */
async function makeDocument(): Promise<OpenApi> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../openapi/described-endpoints.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['cloudflare:*'],
    plugins: [docComments],
    logLevel: 'error',
  })
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64')
  const { document } = (await import(`data:text/javascript;base64,${code}`)) as { document: OpenApi }
  return JSON.parse(JSON.stringify(document)) as OpenApi
}

const document = await makeDocument()
const text = JSON.stringify(document, null, 1) + '\n'
const isCheck = process.argv.includes('--check')
const isStale = !isCheck || readFileSync(file, 'utf8') !== text
if (!isCheck) writeFileSync(file, text)

const problems = [
  ...(isCheck && isStale ? ['public/api/v1/openapi.json is out of date: run `npm run document`.'] : []),
  ...undescribedIn(document),
  ...(await lintProblems(text)),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
