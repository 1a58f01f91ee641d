import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { before } from './vite.before.ts'
import { serviceWorker } from './vite.worker.ts'

const at = (path: string): string => join(import.meta.dirname, path)

/** Beginnings of the paths that the Worker answers. */
const served = [...readFileSync(at('../wrangler.toml'), 'utf8').matchAll(/^ {2}"(\/\w+)\/\*"/gm)].map(
  ([, path]) => path!,
)

/** The server of `npm start`. */
const server = 'http://localhost:8787'

/** Where each drawing is, by its name: their index names all of them, of which every module needs a few. */
const drawings = new Map(
  [
    ...readFileSync(at('../node_modules/lucide/dist/esm/lucide.mjs'), 'utf8').matchAll(
      /^export \{ (.*) \} from '(\.\/icons\/.*)'/gm,
    ),
  ].flatMap(([, names, path]) =>
    names!.split(', ').map((name) => [name.replace('default as ', ''), at(`../node_modules/lucide/dist/esm/${path}`)]),
  ),
)

/** The drawings that a module of ours imports. */
const drawingsIn = (id: string): readonly string[] =>
  [...readFileSync(id, 'utf8').matchAll(/^import \{([^}]*)\} from 'lucide'/gm)].flatMap(([, names]) =>
    names!.split(',').flatMap((name) => drawings.get(name.trim()) ?? []),
  )

/**
 * Puts all that `main.tsx` needs before the first message into one file, because many small ones are larger together.
 * Whatever is imported by `import()` alone is in files of its own.
 */
function first(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (needed.size === 0) need(at('main.tsx'))
  return needed.has(id) ? 'first' : null

  function need(one: string): void {
    if (needed.has(one)) return
    needed.add(one)
    const imported = graph.getModuleInfo(one)?.importedIds ?? []
    const isOurs = one.startsWith(import.meta.dirname) && /\.tsx?$/.test(one)
    for (const other of [...imported, ...(isOurs ? drawingsIn(one) : [])])
      if (!other.endsWith('/lucide.mjs')) need(other)
  }
}
const needed = new Set<string>()

/**
 * The web client: files for the Worker to serve, in `dist/web`, beside those of `public/`. `npm run web` serves it while it is
 * worked on, with the API of `npm start`.
 */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  publicDir: at('../public'),
  cacheDir: at('../node_modules/.cache/vite'),
  plugins: [before(), serviceWorker()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'app',
    // Whoever runs an older browser cannot run what the client needs anyway (light-dark(), popover, nesting, URL.parse(); docs/browsers.md).
    target: ['chrome126', 'firefox126', 'safari18'],
    modulePreload: { polyfill: false },
    // The policy lets no data: address be a script or a style.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: first, debugName: 'first' }] } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server, ws: path === '/api' }])),
  },
})

export default config
