/** Prints the compressed size of the Worker. Fails if it exceeds the limit of the free plan. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const maxWorkerBytes = 3 * 1024 * 1024

const out = mkdtempSync(join(tmpdir(), 'rivulet-'))
const { status, stdout, stderr } = spawnSync('wrangler', ['deploy', '--dry-run', '--outdir', out], {
  encoding: 'utf8',
  env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
})
if (status !== 0) {
  process.stderr.write(stdout + stderr)
  process.exit(status ?? 1)
}
const scripts = readdirSync(out).filter((name) => name.endsWith('.js'))
const bytes = gzipSync(Buffer.concat(scripts.map((name) => readFileSync(join(out, name))))).length
rmSync(out, { recursive: true })

const kibibytes = (amount: number): string => `${Math.ceil(amount / 1024)} KiB`
process.stdout.write(`The Worker is ${kibibytes(bytes)} compressed; the limit is ${kibibytes(maxWorkerBytes)}.\n`)
process.exit(bytes > maxWorkerBytes ? 1 : 0)
