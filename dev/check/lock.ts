/**
 * Fails if the lockfile has a package without a digest. Packages of binaries for one platform may lack it as long as not all of
 * them are listed; npm gets their digests from the registry.
 *
 * Also fails if a package demands a version of Node. All scripts run on the project's own Node, but npm compares with the one
 * that it runs on, and would show newcomers pages of warnings. `npm install <package>` adds such lines; `npx node
 * dev/check/lock.ts --mend` removes them.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  engines?: unknown
  integrity?: string
  optional?: true
  os?: string[]
}

const path = 'package-lock.json'
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }
// The first entry is this project.
const packages = Object.entries(lock.packages).filter(([name]) => name !== '')

if (process.argv.includes('--mend')) {
  for (const [, locked] of packages) delete locked.engines
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
}

const isBinary = ({ optional, os }: LockedPackage): boolean => optional === true && os !== undefined

const unproven = packages.filter(([, { integrity }]) => integrity === undefined)
const wrong = [
  ...unproven.filter(([, locked]) => !isBinary(locked)).map(([name]) => `${name} has no integrity`),
  ...packages.filter(([, { engines }]) => engines !== undefined).map(([name]) => `${name} has engines (see --mend)`),
]
for (const fault of wrong) process.stderr.write(`${path}: ${fault}\n`)
process.stdout.write(
  `Packages are locked by their digests, but for ${unproven.length} binaries of single platforms that have none.\n`,
)
process.exit(wrong.length === 0 ? 0 : 1)
