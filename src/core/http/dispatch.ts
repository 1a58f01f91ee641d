import type { Credentials, RequestFacts } from '../turn/call'
import { preflightHeaders } from './answer-headers'
import { maxBodyBytes, maxStrangerBodyBytes, mayBeLarge, rawBodyOf, withForm, type AcceptedBody } from './body'
import { isOutsideApi, type Defer, type Endpoint } from './endpoint'
import { notLoggedIn, plainRefusal, refusalResponse, refused } from '../base/errors'
import { refusalOf } from '../base/failures'
import { cookieIn } from './cookies'
import { accountAskedFor, foreignPageText, isCrossSite, isForeign, reasonAgainstCookie } from './cross-site'
import type { Form } from './multipart'
import { answerNearby } from './nearest-replica'
import { rateLimitHeaders, type Limit, type RequestKind } from './rate-limits'
import { closedByRefusal } from './refused-socket'
import { factsOf, isUpgrade, withBody } from './request'
import { runEndpoint } from './run-endpoint'
import type { Actor } from '../base/product'
import { bookmarkHeader } from '../sql/bookmarks'
import { objectTimeoutMs } from '../sql/object-access'
import { Database } from '../sql/database'
import { credentialsIn } from '../turn/tickets'
import { Caller } from './caller'
import type { Authentication } from './authentication'
import { mebibyte } from '../base/units'
import { withCountedBucket } from '../usage/counted-bucket'
import { countInIsolate } from '../usage/isolate-counts'
import type { Counter } from '../usage/quotas'

/** A request for a path, and the endpoints of that path by their methods. */
interface IncomingRequest {
  readonly request: Request
  readonly env: Env
  readonly path: Record<string, string>
  readonly byMethod: ReadonlyMap<string, Endpoint>
  readonly defer: Defer
}

/**
 * Answers a request. The cheapest checks come first: the head, the rate limit, the credentials, and only then the body. A key is
 * verified before the realm object is woken.
 */
export async function dispatch(incomingRequest: IncomingRequest, authentication: Authentication): Promise<Response> {
  const { request, env, byMethod, defer } = incomingRequest
  const possible = possibleEndpoints(request.method, byMethod)
  if (possible.length === 0) return otherMethod(request, [...byMethod.keys()])
  const refusal = possible.every(isOutsideApi) ? plainRefusal : refusalResponse
  const what = `${request.method} ${possible[0]!.path}`
  const url = new URL(request.url)
  const { credentials, reason } = credentialsBeside(incomingRequest, url, possible, authentication)
  const facts = factsOf(request, url, credentials)
  const source = () => authentication.database({ facts, env })
  const count = (counter: Counter, amount: number) => countInIsolate(facts.host, counter, amount)
  const database = new Database(source, ({ rows_read }) => count('rows_read', rows_read), {
    env,
    timeoutMs: objectTimeoutMs,
    onCall: () => {
      caller.limiter.takeOfDay('object_requests', 1)
      count('object_requests', 1)
    },
    count: ({ rows_written }) => count('object_rows_written', rows_written),
  })
  const caller: Caller = new Caller({ env, facts, database, kind: kindOf(possible), authentication, defer })
  let response: Response
  try {
    assertNotCrossSite(incomingRequest, url, possible, facts)
    await caller.countRequest()
    const read = { request, url, env, facts, possible, database, caller, defer }
    response = await answerNearby(read, (database) =>
      answerAdmitted(incomingRequest, { url, possible, facts, reason, database, caller }, authentication),
    )
  } catch (error) {
    response = refusal(refusalOf(error, what))
  }
  try {
    if (response.status === 401 && possible.some((endpoint) => requiresAccount(endpoint, facts)))
      caller.rejectedCredentials()
  } catch (error) {
    response = refusal(refusalOf(error, what))
  }
  caller.limiter.charge(database.tally.rows_read)
  caller.reportUse()
  response = await closedByRefusal(request, response)
  if (database.bookmark !== null && response.status !== 101) response.headers.set(bookmarkHeader, database.bookmark)
  const { status } = caller.limiter
  if (status !== null && response.status !== 101)
    for (const [name, value] of Object.entries(rateLimitHeaders(status))) response.headers.set(name, value)
  return response
}

/** A request whose head was accepted. */
interface AdmittedRequest {
  readonly url: URL
  readonly possible: readonly Endpoint[]
  readonly facts: RequestFacts
  /** Why the cookie of a session was not used; null if there was none, or it was. */
  readonly reason: string | null
  readonly database: Database
  readonly caller: Caller
}

/** Credentials outside of the header `Authorization`: a ticket, a key in the query, a cookie that may be used. */
function credentialsBeside(
  { request: { headers, method } }: IncomingRequest,
  url: URL,
  possible: readonly Endpoint[],
  authentication: Authentication,
): { credentials: Credentials | null; reason: string | null } {
  const ticket = isUpgrade(headers) && possible.some(takesTicket) ? url.searchParams.get('ticket') : null
  const user_id = accountAskedFor(headers, url.searchParams)
  if (ticket !== null) return { credentials: credentialsIn(ticket, user_id), reason: null }
  const key = possible.some(takesKey) ? url.searchParams.get('api_key') : null
  if (key !== null) return { credentials: { by: 'key', email: null, key }, reason: null }
  // If the client sends a key, the key counts, even if it is bad.
  const secret = headers.has('Authorization') ? null : cookieIn(headers, authentication.cookie)
  if (secret === null) return { credentials: null, reason: null }
  const reason = reasonAgainstCookie({
    headers,
    method,
    origin: url.origin,
    acts: possible.some(({ acts }) => acts),
    isFile: possible.every(({ auth }) => auth === 'optional'),
    upgrades: isUpgrade(headers),
  })
  return reason === null ? { credentials: { by: 'cookie', secret, user_id }, reason } : { credentials: null, reason }
}

async function answerAdmitted(
  incomingRequest: IncomingRequest,
  admittedRequest: AdmittedRequest,
  authentication: Authentication,
): Promise<Response> {
  const { request, byMethod } = incomingRequest
  const { possible, facts, reason, caller } = admittedRequest
  const isForAccounts = possible.every((endpoint) => requiresAccount(endpoint, facts))
  const ofAccounts = acceptedOfAccounts(possible)
  const accepted = isForAccounts ? ofAccounts : { ...ofAccounts, maxBytes: maxStrangerBodyBytes }
  if (isForAccounts) {
    if (facts.credentials === null) throw withoutCredentials(reason)
    // Bad credentials are refused before a body that is too large.
    await caller.verify({ always: mayBeLarge(request, accepted) })
  }
  let isReached = false
  try {
    return await withForm(request, accepted, caller.name, async (form) => {
      const endpoint = byMethod.get(methodOf(request, form.params))
      if (endpoint === undefined) return otherMethod(request, [...byMethod.keys()])
      isReached = true
      return answerFrom(incomingRequest, admittedRequest, authentication, endpoint, form)
    })
  } catch (error) {
    // The account is only remembered by its key, which may have been revoked. Then the request must not count for the account.
    if (!isReached) await caller.verify({ always: true })
    throw error
  }
}

async function answerFrom(
  { env, path, request, defer }: IncomingRequest,
  { url, facts, reason, database, caller }: AdmittedRequest,
  authentication: Authentication,
  endpoint: Endpoint,
  { params: body, files }: Form,
): Promise<Response> {
  const needsAccount = requiresAccount(endpoint, facts)
  if (needsAccount && facts.credentials === null) throw withoutCredentials(reason)
  if (needsAccount) await caller.verify()
  caller.limiter.takeFurther(endpoint.counted)
  const given = {
    sources: { path, body, files, raw: rawBodyOf(request), query: url.searchParams },
    facts: withBody(facts, body),
    env: withCountedBucket(env, (counter, amount) => caller.limiter.takeOfDay(counter, amount)),
    headers: request.headers,
    database,
    realm_id: () => caller.realm_id,
    defer,
    needsAccount,
    isInObject: false,
    onViewer: (viewer: Actor) => caller.hasValidCredentials(viewer),
    onRefused: () => caller.rejectedCredentials(),
    onRowsRead: (rows: number) => caller.limiter.chargeInObject(rows),
    objectCalls: caller.limiter,
    onFurther: (limit: Limit) => caller.limiter.takeFurther(limit),
  }
  const answering = () => runEndpoint(endpoint, given, authentication)
  const onlyReads = endpoint.method === 'GET' && !endpoint.acts && endpoint.counted !== 'file'
  return onlyReads ? caller.reads(answering) : answering()
}

/** Refuses requests that a browser sends by itself for a page of another site. */
function assertNotCrossSite(
  { request }: IncomingRequest,
  url: URL,
  possible: readonly Endpoint[],
  facts: RequestFacts,
): void {
  const { headers, method } = request
  const isForged = isCrossSite({
    headers,
    method,
    origin: url.origin,
    acts: possible.some(({ acts }) => acts),
    isLink: possible.every(({ auth }) => auth === 'none' || (auth === 'ticket' && facts.credentials?.by === 'ticket')),
  })
  const isLogin = possible.some(({ setsCookie }) => setsCookie) && isForeign(headers, url.origin)
  if (isForged || isLogin) throw refused(foreignPageText, { status: 403 })
}

/** The kind that the request counts as: that of all endpoints that it may mean, or else `request`. */
function kindOf(possible: readonly Endpoint[]): RequestKind {
  const [kind, ...others] = new Set(possible.map(({ counted }) => (typeof counted === 'string' ? counted : 'request')))
  return kind === undefined || others.length > 0 ? 'request' : kind
}

/** The endpoints that a request may mean. A `POST` may name another method in its body. */
function possibleEndpoints(method: string, byMethod: ReadonlyMap<string, Endpoint>): Endpoint[] {
  const methods = method === 'POST' ? ['POST', ...overrides] : [method === 'HEAD' ? 'GET' : method]
  return methods.map((name) => byMethod.get(name)).filter((endpoint) => endpoint !== undefined)
}

/** Methods that a `POST` may name in its body, for clients that can send no others. */
const overrides = ['PATCH', 'DELETE', 'PUT']

function methodOf(request: Request, body: URLSearchParams): string {
  const override = body.get('method')
  if (request.method === 'POST' && override !== null && overrides.includes(override)) return override
  return request.method === 'HEAD' ? 'GET' : request.method
}

/** Whether a key may stand in the query. */
const takesKey = ({ auth }: Endpoint): boolean => auth === 'key' || auth === 'optional'

const takesTicket = ({ auth }: Endpoint): boolean => auth === 'ticket'

/**
 * Whether only an account gets an answer. Where credentials are optional, a key that is sent must be good. A cookie need not be: the
 * browser sends it by itself, and its session may have ended.
 */
const requiresAccount = ({ auth }: Endpoint, { credentials }: RequestFacts): boolean =>
  auth === 'optional' ? credentials?.by === 'key' : auth !== 'none'

/** The refusal of a request without usable credentials. `reason` says why its cookie was not used. */
const withoutCredentials = (reason: string | null) =>
  reason === null ? notLoggedIn() : refused(reason, { status: 403 })

/** What `acceptedOfAccounts` answers for a single endpoint. */
const acceptedByEndpoint = new WeakMap<Endpoint, AcceptedBody>()

/** The bodies that accounts may send to any of the endpoints. */
function acceptedOfAccounts(endpoints: readonly Endpoint[]): AcceptedBody {
  const [only] = endpoints.length === 1 ? endpoints : []
  const accepted = (only && acceptedByEndpoint.get(only)) ?? {
    maxBytes: maxBodyBytesOf(endpoints),
    json: bodyName(endpoints, 'isBody'),
    whole: bodyName(endpoints, 'isWholeBody'),
  }
  if (only) acceptedByEndpoint.set(only, accepted)
  return accepted
}

/** Bytes of the largest body that any of the endpoints accepts. */
function maxBodyBytesOf(endpoints: readonly Endpoint[]): number {
  const files = endpoints.flatMap(({ params }) =>
    Object.values(params).map(({ travel, options }) => (travel === 'file' ? options.maxMib! : 0)),
  )
  return Math.max(0, ...files) * mebibyte + maxBodyBytes
}

/** Name of the parameter whose value a body of JSON, or every body, is; null if no endpoint takes such a body. */
function bodyName(endpoints: readonly Endpoint[], option: 'isBody' | 'isWholeBody'): string | null {
  const fields = endpoints.flatMap(({ params }) => Object.entries(params))
  return fields.find(([, { options }]) => options[option])?.[0] ?? null
}

/** The answer to `OPTIONS`, and the refusal of a method that the path does not have. */
export function otherMethod(request: Request, methods: readonly string[]): Response {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  if (request.method === 'OPTIONS')
    return new Response(null, {
      status: 204,
      headers: {
        ...preflightHeaders(allowed),
        Allow: [...allowed, 'OPTIONS'].join(', '),
        'Cache-Control': 'no-store',
      },
    })
  throw refused('Method Not Allowed', { status: 405, code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed })
}
