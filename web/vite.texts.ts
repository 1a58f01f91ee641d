import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { compileTexts, type Part } from '../dev/texts/compile.ts'
import { languages } from './i18n/languages.ts'

/** Lets a test build a release with other texts. */
export interface TextsApi {
  replaced: Readonly<Record<string, string>>
}

const parts = { startup: 'startup-texts', other: 'texts' } as const satisfies Record<Part, string>

const fileName = (language: string, part: Part, version: string): string =>
  `app/${parts[part]}-${language}-${version}.js`

const moduleOf = (texts: string): string => `export default${texts}`

/** The version of the texts, and the address of each of their files. */
export interface BuiltTexts {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
}

/** Compiles the texts of all languages. The names of their files end with a hash of all of them. */
export function buildTexts(replaced: TextsApi['replaced'] = {}): BuiltTexts {
  const { errors, functionOf } = compileTexts(replaced)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const built = Object.keys(languages).flatMap((language) =>
    (Object.keys(parts) as Part[]).map((part) => ({ language, part, code: moduleOf(functionOf(language, part)) })),
  )
  const hash = createHash('sha256')
  for (const { code } of built) hash.update(code)
  const version = hash.digest('hex').slice(0, 8)
  return { version, files: new Map(built.map(({ language, part, code }) => [fileName(language, part, version), code])) }
}

/** Compiles the texts (`i18n/*.json`) into files: for each language those of the first view, and all others. */
export function texts(): Plugin<TextsApi> {
  const api: TextsApi = { replaced: {} }
  return {
    name: 'texts',
    api,
    config(_, { command }) {
      const version = command === 'build' ? buildTexts(api.replaced).version : developmentName
      return { define: { textsVersion: JSON.stringify(version) } }
    },
    generateBundle() {
      for (const [name, source] of buildTexts(api.replaced).files)
        this.emitFile({ type: 'asset', fileName: name, source })
    },
    configureServer({ middlewares, watcher, ws }) {
      watcher.on('change', (path) => {
        if (/i18n.[\w-]+\.json$/.test(path)) ws.send({ type: 'full-reload' })
      })
      middlewares.use((request, response, next) => {
        const path = /^\/app\/(?<startup>startup-)?texts-(?<language>[\w-]+)-developed\.js$/.exec(request.url ?? '')
        if (path === null) return next()
        const { startup, language = '' } = path.groups ?? {}
        response.setHeader('Content-Type', 'text/javascript')
        response.end(moduleOf(compileTexts().functionOf(language, startup ? 'startup' : 'other')))
      })
    },
  }
}

/** In the names of the files of the development server. */
export const developmentName = 'developed'
