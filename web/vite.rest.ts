import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** `lazy(async () => (await import('./file')).Name, firstView)` */
const loadedAfterFirstView = /import\('([^']+)'\)\)\.(\w+), firstView\)/g

/** Id of a module that exports every component that is loaded right after the first view. */
export const restId = '\0rest'

/**
 * Makes one import of all components that are loaded right after the first view. Otherwise each of them would have a file of its own,
 * which says where it is in the file that all of them share, and each file that a page requests takes time.
 */
export function rest(): Plugin {
  return {
    name: 'rest',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === restId ? restId : null),
    load(id) {
      if (id !== restId) return null
      const files = globSync('**/*.tsx', { cwd: import.meta.dirname }).map((name) => join(import.meta.dirname, name))
      const parts = files.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(loadedAfterFirstView)].map((match) => {
          const [path, name] = match.slice(1) as [string, string]
          return `export { ${name} } from ${JSON.stringify(join(file, '..', path))}`
        }),
      )
      return parts.join('\n')
    },
    transform(code, id) {
      if (!id.startsWith(import.meta.dirname) || !id.endsWith('.tsx')) return null
      return code.replace(loadedAfterFirstView, `import(${JSON.stringify(restId)})).$2, firstView)`)
    },
  }
}
