import type { RequestContext, Endpoint } from './endpoint'
import { readParams, undeclaredNames, type ParamSources } from './params'
import { Reader, RowCache, Stale } from '../sql/reader'
import { rowsReadHeader } from '../live/polls'
import { RealmClient } from '../realm/realm-client'
import type { RealmObject } from '../realm/realm-object'
import type { Actor } from '../base/product'
import { serverTiming, sqlOver, type Database } from '../sql/sql'
import { rowCache } from './caller'

/** What `core/` cannot know: who asks, and for which realm. */
export interface ViewerLookup {
  viewer(ask: Pick<RequestContext<never>, 'sql' | 'facts' | 'env'> & { endpoint: Endpoint }): Promise<Actor>
  realm(ask: Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>): Promise<number>
}

/** What a request is answered from. */
export interface EndpointRequest extends Pick<RequestContext<never>, 'facts' | 'env' | 'headers'> {
  readonly sources: ParamSources
  readonly database: Database
  /** Whether nobody is answered who does not say who they are. */
  readonly needsAccount: boolean
  /** Told of who asks, once it is proven; and of rows that others read for the request. */
  readonly told: { isOf(viewer: Actor): void; read(rows: number): void }
}

/** Answers, over again when what was remembered turns out to be out of date. */
export async function runEndpoint(
  endpoint: Endpoint,
  given: EndpointRequest,
  authentication: ViewerLookup,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    // The last attempt remembers nothing, so that it cannot fail for being out of date.
    const reader = new Reader(given.database, attempt < 3 ? rowCache : new RowCache(0))
    try {
      return await runOnce(endpoint, given, reader, authentication)
    } catch (error) {
      if (!(error instanceof Stale)) throw error
    }
  }
}

async function runOnce(
  endpoint: Endpoint,
  { sources, facts, env, headers, needsAccount, database, told }: EndpointRequest,
  reader: Reader,
  authentication: ViewerLookup,
): Promise<Response> {
  // Once a change was asked for, nothing may start this request over, for that would ask for it again: what was
  // remembered until then is proven before, and from then on nothing is answered from memory.
  let forwarded = false
  const sql = sqlOver({
    run: (statement) => reader.run(statement),
    cachedFirst: (statement) => (forwarded ? reader.run(statement) : reader.cachedFirst(statement)),
  })
  const asked = { facts, env, sql }
  const realm = new RealmClient(env.REALM as DurableObjectNamespace<RealmObject>, facts, async () => {
    await reader.revalidate()
    forwarded = true
    // The way to the realm object needs no proof: the object itself proves that it is the right one.
    return authentication.realm({ ...asked, sql: sqlOver(new Reader(database, rowCache)) })
  })
  let known: Promise<Actor> | undefined
  const viewer = () => (known ??= authentication.viewer({ ...asked, endpoint }))
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
    await reader.revalidate()
    told.read(realm.cost.rows_read)
  }
  if (known !== undefined) told.isOf(await known)
  if (fields instanceof Response) return fields.webSocket === null ? copied(fields) : fields
  const answered: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (env.DEVELOPMENT === 'true') answered['Server-Timing'] = serverTiming(database.tally, realm.cost)
  return Response.json({ result: 'success', msg: '', ...fields }, { headers: answered })
}

/** The headers of what another object answered cannot be changed, those of a copy can. */
function copied(answer: Response): Response {
  const copy = new Response(answer.body, answer)
  copy.headers.delete(rowsReadHeader)
  return copy
}

/** A request with bad parameters by somebody with bad credentials is refused for the latter. */
async function readParamsOr(
  authenticate: () => Promise<unknown> | null,
  { params }: Endpoint,
  sources: ParamSources,
): Promise<never> {
  try {
    return readParams(params, sources) as never
  } catch (error) {
    await authenticate()
    throw error
  }
}
