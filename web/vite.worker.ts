import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const at = (path: string): string => join(import.meta.dirname, '..', path)

/** Files of `public/` that the client needs offline. */
const others = ['/anew.js', '/icon.svg', '/icons/64.png', '/manifest.webmanifest']

/**
 * Writes `/sw.js` with the names of all files that a release needs offline. `SERVICE_WORKER=off` builds one that removes itself
 * and its caches.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    // Fonts are cached at their first use instead.
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
    const app = names.map((name) => `/${name}`).toSorted()
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('There is no page')
    const contents = [page.source, ...others.map((path) => readFileSync(at(`public${path}`)))]
    const hash = createHash('sha256').update(app.join(' '))
    for (const content of contents) hash.update(content)
    const release = { name: hash.digest('hex').slice(0, 12), app, others }
    const source = process.env['SERVICE_WORKER'] === 'off' ? 'web/service-worker/off.ts' : 'web/service-worker/index.ts'
    const built = await rolldown({ input: at(source), transform: { define: { release: JSON.stringify(release) } } })
    const { output } = await built.generate({ format: 'iife', minify: true })
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: output[0].code })
  },
})
