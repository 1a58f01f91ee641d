import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts `before.js` into the head of the page, which is not painted before it has run. It is no module, which would run later, and
 * no text in the page, which the policy refuses.
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
