import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, inject, vi } from 'vitest'
import { fetchLocally } from '../../../dev/run/fetch-locally.ts'
import type { TextsApi } from '../../../web/vite.texts.ts'

const root = join(import.meta.dirname, '../../..')

interface Release {
  /** Keys of English texts, and other texts for them. */
  readonly texts?: Readonly<Record<string, string>>
  /** The service worker: the usual one, one that removes itself, or none. */
  readonly worker?: 'on' | 'off' | 'gone'
}

/** Replaces the server's release of the client by another one; without options, by the usual one. */
export async function release(origin: string, { texts = {}, worker = 'on' }: Release = {}): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'rivulet-release-'))
  const configFile = join(root, 'web/vite.config.ts')
  const { NODE_ENV } = process.env
  // Test runners set NODE_ENV, but a deployment does not.
  process.env['NODE_ENV'] = 'production'
  process.env['SERVICE_WORKER'] = worker
  await build({ configFile, logLevel: 'silent', build: { outDir }, plugins: [otherTexts(texts)] })
  process.env['NODE_ENV'] = NODE_ENV
  if (worker === 'gone') rmSync(join(outDir, 'sw.js'))
  const served = inject('pages')
  const before = filesIn(served)
  const after = filesIn(outDir)
  const gone = before.filter((name) => !after.includes(name))
  const fresh = after.filter((name) => !before.includes(name) || ['index.html', 'sw.js'].includes(name))
  cpSync(outDir, served, { recursive: true })
  for (const name of gone) rmSync(join(served, name))
  // The server needs a moment to notice new and missing files.
  await vi.waitFor(
    async () => {
      for (const name of gone) expect((await fetchLocally(`${origin}/${name}`)).status, name).toBe(404)
      for (const name of fresh) expect(await isServed(origin, name), name).toBe(true)
    },
    { timeout: 20_000, interval: 100 },
  )
  rmSync(outDir, { recursive: true })
}

const otherTexts = (replaced: Readonly<Record<string, string>>): Plugin => ({
  name: 'other texts',
  enforce: 'pre',
  config({ plugins = [] }) {
    const found = plugins.find((one) => (one as Plugin | null)?.name === 'texts') as Plugin<TextsApi>
    found.api!.replaced = replaced
  },
})

const filesIn = (folder: string): string[] =>
  ['index.html', 'sw.js', ...readdirSync(join(folder, 'app')).map((name) => `app/${name}`)].filter((name) =>
    existsSync(join(folder, name)),
  )

async function isServed(origin: string, name: string): Promise<boolean> {
  const response = await fetchLocally(`${origin}/${name === 'index.html' ? '' : name}`)
  return (
    response.status === 200 &&
    readFileSync(join(inject('pages'), name)).equals(Buffer.from(await response.arrayBuffer()))
  )
}
