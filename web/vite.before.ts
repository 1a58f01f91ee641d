import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts `before.js` into the head as a blocking script, so that it runs before the first paint. A module would run later, and the
 * content security policy forbids an inline script.
 */
export function before(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'before.js'), 'utf8')
  const fileName = `app/before-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  let isBuilt = false
  return {
    name: 'before',
    configResolved({ command }) {
      isBuilt = command === 'build'
    },
    buildStart() {
      if (isBuilt) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: isBuilt ? `/${fileName}` : '/before.js' }, injectTo: 'head' },
    ],
  }
}
