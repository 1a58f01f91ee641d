/**
 * Fails when the lockfile lets in a package without a digest of it. Binaries for one platform may lack theirs, as long as
 * not all of them are written down: of these npm takes the digest from the registry.
 */
import { readFileSync } from 'node:fs'

interface Locked {
  integrity?: string
  optional?: true
  os?: string[]
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

const isBinary = ({ optional, os }: Locked): boolean => optional === true && os !== undefined

// The first entry is the project itself.
const unproven = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)
const wrong = unproven.filter(([, locked]) => !isBinary(locked))
for (const [path] of wrong) process.stderr.write(`${path} has no integrity in package-lock.json\n`)
process.stdout.write(
  `Packages are locked by their digests, but for ${unproven.length} binaries of single platforms that have none.\n`,
)
process.exit(wrong.length === 0 ? 0 : 1)
