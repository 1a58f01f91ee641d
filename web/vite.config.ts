import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { before } from './vite.before.ts'
import { rest, restId } from './vite.rest.ts'
import { texts } from './vite.texts.ts'
import { serviceWorker } from './vite.worker.ts'

const at = (path: string): string => join(import.meta.dirname, path)

/** Path prefixes that the server handles itself (`run_worker_first`), so that the development server proxies them. */
const served = [...readFileSync(at('../wrangler.toml'), 'utf8').matchAll(/^ {2}"(\/\w+)\/\*"/gm)].map(
  ([, path]) => path!,
)

/** Address of the server that `npm start` runs. */
const server = 'http://localhost:8787'

/** The file of each name that an index exports. */
function exportsOf(index: string): ReadonlyMap<string, string> {
  const all = readFileSync(index, 'utf8').matchAll(/^export \{([^}]*)\} from '(.*)'/gm)
  return new Map(
    [...all].flatMap(([, names, path]) => {
      const file = join(index, '..', path!.endsWith('.mjs') ? path! : `${path!}.ts`)
      return names!.split(',').map((name) => [name.replace('default as ', '').trim(), file] as const)
    }),
  )
}

/** Indexes that import more than any module needs of them, by how imports name them, with what they export. */
const indexes = [
  { name: 'lucide', exported: exportsOf(at('../node_modules/lucide/dist/esm/lucide.mjs')) },
  { name: 'client/policies', exported: exportsOf(at('../client/policies/index.ts')) },
]

/** The files behind these indexes whose names a module of ours imports. */
const importedBehind = (id: string): readonly string[] =>
  [...readFileSync(id, 'utf8').matchAll(/^import \{([^}]*)\} from '(.*)'/gm)].flatMap(([, names, path]) => {
    const index = indexes.find(({ name }) => path!.endsWith(name))
    return names!.split(',').flatMap((name) => index?.exported.get(name.trim()) ?? [])
  })

const isOurs = (id: string): boolean => id.startsWith(import.meta.dirname) && /\.tsx?$/.test(id)

/**
 * Puts everything that `main.tsx` imports statically into the chunk `first`, and everything that is loaded as soon as the first view
 * stands into the chunk `rest`: many small files are larger in total, and each one that is requested takes time. What is only
 * imported by other `import()`s gets its own chunks.
 */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (chunks.first.size === 0) {
    need(at('main.tsx'), chunks.first)
    need(restId, chunks.rest)
  }
  return chunks.first.has(id) ? 'first' : chunks.rest.has(id) ? 'rest' : null

  function need(one: string, chunk: Set<string>): void {
    if (chunks.first.has(one) || chunk.has(one)) return
    chunk.add(one)
    const imported = graph.getModuleInfo(one)?.importedIds ?? []
    for (const other of [...imported, ...(isOurs(one) ? importedBehind(one) : [])])
      if (!/\/(lucide\.mjs|policies\/index\.ts)$/.test(other)) need(other, chunk)
  }
}
const chunks = { first: new Set<string>(), rest: new Set<string>() }

/**
 * Almost all functions of the first chunk are called before the first view. With this comment in its first line, Chromium compiles them
 * together beside the main thread, and not one by one when they are called. Other browsers ignore it.
 */
const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // After Vite, which puts the names of other chunks in front.
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.name === 'first') part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
    },
  },
})

/** How Vite's function that loads chunks is shortened: each pattern must be there once. */
const shorterLoading: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // All supported browsers know `modulepreload`.
  [/(?<=const scriptRel = ).*?\}\)\(\)(?=;)/s, "'modulepreload'"],
  // The content security policy has no nonces.
  [/const cspNonceMeta = .*?getAttribute\("nonce"\);/s, ''],
  // They have `Promise.allSettled`, and paths here begin with a slash.
  [/function allSettled\(.*?(?=function importMetaResolve)/s, ''],
  [/function importMetaResolve\(.*?(?=promise = )/s, ''],
  [/allSettled\(deps/, 'Promise.allSettled(deps'],
  [/importMetaResolve\(depString\)/, 'new URL(depString, import.meta.url)'],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ''],
]

/** The first chunk has the function that loads all others, and Vite writes it for browsers and pages that are not ours. */
const loading = (): Plugin => ({
  name: 'loading',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return null
    return shorterLoading.reduce((text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`Vite loads chunks in another way: ${pattern}`)
      return text.replace(pattern, replacement)
    }, code)
  },
})

/**
 * Builds the web client into `dist/web` for the Worker to serve, together with `public/`. `npm run web` serves it during
 * development and uses the API of `npm start`.
 */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  publicDir: at('../public'),
  cacheDir: at('../node_modules/.cache/vite'),
  plugins: [texts(), before(), rest(), loading(), compileHints(), serviceWorker()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'app',
    // Older browsers lack what the client needs anyway (light-dark(), popover, nesting, URL.parse(); docs/browsers.md).
    target: ['chrome126', 'firefox126', 'safari18'],
    modulePreload: { polyfill: false },
    // The content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first chunk lists all others and their styles, so each character of their names makes it larger. Seven of a hash
        // are enough: that an old file has the name of a new one happens once in 2^42 times.
        chunkFileNames: ({ name }) => (name === 'first' ? 'app/[name]-[hash].js' : 'app/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') && !names[0].startsWith('first')
            ? 'app/[hash:7][extname]'
            : 'app/[name]-[hash][extname]',
        codeSplitting: { groups: [{ name: chunkOf, debugName: 'first and rest' }] },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server, ws: path === '/api' }])),
  },
})

export default config
