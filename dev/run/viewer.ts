/**
 * Copies Swagger UI, which shows the OpenAPI document, to its page in `public/api/docs/`. `npm start` and `npm run deploy` run
 * it; the copies are not committed. It also writes the hashes of the scripts into the page and its policy, so that no other
 * script runs there.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const files = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
]

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const assets = join(import.meta.dirname, '../../public')
for (const name of files) copyFileSync(join(from, name), join(assets, 'api/docs', name))

const hashes = ['swagger-ui-bundle.js', 'show.js'].map((name) => {
  const hash = createHash('sha384').update(readFileSync(join(assets, 'api/docs', name)))
  return { name, hash: `sha384-${hash.digest('base64')}` }
})

rewrite('api/docs.html', (page) =>
  hashes.reduce(
    (text, { name, hash }) => text.replace(new RegExp(`(/${name}"\\s+integrity=")[^"]*`), `$1${hash}`),
    page,
  ),
)
rewrite('_headers', (headers) =>
  headers.replace(
    /(?<=\/api\/docs\*\n.*)script-src [^;]*/,
    `script-src ${hashes.map(({ hash }) => `'${hash}'`).join(' ')}`,
  ),
)

/** Writes a file only if it changes. */
function rewrite(name: string, change: (text: string) => string): void {
  const path = join(assets, name)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(path, changed)
}
