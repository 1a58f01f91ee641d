import { jsonAnswer } from './answer-headers'
import type { Authentication } from './authentication'
import { routeOf, type RequestContext, type Endpoint } from './endpoint'
import type { Limit } from './rate-limits'
import { readParams, undeclaredNames, type ParamSources } from './params'
import { OutOfDate } from '../sql/object-access'
import { Reader, RowCache, Stale } from '../sql/reader'
import { rowsReadHeader } from '../live/polls'
import { ApiError } from '../base/errors'
import { RealmClient, type ObjectCalls } from '../realm/realm-client'
import type { RealmObject } from '../realm/realm-object'
import type { Actor } from '../base/product'
import { serverTiming, type Database } from '../sql/database'
import { sqlOver } from '../sql/sql'
import { rowCache } from './caller'

/** A request to an endpoint, after its body was read. */
interface EndpointRequest extends Pick<RequestContext<never>, 'facts' | 'env' | 'headers' | 'defer'> {
  readonly sources: ParamSources
  readonly database: Database
  /** Id of the realm that the request is for, if that is known without a query; else null. */
  readonly realm_id: () => number | null
  /** Whether only accounts get an answer. */
  readonly needsAccount: boolean
  /** Whether the realm's object runs the endpoint. */
  readonly isInObject: boolean
  /** Called with the account that asks, once its credentials are verified. */
  readonly onViewer: (viewer: Actor) => void
  /** Called when the credentials were refused, even if the request can be answered without an account. */
  readonly onRefused: () => void
  /** Called with the number of rows that the realm's object read for the request. */
  readonly onRowsRead: (rows: number) => void
  /** Counts the request's calls of the realm's object. */
  readonly objectCalls: ObjectCalls
  /** Counts the request towards a further limit, or refuses it. */
  readonly onFurther: (limit: Limit) => void
}

/** Answers a request. Starts over if a cached row turns out to be out of date, and once if a row of a replica does. */
export async function runEndpoint(
  endpoint: Endpoint,
  request: EndpointRequest,
  authentication: Authentication,
): Promise<Response> {
  let isOutOfDate = false
  for (let attempt = 1; ; attempt += 1) {
    // The last attempt uses no cached rows, so none can be out of date.
    const reader = new Reader(request.database, attempt < 3 ? rowCache : new RowCache(0))
    try {
      return await runOnce(endpoint, request, reader, authentication)
    } catch (error) {
      if (error instanceof OutOfDate && !isOutOfDate) {
        isOutOfDate = true
        request.database.readFromPrimary()
      } else if (!(error instanceof Stale)) throw error
    }
  }
}

async function runOnce(
  endpoint: Endpoint,
  { sources, facts, env, headers, defer, needsAccount, isInObject, database, realm_id, ...tell }: EndpointRequest,
  reader: Reader,
  authentication: Authentication,
): Promise<Response> {
  // Once the request has asked for a change, it must not start over, because it would ask for the change again. So cached rows are
  // revalidated before that, and not used afterwards.
  let hasAskedRealm = false
  const sql = sqlOver({
    run: (statement) => reader.run(statement),
    cachedFirst: (statement) => (hasAskedRealm ? reader.run(statement) : reader.cachedFirst(statement)),
    objects: reader.objects,
  })
  const context = { facts, env, sql }
  const realm = new RealmClient(
    env.REALM as DurableObjectNamespace<RealmObject>,
    facts,
    async () => {
      await reader.revalidate()
      hasAskedRealm = true
      // Neither the id nor the row needs to be revalidated, because the realm object itself checks that it is the right one.
      return realm_id() ?? authentication.realm({ ...context, sql: sqlOver(new Reader(database, rowCache)) })
    },
    tell.objectCalls,
    (bookmark) => database.noteBookmark(bookmark),
  )
  let account: Promise<Actor> | undefined
  let verified: Actor | null = null
  let isRefused = false
  const verify = async () => {
    try {
      return (verified = await authentication.viewer({ ...context, endpoint }))
    } catch (error) {
      isRefused = error instanceof ApiError && error.refusal.status === 401
      throw error
    }
  }
  const viewer = () => (account ??= verify())
  const admitFurther = async (limit: Limit) => {
    await reader.revalidate()
    tell.onFurther(limit)
  }
  // Bad credentials are refused before bad parameters.
  const authenticate = () => (needsAccount ? viewer() : null)
  let fields: Record<string, unknown> | Response
  try {
    if (!isInObject && endpoint.isLarge(sources.query)) {
      const { path, query } = sources
      return copyResponse(
        await realm.read({
          route: routeOf(endpoint),
          path,
          query: query.toString(),
          tags: headers.get('If-None-Match'),
        }),
      )
    }
    const params = await readParamsOr(authenticate, endpoint, sources)
    try {
      const undeclared = () => undeclaredNames(endpoint.params, sources)
      fields = await endpoint.run({
        params,
        undeclared,
        latest: () => (database.readLatest() ? sql : null),
        realm,
        viewer,
        admitFurther,
        headers,
        defer,
        query: sources.query,
        ...context,
      })
    } finally {
      // The realm object verifies the account by itself. If the request never got there, it is verified here, even if it is refused.
      if (!hasAskedRealm) await authenticate()
    }
  } finally {
    // Neither an answer nor a refusal may rest on a cached row that was not revalidated.
    await reader.revalidate()
    tell.onRowsRead(realm.rowsCharged)
    if (isRefused) tell.onRefused()
  }
  if (verified !== null) tell.onViewer(verified)
  if (fields instanceof Response) return fields.webSocket === null ? copyResponse(fields) : fields
  const answer = { result: 'success', msg: '', ...fields }
  const timing = env.DEVELOPMENT === 'true' ? { 'Server-Timing': serverTiming(database.tally, realm.cost) } : {}
  return jsonAnswer(answer, { origin: facts.origin, query: sources.query, headers: timing })
}

/** A copy of a response, because the headers of a response from elsewhere cannot be changed. */
function copyResponse(answer: Response): Response {
  const copy = new Response(answer.body, answer)
  copy.headers.delete(rowsReadHeader)
  return copy
}

/** Reads the parameters. If both parameters and credentials are bad, refuses the credentials. */
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
