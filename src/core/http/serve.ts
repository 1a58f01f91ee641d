import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import { withAnswerHeaders } from './answer-headers'
import type { Authentication } from './authentication'
import { dispatch, refusalOf } from './dispatch'
import { outsideApi, isOutsideApi, type Defer, type Endpoint } from './endpoint'
import { refusalResponse, refused } from '../base/errors'

const prefix = '/api/v1'

/** The default export of a Worker. */
interface App {
  /** `env` has the bindings. It is any object, because tests leave some away. */
  fetch(request: Request, env: object, context: ExecutionContext): Promise<Response>
}

/** An app that answers requests to the endpoints, and all others with an error in the envelope. */
export function serve(endpoints: readonly Endpoint[], authentication: Authentication): App {
  const routes = new Hono<{ Bindings: Env }>({ getPath: pathOf })
  for (const [pattern, byMethod] of byPattern(endpoints)) {
    const isPoll = [...byMethod.values()].some(({ counted }) => counted === 'poll')
    routes.all(pattern, ({ req, env, executionCtx }) => {
      const path = req.param() as Record<string, string>
      const defer: Defer = (work) => executionCtx.waitUntil(work)
      const dispatched = dispatch({ request: req.raw, env, path, byMethod, defer }, authentication)
      const answering = req.raw.method === 'HEAD' ? withoutBody(dispatched) : dispatched
      // Without this, a request ends in the middle when its client hangs up: its rows are not counted, and a file that it
      // wrote to the bucket has no row. A poll has nothing to finish.
      if (!isPoll) executionCtx.waitUntil(answering.catch(() => undefined))
      return answering
    })
  }
  routes.notFound(() => refusalResponse(refused('Not found', { status: 404, code: 'NOT_FOUND' }).refusal))
  routes.onError((error) => refusalResponse(refusalOf(error)))
  return {
    fetch: async (request, env, context) => withAnswerHeaders(request, await routes.fetch(request, env, context)),
  }
}

/** The answer to `HEAD`. Nobody reads its body, and what waits to be read takes memory. */
async function withoutBody(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  await answer.body?.cancel()
  return answer
}

/** The path, with one slash at its start: clients add a slash to an address of the server that already ends in one. */
const pathOf = (request: Request): string => getPath(request).replace(/^\/+/, '/')

/** Routes in the order in which they must be tried: fixed paths, then those with numbers, then those with text. */
function byPattern(endpoints: readonly Endpoint[]): [string, Map<string, Endpoint>][] {
  const patterns = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) {
    const pattern = patternOf(endpoint)
    patterns.set(pattern, (patterns.get(pattern) ?? new Map<string, Endpoint>()).set(endpoint.method, endpoint))
  }
  return [...patterns].toSorted(([left], [right]) => generality(left) - generality(right))
}

const anyText = '{[^/]+}'

const generality = (pattern: string): number => pattern.split(':').length - 1 + (pattern.includes(anyText) ? 0.5 : 0)

/** The Hono pattern of an endpoint: `{id}` becomes one segment, of digits when the parameter is a number. */
function patternOf(endpoint: Endpoint): string {
  const path = isOutsideApi(endpoint) ? endpoint.path.slice(outsideApi.length) : prefix + endpoint.path
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { schema, options } = endpoint.params[name]!
    if (schema instanceof z.ZodNumberFormat) return `:${name}{[0-9]+}`
    return `:${name}${options.spans ? '{.+}' : anyText}`
  })
}
