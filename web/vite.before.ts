import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'rolldown/utils'
import type { Plugin } from 'vite'
import { languages } from './i18n/languages.ts'

/** `before.js` with the languages, and the version that the names of their files have. */
function script(version: string): string {
  const list = Object.entries(languages).map(([tag, { isRightToLeft }]) => (isRightToLeft ? [tag, 1] : [tag]))
  const source = readFileSync(join(import.meta.dirname, 'before.js'), 'utf8')
  return `{const languages=${JSON.stringify(list)},version=${version};${source}}`
}

/**
 * Puts `before.js` into the head as a blocking script, so that it runs before the first paint. A module would run later, and the
 * content security policy forbids an inline script.
 */
export function before(): Plugin {
  let address = '/before.js'
  let source: string | null = null
  return {
    name: 'before',
    configResolved({ command, define }) {
      if (command !== 'build') return
      source = minifySync('before.js', script(define!['textsVersion'] as string)).code
      address = `/app/before-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
    },
    buildStart() {
      if (source !== null) this.emitFile({ type: 'asset', fileName: address.slice(1), source })
    },
    configureServer({ middlewares, config }) {
      middlewares.use('/before.js', (_, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(script(config.define!['textsVersion'] as string))
      })
    },
    // In front of the styles: a script that stands behind them waits for them.
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
  }
}
