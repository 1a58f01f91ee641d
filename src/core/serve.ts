import { Hono } from 'hono'
import { z } from 'zod'
import type { Ask, Endpoint } from './endpoint'
import { ApiError, refusalResponse, refused } from './errors'
import { readParams, undeclaredNames } from './params'
import { Reader, Recollection, Stale } from './reader'
import { RealmClient } from './realm-client'
import type { RealmObject } from './realm-object'
import type { Actor } from './register'
import { bodyParams, factsOf } from './request'
import { Database, sqlOver, type Tally } from './sql'

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
  const app = new Hono<{ Bindings: Env }>()
  for (const [pattern, byMethod] of byPattern(endpoints)) {
    app.all(pattern, async (context) => {
      const path = context.req.param() as Record<string, string>
      return answer(context.req.raw, context.env, path, byMethod, surroundings)
    })
  }
  app.notFound(() => refusalResponse(refused('Not found', { status: 404, code: 'NOT_FOUND' }).refusal))
  app.onError((error) => refusalResponse(refusalOf(error)))
  return app
}

/** Adds a document that anybody may read and that is no answer of an endpoint, so that it has no envelope. */
export function serveDocument(app: Hono<{ Bindings: Env }>, path: string, make: () => object): void {
  app.all(prefix + path, ({ req }) =>
    req.method === 'GET'
      ? Response.json(make(), { headers: { 'Cache-Control': 'no-store' } })
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
function patternOf({ path, params }: Endpoint): string {
  return (
    prefix +
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      params[name]!.schema instanceof z.ZodNumberFormat ? `:${name}{[0-9]+}` : `:${name}${anyText}`,
    )
  )
}

async function answer(
  request: Request,
  env: Env,
  path: Record<string, string>,
  byMethod: Map<string, Endpoint>,
  surroundings: Surroundings,
): Promise<Response> {
  const body = await bodyParams(request)
  const endpoint = byMethod.get(methodOf(request, body))
  if (endpoint === undefined) return otherMethod(request, [...byMethod.keys()])
  const query = new URL(request.url).searchParams
  const facts = factsOf(request, body, query)
  if (endpoint.auth === 'any' && facts.credentials === null)
    throw refused('Not logged in: API authentication or user session required', {
      code: 'UNAUTHENTICATED_USER',
      status: 401,
    })
  const sources = { path, body, query }
  const database = new Database(env.DB)
  for (let attempt = 1; ; attempt += 1) {
    // The last attempt remembers nothing, so that it cannot fail for being out of date.
    const reader = new Reader(database, attempt < 3 ? recollection : new Recollection(0))
    try {
      return await answerOnce(endpoint, sources, facts, env, database, reader, surroundings)
    } catch (error) {
      if (!(error instanceof Stale)) throw error
    }
  }
}

async function answerOnce(
  endpoint: Endpoint,
  sources: Parameters<typeof readParams>[1],
  facts: Ask<never>['facts'],
  env: Env,
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
  const authenticate = () => (endpoint.auth === 'any' ? viewer() : null)
  let fields: Record<string, unknown>
  try {
    const params = await readParamsOr(authenticate, endpoint, sources)
    try {
      const undeclared = () => undeclaredNames(endpoint.params, sources)
      fields = await endpoint.run({ params, undeclared, realm, viewer, ...asked })
    } finally {
      // What never reached the realm object, which proves who asks, has to be proven here: also a refused change.
      if (!forwarded) await authenticate()
    }
  } finally {
    // Neither an answer nor a refusal rests on what was merely remembered.
    await reader.prove()
  }
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (env.DEVELOPMENT === 'true') headers['Server-Timing'] = serverTiming(database.tally, realm.cost)
  return Response.json({ result: 'success', msg: '', ...fields }, { headers })
}

/** A request with bad parameters by somebody with bad credentials is refused for the latter. */
async function readParamsOr(
  authenticate: () => Promise<unknown> | null,
  { params }: Endpoint,
  sources: Parameters<typeof readParams>[1],
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
      headers: { Allow: [...allowed, 'OPTIONS'].join(', '), 'Cache-Control': 'no-store' },
    })
  throw refused('Method Not Allowed', { status: 405, code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed })
}

function refusalOf(error: unknown) {
  if (error instanceof ApiError) return error.refusal
  console.error('Request failed', error)
  return refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 }).refusal
}

function serverTiming(reads: Tally, writes: Tally & { batch: number }): string {
  const total = {
    trips: reads.trips + writes.trips,
    rows_read: reads.rows_read + writes.rows_read,
    rows_written: reads.rows_written + writes.rows_written,
    batch: writes.batch,
  }
  return Object.entries(total)
    .map(([name, amount]) => `${name};desc=${amount}`)
    .join(', ')
}
