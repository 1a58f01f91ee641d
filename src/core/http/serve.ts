import { Hono } from 'hono'
import { withAnswerHeaders } from './answer-headers'
import type { Authentication } from './authentication'
import { dispatch } from './dispatch'
import type { Defer, Endpoint } from './endpoint'
import { byPattern, notFound, pathOf } from './patterns'
import { refusalResponse } from '../base/errors'
import { refusalOf } from '../base/failures'
import { countInIsolate } from '../usage/isolate-counts'
import { withCountedBucket } from '../usage/counted-bucket'

/** The default export of a Worker. */
export interface App {
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
  routes.notFound(() => refusalResponse(notFound().refusal))
  routes.onError((error) => refusalResponse(refusalOf(error, 'request')))
  return {
    async fetch(request, env, context) {
      const { host } = new URL(request.url)
      countInIsolate(host, 'worker_requests', 1)
      const bindings = withCountedBucket(env as Env, (counter, amount) => countInIsolate(host, counter, amount))
      return withAnswerHeaders(request, await routes.fetch(request, bindings, context))
    },
  }
}

/** The answer to `HEAD`. Nobody reads its body, and what waits to be read takes memory. */
async function withoutBody(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  await answer.body?.cancel()
  return answer
}
