/**
 * Writes `docs/coverage.md`: which endpoints of the API exist, and which tests use them. Reads the endpoints from the application
 * itself. With `--check` it writes nothing, and fails if the page is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { api } from './api-endpoints.ts'
import { segmentsOf, testsOf } from './asked-in-tests.ts'

const at = (path: string): string => join(import.meta.dirname, '../..', path)

interface Application {
  endpoints: readonly { method: string; path: string; summary: string }[]
}

/** The application as a bundle, because its sources import each other without extensions. */
async function application(): Promise<Application> {
  const { outputFiles } = await build({
    entryPoints: [at('src/app.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['cloudflare:*'],
    logLevel: 'error',
  })
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64')
  return import(`data:text/javascript;base64,${code}`) as Promise<Application>
}

interface Route {
  route: string
  purpose: string
}

/** All endpoints that the application declares. */
const declaredRoutes = ({ endpoints }: Application): Route[] =>
  endpoints.map(({ method, path, summary }) => ({ route: `${method} ${path}`, purpose: summary }))

/** The same for routes that only differ in the names of parameters. */
function keyOf(route: string): string {
  const [method, path] = route.split(' ') as [string, string]
  return `${method} ${segmentsOf(path).join('/')}`
}

interface Line extends Route {
  there: boolean
  tests: readonly string[]
}

const table = (lines: readonly Line[]): string =>
  [
    '| endpoint | what for | state | tests |',
    '| --- | --- | --- | --- |',
    ...lines.map(
      ({ route, purpose, there, tests }) =>
        `| \`${route}\` | ${purpose} | ${there ? 'there' : 'not yet'} | ${tests.map(withoutSuffix).join(', ')} |`,
    ),
  ].join('\n')

const withoutSuffix = (file: string): string => file.replace(/\.test\.ts$/, '')

const count = (lines: readonly Line[]): string => `${lines.filter(({ there }) => there).length} of ${lines.length}`

function page(here: readonly Route[]): string {
  const wanted = api.flatMap(({ endpoints }) => endpoints.map(([route]) => route))
  const keys = new Set(wanted.map(keyOf))
  const own = here.filter(({ route }) => !keys.has(keyOf(route)))
  const present = new Set(here.map(({ route }) => keyOf(route)))
  const tests = testsOf([...wanted, ...own.map(({ route }) => route)], at('test'))
  const line = (route: string, purpose: string): Line => {
    const there = present.has(keyOf(route))
    return { route, purpose, there, tests: there ? tests.get(route)! : [] }
  }
  const areas = api.map(({ title, endpoints }) => ({
    title,
    lines: endpoints.map(([route, purpose]) => line(route, purpose)),
  }))
  const all = areas.flatMap(({ lines }) => lines)
  const untested = all.filter(({ there, tests: files }) => there && files.length === 0)
  return (
    [
      '# Coverage of the API',
      `**${count(all)} endpoints** of the Zulip REST API at feature level 121 are there` +
        (untested.length === 0 ? ', each with tests.' : `; ${untested.length} of them without a test.`),
      'Made from the application and its tests by `npm run coverage`; do not edit. Paths are below `/api/v1`. The last ' +
        'column has the files of `test/` that send requests to the endpoint, without `.test.ts`.',
      ...areas.flatMap(({ title, lines }) => [`## ${title}: ${count(lines)}`, table(lines)]),
      `## Rivulet's own: ${own.length}`,
      table(own.map(({ route, purpose }) => line(route, purpose))),
    ].join('\n\n') + '\n'
  )
}

const file = at('docs/coverage.md')
const current = page(declaredRoutes(await application()))
if (!process.argv.includes('--check')) writeFileSync(file, current)
else if (readFileSync(file, 'utf8') !== current) {
  process.stderr.write('docs/coverage.md is out of date: run `npm run coverage`.\n')
  process.exit(1)
}
