import { Hono } from 'hono'
import { withAnswerHeaders } from './answer-headers'
import type { Authentication } from './authentication'
import { dispatch, otherMethod } from './dispatch'
import type { Defer, Endpoint } from './endpoint'
import { isVisit, notFoundPage } from './not-found-page'
import { byPattern, notFound, pathOf } from './patterns'
import { staticFiles } from './static-files'
import { asWithTls, isWithoutTls, withPlainCookies } from './without-tls'
import { refusalResponse } from '../base/errors'
import { refusalOf } from '../base/failures'
import { countInIsolate } from '../usage/isolate-counts'
import { withCountedBucket } from '../usage/counted-bucket'

/** The default export of a Worker. */
export interface App {
  /** `env` has the bindings. It may be any object, because tests leave some out. */
  fetch(request: Request, env: object, context: ExecutionContext): Promise<Response>
}

/**
 * An app that answers requests to the endpoints, and refuses all others. `files` are patterns for the paths of static files. These
 * can be read, and other methods are refused as those of endpoints are.
 */
export function serve(
  endpoints: readonly Endpoint[],
  authentication: Authentication,
  files: readonly string[] = [],
): App {
  const documents = staticFiles(files)
  const routes = new Hono<{ Bindings: Env }>({ getPath: pathOf })
  for (const [pattern, byMethod] of byPattern(endpoints)) {
    const isPoll = [...byMethod.values()].some(({ counted }) => counted === 'poll')
    routes.all(pattern, ({ req, env, executionCtx }) => {
      const path = req.param() as Record<string, string>
      const defer: Defer = (work) => executionCtx.waitUntil(work)
      const dispatched = dispatch({ request: req.raw, env, path, byMethod, defer }, authentication)
      const answering = req.raw.method === 'HEAD' ? withoutBody(dispatched) : dispatched
      // Without this, a request ends in the middle if its client hangs up. Then its rows would not be counted, and a file that it
      // wrote to the bucket would have no row. A poll has nothing to finish.
      if (!isPoll) executionCtx.waitUntil(answering.catch(() => undefined))
      return answering
    })
  }
  for (const pattern of files)
    routes.all(pattern, ({ req: { raw, method } }) => {
      // A read gets here only if there is no such file.
      if (method === 'GET' || method === 'HEAD') throw notFound()
      return otherMethod(raw, ['GET'])
    })
  routes.notFound(({ req: { raw } }) => (isVisit(raw) ? notFoundPage(raw) : refusalResponse(notFound().refusal)))
  routes.onError((error) => refusalResponse(refusalOf(error, 'request')))
  return {
    async fetch(request, env, context) {
      const url = new URL(request.url)
      const { host } = url
      countInIsolate(host, 'worker_requests', 1)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const file = isRead && documents.has(url.pathname) ? await documents.answer(request, env as Env) : null
      if (file !== null) return file
      const bindings = withCountedBucket(env as Env, (counter, amount) => countInIsolate(host, counter, amount))
      if (!isWithoutTls(request, bindings))
        return withAnswerHeaders(request, url, await routes.fetch(request, bindings, context))
      return withPlainCookies(
        withAnswerHeaders(request, url, await routes.fetch(asWithTls(request), bindings, context)),
      )
    },
  }
}

/** The answer to `HEAD`. Nobody reads its body, which would take memory while it waits to be read. */
async function withoutBody(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  await answer.body?.cancel()
  return answer
}
