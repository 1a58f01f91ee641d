/** Prints the compressed size of the client library. Fails if it is too large to load on a page. */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** An entry with its dependencies may have this many bytes compressed: what a page or a bot can load without anybody waiting. */
const limits = [
  { entry: 'client/connection/wire.ts', bytes: 5 * 1024 },
  { entry: 'client/index.ts', bytes: 29 * 1024 },
]

async function compressedBytes(entry: string, packages: 'bundle' | 'external'): Promise<number> {
  const options = { bundle: true, minify: true, format: 'esm', write: false, packages } as const
  const { outputFiles } = await build({ entryPoints: [entry], ...options })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

let tooLarge = false
for (const { entry, bytes } of limits) {
  const size = await compressedBytes(entry, 'bundle')
  const own = await compressedBytes(entry, 'external')
  tooLarge ||= size > bytes
  process.stdout.write(
    `${entry} is ${size} bytes compressed, ${size - own} of them of packages; the limit is ${bytes}.\n`,
  )
}
process.exit(tooLarge ? 1 : 0)
