/**
 * Puts the viewer of the OpenAPI document, Swagger UI, beside the page that shows it: `public/api/docs/`, which is served
 * as static assets. Run by `npm start` and `npm run deploy`; what it copies is not committed.
 */
import { copyFileSync } from 'node:fs'
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
const to = join(import.meta.dirname, '../public/api/docs')
for (const name of files) copyFileSync(join(from, name), join(to, name))
