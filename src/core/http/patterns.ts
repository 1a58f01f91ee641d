import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import { refused } from '../base/errors'
import { outsideApi, isOutsideApi, type Endpoint } from './endpoint'

/** The path of the API proper. */
export const apiPath = '/api/v1'

/** The refusal of a path that has no endpoint. */
export const notFound = () => refused('Not found', { status: 404, code: 'NOT_FOUND' })

/** The path, with one slash at its start. Clients may send two, if the address of the server already ends in one. */
export const pathOf = (request: Request): string => getPath(request).replace(/^\/+/, '/')

/** Patterns with their endpoints, in the order in which they must be tried: fixed paths, then paths with numbers, then paths with text. */
export function byPattern(endpoints: readonly Endpoint[]): [string, Map<string, Endpoint>][] {
  const patterns = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) {
    const pattern = patternOf(endpoint)
    patterns.set(pattern, (patterns.get(pattern) ?? new Map<string, Endpoint>()).set(endpoint.method, endpoint))
  }
  return [...patterns].toSorted(([a], [b]) => generality(a) - generality(b))
}

const anyText = '{[^/]+}'

const generality = (pattern: string): number => pattern.split(':').length - 1 + (pattern.includes(anyText) ? 0.5 : 0)

/** The Hono pattern of an endpoint. `{id}` becomes one segment, of digits if the parameter is a number. */
function patternOf(endpoint: Endpoint): string {
  const path = isOutsideApi(endpoint) ? endpoint.path.slice(outsideApi.length) : apiPath + endpoint.path
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { schema, options } = endpoint.params[name]!
    if (schema instanceof z.ZodNumberFormat) return `:${name}{[0-9]+}`
    return `:${name}${options.spans ? '{.+}' : anyText}`
  })
}
