/** `npx node dev/generate/build-client.ts [FOLDER]`: builds the client library as a package, by default into `dist/client`. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'client')
const target = process.argv[2] ?? join(root, 'dist/client')

/** Where `tsconfig.api.json` writes the declarations of the library and the server. */
const declarations = join(root, 'node_modules/.cache/types')

const packageJson = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
  exports: Record<string, string>
  dependencies: Record<string, string>
}
const entries = Object.values(packageJson.exports).map((file) => file.replace(/^\.\/(.*)\.ts$/, '$1'))

await build({
  entryPoints: entries.map((name) => join(source, `${name}.ts`)),
  outdir: target,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  external: Object.keys(packageJson.dependencies),
})
const { status } = spawnSync('tsc', ['-b', join(root, 'tsconfig.api.json')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
for (const file of declarationsOf(entries)) cpSync(join(declarations, file), join(target, 'types', file))
cpSync(join(source, 'README.md'), join(target, 'README.md'))
const exports = Object.fromEntries(
  Object.keys(packageJson.exports).map((name, index) => {
    const entry = entries[index]!
    return [name, { types: `./types/client/${entry}.d.ts`, default: `./${entry}.js` }]
  }),
)
writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...packageJson, exports }, null, 2)}\n`)

/** The declarations of some entries, and all that those import. From the server they only import types. */
function declarationsOf(names: readonly string[]): Set<string> {
  const found = new Set(names.map((name) => `client/${name}.d.ts`))
  for (const file of found) {
    const text = readFileSync(join(declarations, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)['"]/g)) {
      const module = join(dirname(file), path!.replace(/\.ts$/, ''))
      const candidates = [`${module}.d.ts`, `${module}/index.d.ts`]
      found.add(candidates.find((candidate) => existsSync(join(declarations, candidate)))!)
    }
  }
  return found
}
