/**
 * `npm run release [FOLDER]`: makes the files of a release, by default in `dist/release`:
 *
 * - `rivulet-VERSION.tar.gz`: the built Worker and pages, with what is needed to deploy them
 * - `rivulet-client-VERSION.tgz`: the client library as an npm package
 * - `rivulet-VERSION.cdx.json`: a list of all packages in them, in the form of CycloneDX
 * - `NOTES.md`: the part of the change log about this version
 * - `SHA256SUMS`: checksums of these files
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { webBuild } from '../run/web-build.ts'
import '../run/viewer.ts'

const root = join(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(root, 'dist/release'))
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}
const name = `rivulet-${version}`
const folder = mkdtempSync(join(tmpdir(), 'rivulet-'))

try {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await makeArchive()
  makeClientPackage()
  writeFileSync(join(target, `${name}.cdx.json`), run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev'))
  writeFileSync(join(target, 'NOTES.md'), notes())
  const files = readdirSync(target).toSorted()
  writeFileSync(join(target, 'SHA256SUMS'), files.map((file) => `${checksum(file)}  ${file}\n`).join(''))
} finally {
  rmSync(folder, { recursive: true })
}
process.exit()

/** Builds the Worker and the pages, and packs them with what `npm run deploy` needs. */
async function makeArchive(): Promise<void> {
  const content = join(folder, name)
  cpSync(await webBuild(), join(content, 'dist/web'), { recursive: true })
  run('wrangler', 'deploy', '--dry-run', '--outdir', join(content, 'worker'), '--assets', join(content, 'dist/web'))
  for (const path of ['schema.sql', 'migrations', 'LICENSE', 'CHANGELOG.md', 'docs/deploy.md', 'docs/limits.md'])
    cpSync(join(root, path), join(content, path), { recursive: true })
  for (const file of [
    'deploy.ts',
    'd1-databases.ts',
    'deployment.ts',
    'replication.ts',
    'upgrade.ts',
    'back-to-1.0.0.sql',
  ])
    cpSync(join(root, 'dev/run', file), join(content, 'dev/run', file))
  const settings = readFileSync(join(root, 'wrangler.toml'), 'utf8')
  // The Worker is built already, so that it is deployed as it is.
  writeFileSync(
    join(content, 'wrangler.toml'),
    settings.replace('main = "src/index.ts"', 'main = "worker/index.js"\nno_bundle = true'),
  )
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(packageOfArchive(), null, 2)}\n`)
  await pipeline(packTar(folder), createGzip({ level: 9 }), createWriteStream(join(target, `${name}.tar.gz`)))
}

function packageOfArchive(): object {
  return {
    name: 'rivulet',
    version,
    private: true,
    type: 'module',
    scripts: { deploy: 'node dev/run/deploy.ts' },
    dependencies: { node: devDependencies['node'], wrangler: devDependencies['wrangler'] },
  }
}

function makeClientPackage(): void {
  const client = join(folder, 'client')
  run('node', join(root, 'dev/generate/build-client.ts'), client)
  const described = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as object
  writeFileSync(join(client, 'package.json'), `${JSON.stringify({ ...described, version }, null, 2)}\n`)
  run('npm', 'pack', client, '--pack-destination', target, '--silent')
}

/** What the change log says about this version; all that is not released yet, if it says nothing. */
function notes(): string {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1)
  const part = parts.find((text) => text.startsWith(version)) ?? parts[0] ?? ''
  return `${part.split('\n').slice(1).join('\n').trim()}\n`
}

function checksum(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(target, file)))
    .digest('hex')
}

/** Runs a program and returns what it prints. Exits if it fails. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status === 0) return stdout
  process.stderr.write(stdout + stderr)
  return process.exit(status ?? 1)
}
