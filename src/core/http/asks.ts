import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { ApiError, refused } from '../base/errors'
import type { RequestFacts } from '../turn/call'
import type { AnswerAsk, AskedObject, AskOutcome } from '../realm/asks'
import { refusalOf } from '../base/failures'
import { isOutsideApi, overHttpOnly, type AskContext, type Endpoint } from './endpoint'
import { maxParts } from './multipart'
import { readParams, undeclaredNames } from './params'
import { apiPath, byPattern, notFound, pathOf } from './patterns'
import { RateLimiter } from './rate-limits'
import { withBody } from './request'

/** Performs an action, and answers its result. Throws its refusal. */
type Perform = (...call: Parameters<AskedObject['perform']>) => Promise<unknown>

/** Answers asks by those endpoints that can be asked over a socket. The rules and limits of HTTP apply. */
export function askAnswerer(endpoints: readonly Endpoint[]): AnswerAsk {
  const find = finder(endpoints)
  return async ({ ask, params }, object) => {
    const limiter = new RateLimiter(object.env, object.facts.host, 'request')
    let isIdentified = false
    const perform: Perform = async (...call) => {
      isIdentified = true
      const reply = await object.perform(...call)
      const isRefused = 'refused' in reply
      limiter.chargeInObject(isRefused ? reply.rows_read : reply.cost.rows_read)
      if (isRefused) throw new ApiError(reply.refused)
      return reply.result
    }
    try {
      limiter.takeByAccount(object.shares)
      try {
        const { endpoint, path } = find(ask)
        if (endpoint.overSocket === null) throw overHttpOnly()
        limiter.takeFurther(endpoint.counted)
        return { fields: await endpoint.overSocket(contextOf(endpoint, path, params, object.facts, perform)) }
      } catch (error) {
        // Bad credentials are refused before everything else.
        if (!isIdentified) await object.identify()
        throw error
      }
    } catch (error) {
      return { refused: refusalOf(error, 'ask') } satisfies AskOutcome
    }
  }
}

/** Finds the endpoint that an ask names, by the routes of HTTP. Throws a refusal if there is none. */
function finder(endpoints: readonly Endpoint[]) {
  type ByMethod = ReadonlyMap<string, Endpoint>
  const router = new SmartRouter<ByMethod>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [pattern, byMethod] of byPattern(endpoints.filter((endpoint) => !isOutsideApi(endpoint))))
    router.add('ALL', pattern, byMethod)
  return (ask: string): { endpoint: Endpoint; path: Record<string, string> } => {
    const [, method, path] = /^([A-Z]+) (\/[^?#]*)$/.exec(ask) ?? []
    if (method === undefined || path === undefined) throw notFound()
    const [[match], stash] = router.match('ALL', pathOf(new Request(`https://realm${apiPath}${path}`)))
    const endpoint = match?.[0].get(method)
    if (match === undefined || endpoint === undefined) throw notFound()
    const parts = Object.entries<string | number>(match[1]).map(([name, part]) => [
      name,
      tryDecodeURIComponent(typeof part === 'number' ? stash![part]! : part),
    ])
    return { endpoint, path: Object.fromEntries(parts) as Record<string, string> }
  }
}

/** What `overSocket` of the endpoint is params. Refuses bad parameters. */
function contextOf(
  endpoint: Endpoint,
  path: Record<string, string>,
  params: unknown,
  opener: RequestFacts,
  perform: Perform,
): AskContext<never> {
  const body = bodyOf(params)
  const sources = { path, body, files: [], raw: null, query: new URLSearchParams() }
  const facts = withBody(opener, body)
  let isOver = false
  const realm = {
    async perform(name: string, input: unknown) {
      if (isOver) throw new Error('An ask performs one action, and at once')
      isOver = true
      return perform(name, input, facts)
    },
  } as AskContext<never>['realm']
  // An action that came later would take its turn after those of later asks.
  queueMicrotask(() => (isOver = true))
  return {
    params: readParams(endpoint.params, sources) as never,
    undeclared: () => undeclaredNames(endpoint.params, sources),
    facts,
    realm,
  }
}

/** The parameters, in the form in which a body would bring them. */
function bodyOf(params: unknown): URLSearchParams {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw refused('params must be an object, with the parameters by name')
  const entries = Object.entries(params)
  if (entries.length > maxParts) throw refused(`An ask may have at most ${maxParts} parameters`)
  return new URLSearchParams(entries.map(([name, value]) => [name, encoded(name, value)]))
}

function encoded(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    throw refused(`The argument '${name.slice(0, 100)}' is nested too deeply`)
  }
}
