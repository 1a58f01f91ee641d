/** Finds out which endpoints the tests use, from their text. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A request in a test. */
interface TestRequest {
  method: string
  segments: string[]
}

const methods = 'GET|POST|PUT|PATCH|DELETE'
/** A path as a quoted text or a template. */
const literal = String.raw`'/[^'\s]*'|"/[^"\s]*"|${'`'}/(?:\$\{[^}]*\}|[^${'`'}\s$])*${'`'}`
/** A path, or the name of a constant that contains one. */
const path = String.raw`(${literal}|[a-z]\w*)`

/** The ways in which tests write a method and a path. */
const styles: readonly RegExp[] = [
  // ada.post('/users')
  new RegExp(String.raw`\.(?<method>get|post|put|patch|delete)\(\s*${path}`, 'g'),
  // ada.ask('PATCH', `/users/${id}`), ['POST', '/users'], ['POST', () => '/users'], { method: 'POST', path: '/users' }
  new RegExp(String.raw`['"](?<method>${methods})['"],\s*(?:\w+:\s*|\(\w*\) => )?${path}`, 'g'),
  // reach(host, '/api/v1/users', { method: 'POST' })
  new RegExp(String.raw`${path},\s*\{\s*method:\s*['"](?<method>${methods})['"]`, 'g'),
  // reach(host, '/api/v1/users')
  new RegExp(String.raw`(?<method>reach)\([\w.]+,\s*${path}(?!\w|,\s*\{\s*method)`, 'g'),
  // 'POST /users'
  new RegExp(String.raw`['"${'`'}](?<method>${methods}) (/(?:\$\{[^}]*\}|[^'"${'`'}\s$])*)`, 'g'),
]

/** const pathOf = (id: number) => `/users/${id}` */
const definition = new RegExp(String.raw`\bconst (\w+) = (?:\([^()]*\)[^=\n]*=>\s*)?(${literal})`, 'g')

/**
 * The requests of a test file. If it calls a method with a variable path, such as one of a table, this counts as a request of
 * that method for every path that the file has outside of a request.
 */
function requestsIn(text: string): TestRequest[] {
  const named = new Map([...text.matchAll(definition)].map(([, name, one]) => [name!, one!]))
  const requests: TestRequest[] = []
  const elsewhere = new Set<string>()
  const used = new Set<string>()
  for (const style of styles) {
    for (const match of text.matchAll(style)) {
      const method = methodOf(match.groups!['method']!)
      const given = match.slice(1).find((part) => part !== match.groups!['method'])!
      const one = named.get(given) ?? given
      if (/^[a-z]/.test(one)) elsewhere.add(method)
      else {
        used.add(one)
        requests.push({ method, segments: segmentsIn(one) })
      }
    }
  }
  const alone = [...text.matchAll(new RegExp(literal, 'g'))].map(([one]) => one).filter((one) => !used.has(one))
  for (const method of elsewhere) for (const one of alone) requests.push({ method, segments: segmentsIn(one) })
  return requests
}

const methodOf = (word: string): string => (word === 'reach' ? 'GET' : word.toUpperCase())

/** The segments of a path in a test. An inserted expression counts as an id, unless its name sounds like a text. */
function segmentsIn(written: string): string[] {
  return written
    .replaceAll(/^['"`]|['"`]$/g, '')
    .replaceAll(/\$\{([^}]*)\}/g, (_, put: string) => (/email|name|encode|domain/i.test(put) ? '{text}' : '{id}'))
    .replace(/^\/api\/v1/, '')
    .split(/[?#]/)[0]!
    .split('/')
}

/** The segments of a route in a comparable form: a parameter becomes `{id}` or `{text}` by its name. */
export const segmentsOf = (route_path: string): string[] => route_path.split('/').map(comparable)

function comparable(segment: string): string {
  if (segment === '{base_url}' || !segment.startsWith('{')) return segment
  return segment.endsWith('id}') ? '{id}' : '{text}'
}

/** How badly a path fits a route; null if it does not. A fixed segment fits better than a parameter. */
function misfit(route: readonly string[], path: readonly string[]): number | null {
  if (route.length !== path.length) return null
  let sum = 0
  for (const [index, wanted] of route.entries()) {
    const given = path[index]!
    // Tests use the same form for paths below /api/v1 and for others.
    if (wanted === '{base_url}' && given === '') continue
    const isId = given === '{id}' || /^\d+$/.test(given)
    if (!wanted.startsWith('{')) {
      if (wanted !== given) return null
    } else if (given === '' || (wanted === '{id}' && !isId)) {
      return null
    } else {
      // An id is only taken for a text if no other route fits.
      sum += wanted === '{text}' && isId ? 2 : 1
    }
  }
  return sum
}

/** The names of the test files that use each route. */
export function testsOf(routes: readonly string[], directory: string): Map<string, string[]> {
  const tests = new Map(routes.map((route) => [route, new Set<string>()]))
  const known = routes.map((route) => {
    const [method, route_path] = route.split(' ') as [string, string]
    return { route, method, segments: segmentsOf(route_path) }
  })
  const files = ['server', 'client', 'web']
    .flatMap((folder) => readdirSync(join(directory, folder)).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.test.ts'))
  for (const file of files.toSorted()) {
    for (const request of requestsIn(readFileSync(join(directory, file), 'utf8'))) {
      const fitting = known
        .filter(({ method }) => method === request.method)
        .map(({ route, segments }) => ({ route, by: misfit(segments, request.segments) ?? Infinity }))
        .filter(({ by }) => by < Infinity)
      const best = Math.min(...fitting.map(({ by }) => by))
      for (const { route, by } of fitting) if (by === best) tests.get(route)!.add(file)
    }
  }
  return new Map([...tests].map(([route, names]) => [route, [...names]]))
}
