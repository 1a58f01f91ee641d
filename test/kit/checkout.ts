/** For tests of whole programs, in Node. */
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const sources = [
  'client',
  'dev',
  'import',
  'migrations',
  'public',
  'src',
  'web',
  'package.json',
  'schema.sql',
  'tsconfig.json',
  'tsconfig.api.json',
  'wrangler.toml',
]

/** Copies what `npm start` and the commands need of this checkout into a folder, where a test may change it. */
export function copyCheckout(folder: string): void {
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}
