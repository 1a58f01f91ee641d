import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import { corsHeaders, preflightHeaders } from './cors'
import { besideApi, type Ask, type Endpoint } from './endpoint'
import { ApiError, plainRefusal, refusalResponse, refused } from './errors'
import { readParams, undeclaredNames, type Sources } from './params'
import { Allowance, standingHeaders } from './rate-limits'
import { Reader, Recollection, Stale } from './reader'
import { RealmClient } from './realm-client'
import type { RealmObject } from './realm-object'
import type { Actor } from './register'
import { factsOf, formOf, largestBody } from './request'
import { Database, serverTiming, sqlOver } from './sql'

/** What `core/` cannot know: who asks, and for which realm. */
export interface Surroundings {
  viewer(ask: Pick<Ask<never>, 'sql' | 'facts' | 'env'> & { endpoint: Endpoint }): Promise<Actor>
  realm(ask: Pick<Ask<never>, 'sql' | 'facts' | 'env'>): Promise<number>
}

const prefix = '/api/v1'

/** What this isolate remembers between requests; `Reader` proves it each time it is used. */
const recollection = new Recollection(5000)

/** An app that answers the endpoints, and everything else with an error in the envelope. */
export function serve(endpoints: readonly Endpoint[], surroundings: Surroundings): Hono<{ Bindings: Env }> {
  const app = new Hono<{ Bindings: Env }>({ getPath: pathOf })
  for (const [pattern, byMethod] of byPattern(endpoints)) {
    app.all(pattern, async (context) => {
      const path = context.req.param() as Record<string, string>
      return answer(context.req.raw, context.env, path, byMethod, surroundings)
    })
  }
  app.notFound(() => refuse(refused('Not found', { status: 404, code: 'NOT_FOUND' })))
  app.onError(refuse)
  return app
}

/** Slashes at the start count as one: clients that are given the address of the server with a slash at its end add their own. */
const pathOf = (request: Request): string => getPath(request).replace(/^\/+/, '/')

const refuse = (error: unknown): Response => withHeaders(refusalResponse(refusalOf(error)), corsHeaders)

/** Adds a document that anybody may read and that is no answer of an endpoint, so that it has no envelope. */
export function serveDocument(app: Hono<{ Bindings: Env }>, path: string, make: () => object): void {
  app.all(prefix + path, ({ req }) =>
    req.method === 'GET' || req.method === 'HEAD'
      ? Response.json(make(), { headers: { ...corsHeaders, 'Cache-Control': 'no-store' } })
      : otherMethod(req.raw, ['GET']),
  )
}

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
  const path = isBesideApi(endpoint) ? endpoint.path.slice(besideApi.length) : prefix + endpoint.path
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { schema, options } = endpoint.params[name]!
    if (schema instanceof z.ZodNumberFormat) return `:${name}{[0-9]+}`
    return `:${name}${options.spans ? '{.+}' : anyText}`
  })
}

/** Whether a key may stand in the query. */
const takesKey = ({ auth }: Endpoint): boolean => auth === 'key' || auth === 'optional'

const isBesideApi = ({ path }: Endpoint): boolean => path.startsWith(besideApi)

/** Largest body that any of the endpoints takes, in bytes. */
function mostBytes(endpoints: Iterable<Endpoint>): number {
  const files = [...endpoints].flatMap(({ params }) =>
    Object.values(params).map(({ options }) => options.most_mib ?? 0),
  )
  return Math.max(0, ...files) * 1024 * 1024 + largestBody
}

/** The parameter that a body of JSON is, if an endpoint takes one. */
function bodyName(endpoints: Iterable<Endpoint>): string | null {
  const fields = [...endpoints].flatMap(({ params }) => Object.entries(params))
  return fields.find(([, { options }]) => options.isBody)?.[0] ?? null
}

async function answer(
  request: Request,
  env: Env,
  path: Record<string, string>,
  byMethod: Map<string, Endpoint>,
  surroundings: Surroundings,
): Promise<Response> {
  const admits = () => isSomebody(request, env, [...byMethod.values()][0]!, surroundings)
  const takes = { most: mostBytes(byMethod.values()), json: bodyName(byMethod.values()) }
  const { params: body, files } = await formOf(request, takes, admits)
  const endpoint = byMethod.get(methodOf(request, body))
  if (endpoint === undefined) return otherMethod(request, [...byMethod.keys()])
  const query = new URL(request.url).searchParams
  const facts = factsOf(request, body, query, takesKey(endpoint) ? query.get('api_key') : null)
  const hasTicket = endpoint.auth === 'ticket' && facts.upgrades && query.has('ticket')
  const needsAccount = endpoint.auth !== 'none' && endpoint.auth !== 'optional' && !hasTicket
  const allowance = new Allowance(env, facts, endpoint.counted, Date.now() / 1000)
  const refusal = (error: unknown) => (isBesideApi(endpoint) ? plainRefusal : refusalResponse)(refusalOf(error))
  let response: Response
  try {
    allowance.take()
    const sources = { path, body, files, query }
    const given = { sources, facts, env, headers: request.headers, needsAccount }
    response = await untilProven(endpoint, given, surroundings)
  } catch (error) {
    response = refusal(error)
  }
  try {
    if (response.status === 401) allowance.wasNobody()
  } catch (error) {
    response = refusal(error)
  }
  return withHeaders(response, {
    ...corsHeaders,
    ...(allowance.standing !== null && standingHeaders(allowance.standing)),
  })
}

/** Whether the credentials are good, before much is read for them. Who is refused for them is told so later. */
async function isSomebody(
  request: Request,
  env: Env,
  endpoint: Endpoint,
  surroundings: Surroundings,
): Promise<boolean> {
  const facts = factsOf(request, new URLSearchParams(), new URLSearchParams())
  if (facts.credentials === null) return false
  const sql = sqlOver(new Reader(new Database(env.DB), new Recollection(0)))
  try {
    await surroundings.viewer({ sql, facts, env, endpoint })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  if (response.status === 101) return response
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** What a request is answered from. */
interface Given extends Pick<Ask<never>, 'facts' | 'env' | 'headers'> {
  sources: Sources
  /** Whether nobody is answered who does not say who they are. */
  needsAccount: boolean
}

/** Answers, over again when what was remembered turns out to be out of date. */
async function untilProven(endpoint: Endpoint, given: Given, surroundings: Surroundings): Promise<Response> {
  if (given.needsAccount && given.facts.credentials === null)
    throw refused('Not logged in: API authentication or user session required', {
      code: 'UNAUTHENTICATED_USER',
      status: 401,
    })
  const database = new Database(given.env.DB)
  for (let attempt = 1; ; attempt += 1) {
    // The last attempt remembers nothing, so that it cannot fail for being out of date.
    const reader = new Reader(database, attempt < 3 ? recollection : new Recollection(0))
    try {
      return await answerOnce(endpoint, given, database, reader, surroundings)
    } catch (error) {
      if (!(error instanceof Stale)) throw error
    }
  }
}

async function answerOnce(
  endpoint: Endpoint,
  { sources, facts, env, headers, needsAccount }: Given,
  database: Database,
  reader: Reader,
  surroundings: Surroundings,
): Promise<Response> {
  // Once a change was asked for, nothing may start this request over, for that would ask for it again: what was
  // remembered until then is proven before, and from then on nothing is answered from memory.
  let forwarded = false
  const sql = sqlOver({
    run: (statement) => reader.run(statement),
    recall: (statement) => (forwarded ? reader.run(statement) : reader.recall(statement)),
  })
  const asked = { facts, env, sql }
  const realm = new RealmClient(env.REALM as DurableObjectNamespace<RealmObject>, facts, async () => {
    await reader.prove()
    forwarded = true
    // The way to the realm object needs no proof: the object itself proves that it is the right one.
    return surroundings.realm({ ...asked, sql: sqlOver(new Reader(database, recollection)) })
  })
  let known: Promise<Actor> | undefined
  const viewer = () => (known ??= surroundings.viewer({ ...asked, endpoint }))
  // Who may not ask at all is told so before anything else.
  const authenticate = () => (needsAccount ? viewer() : null)
  let fields: Record<string, unknown> | Response
  try {
    const params = await readParamsOr(authenticate, endpoint, sources)
    try {
      const undeclared = () => undeclaredNames(endpoint.params, sources)
      fields = await endpoint.run({ params, undeclared, realm, viewer, headers, query: sources.query, ...asked })
    } finally {
      // What never reached the realm object, which proves who asks, has to be proven here: also a refused change.
      if (!forwarded) await authenticate()
    }
  } finally {
    // Neither an answer nor a refusal rests on what was merely remembered.
    await reader.prove()
  }
  // The headers of what another object answered cannot be changed, those of a copy can.
  if (fields instanceof Response) return fields.webSocket === null ? new Response(fields.body, fields) : fields
  const answered: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (env.DEVELOPMENT === 'true') answered['Server-Timing'] = serverTiming(database.tally, realm.cost)
  return Response.json({ result: 'success', msg: '', ...fields }, { headers: answered })
}

/** A request with bad parameters by somebody with bad credentials is refused for the latter. */
async function readParamsOr(
  authenticate: () => Promise<unknown> | null,
  { params }: Endpoint,
  sources: Sources,
): Promise<never> {
  try {
    return readParams(params, sources) as never
  } catch (error) {
    await authenticate()
    throw error
  }
}

/** `POST` may name another method in its body, for clients that can send no other. */
function methodOf(request: Request, body: URLSearchParams): string {
  const override = body.get('method')
  if (request.method === 'POST' && override !== null && ['PATCH', 'DELETE', 'PUT'].includes(override)) return override
  return request.method === 'HEAD' ? 'GET' : request.method
}

function otherMethod(request: Request, methods: readonly string[]): Response {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  if (request.method === 'OPTIONS')
    return new Response(null, {
      status: 204,
      headers: {
        ...corsHeaders,
        ...preflightHeaders(allowed),
        Allow: [...allowed, 'OPTIONS'].join(', '),
        'Cache-Control': 'no-store',
      },
    })
  throw refused('Method Not Allowed', { status: 405, code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed })
}

function refusalOf(error: unknown) {
  if (error instanceof ApiError) return error.refusal
  console.error('Request failed', error)
  return refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 }).refusal
}
