/**
 * Builds of the web client for servers on this machine. Each is a folder in `dist/builds`, named by what it is made of: nothing is
 * built twice, and no build changes while a server serves it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../..')
const builds = join(root, 'dist/builds')

/** Folders and files that a build is made of. A build that needs any other fails. */
const inputs = [
  'web',
  'client',
  'src',
  'public',
  'dev/texts',
  'tsconfig.json',
  'tsconfig.api.json',
  'wrangler.toml',
  'package.json',
  'node_modules/.package-lock.json',
]

/** Milliseconds between two marks of a build as in use, and since the last one until it is deleted. */
const markMs = 60_000
const lifeMs = 60 * markMs

/** Builds the web client unless it is built already, and returns the folder. It stays as long as this process runs. */
export async function webBuild(): Promise<string> {
  const name = nameOfInputs()
  const folder = join(builds, name)
  mark(name)
  setInterval(() => mark(name), markMs).unref()
  if (!existsSync(folder)) {
    await buildInto(folder)
    deleteUnused()
  }
  return folder
}

/** Another process may build the same at the same time. The first rename wins. */
async function buildInto(folder: string): Promise<void> {
  const own = `${folder}.${process.pid}`
  const { NODE_ENV } = process.env
  // Test runners set it, but a deployment does not.
  process.env['NODE_ENV'] = 'production'
  try {
    const built = await build({
      configFile: join(root, 'web/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: own },
    })
    checkInputs(built as Rolldown.RolldownOutput)
    renameSync(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
    rmSync(own, { recursive: true, force: true })
  }
}

function checkInputs({ output }: Rolldown.RolldownOutput): void {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const files = modules.filter((id) => isAbsolute(id) && !id.includes('/node_modules/')).map((id) => relative(root, id))
  const others = files.filter((file) => !inputs.some((input) => file.startsWith(input)))
  if (others.length > 0) throw new Error(`Add to the inputs of a build: ${others.join(', ')}`)
}

function nameOfInputs(): string {
  const hash = createHash('sha256').update(process.version)
  hash.update(process.env['SERVICE_WORKER'] === 'off' ? 'off' : 'on')
  for (const file of inputs.flatMap(filesIn))
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n')
  return hash.digest('hex').slice(0, 16)
}

/** All files below a folder, in order; or the file itself, if it exists. */
function filesIn(path: string): string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return stats === undefined ? [] : [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted()
}

function mark(name: string): void {
  mkdirSync(builds, { recursive: true })
  writeFileSync(join(builds, `${name}.used`), '')
}

/** Deletes builds that no process has marked for a while, and what builds left that were interrupted. */
function deleteUnused(): void {
  for (const entry of readdirSync(builds)) {
    const markOf = join(builds, `${entry.split('.')[0]}.used`)
    const isUsed = existsSync(markOf) && statSync(markOf).mtimeMs > Date.now() - lifeMs
    if (!isUsed) rmSync(join(builds, entry), { recursive: true, force: true })
  }
}
