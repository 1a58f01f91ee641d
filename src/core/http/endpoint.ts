import type { RequestFacts } from '../turn/call'
import type { z } from 'zod'
import type { Fields, SentOf, ValuesOf } from './params'
import type { CountedLimit, Limit } from './rate-limits'
import type { RealmClient } from '../realm/realm-client'
import type { Actor } from '../base/product'
import { refused } from '../base/errors'
import type { Sql } from '../sql/sql'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Lets work go on after the answer. The work must handle its own failures. */
export type Defer = (work: Promise<unknown>) => void

/** A request as an endpoint's `run` gets it. */
export interface RequestContext<P> {
  readonly params: P
  /** Names of parameters that the request carries and the endpoint does not declare. */
  readonly undeclared: () => string[]
  readonly facts: RequestFacts
  /** Headers of the request, for conditions and ranges of HTTP. */
  readonly headers: Headers
  /** The whole query, for passing it on. */
  readonly query: URLSearchParams
  readonly env: Env
  /** Reads straight from the database. */
  readonly sql: Sql
  /** Reads the latest state from here on; null if `sql` does so already, as it does everywhere but for `mayBeOld`. */
  readonly latest: () => Sql | null
  /** Client of the realm object, which alone makes changes. */
  readonly realm: RealmClient
  /** The account that asks. Refuses with 401 if the credentials are not good (endpoints, Authentication). */
  readonly viewer: () => Promise<Actor>
  readonly defer: Defer
  /**
   * Counts the request towards a further limit, or refuses it with 429. Verifies before that what rests on cached rows. For work
   * outside of the database that only some requests cause.
   */
  readonly admitFurther: (limit: Limit) => Promise<void>
}

/** A request as it reaches an endpoint that can also be asked over the socket of an event queue. */
export interface AskContext<P> extends Pick<RequestContext<P>, 'params' | 'undeclared' | 'facts'> {
  /** Performs one action, and at once: asks of a socket take effect in the order in which they were sent. */
  readonly realm: Pick<RealmClient, 'perform'>
}

/** Answers an ask with the fields beside `result` and `msg`. */
type AskRun<P, R = Record<string, unknown>> = (ask: AskContext<P>) => Promise<R>

export interface Endpoint {
  readonly method: Method
  /**
   * Path below `/api/v1`, with `{name}` for parameters. A path that starts with `{base_url}` is below the address of the realm
   * itself. People open it in browsers, so its refusals are plain text.
   */
  readonly path: string
  readonly summary: string
  /**
   * `none`: for everybody. `any`: for every account of the realm. `ticket`: for every account, or for a socket with a ticket.
   * `key`: for every account; the key may also be `api_key` in the query, because some senders know nothing but an address.
   * `optional`: for everybody, but a key that is sent must be good; it may also be `api_key` in the query, because an image in a
   * page can send no header.
   */
  readonly auth: 'none' | 'any' | 'ticket' | 'key' | 'optional'
  /** The rate limits that its requests count towards. */
  readonly counted: CountedLimit
  /** Whether a `GET` does more than read. Pages of other sites must not make a browser send it then. */
  readonly acts: boolean
  /** Whether it logs a browser in or out. Only pages of the realm's own origin may ask then, and programs. */
  readonly setsCookie: boolean
  readonly params: Fields
  readonly returns: z.ZodRawShape
  /** Answers the fields beside `result` and `msg`, or a response that is passed on as it is. */
  readonly run: (ask: RequestContext<never>) => Promise<Record<string, unknown> | Response>
  /** Answers an ask on a socket; null: it can be asked over HTTP only. */
  readonly overSocket: AskRun<never> | null
  /**
   * Whether the answer to this query may take more processor time than the Worker has. The realm's object, which has more, answers
   * then (docs/limits.md).
   */
  readonly isLarge: (query: URLSearchParams) => boolean
  /** Whether it is refused while little is left of the day's quotas, as work that can wait is (docs/limits.md). Only of large ones. */
  readonly canWait: boolean
  /** Whether its answers may be of an older state than the client has seen: they tell nothing that can be taken from somebody. */
  readonly mayBeOld: boolean
  /** Whether clients read right after it, so that their session should be allowed to read from replicas meanwhile. */
  readonly precedesReads: boolean
}

/** An endpoint with the types of its parameters and its answer, for the types of clients. */
export interface TypedEndpoint<R extends string, P, A> extends Endpoint {
  /** Never has a value, only a type. */
  readonly typed?: { readonly route: R; readonly params: P; readonly answer: A }
}

interface Declaration<F extends Fields, S extends z.ZodRawShape> {
  summary: string
  counted?: CountedLimit
  params?: F
  returns: S
}

interface OverHttp<F extends Fields, S extends z.ZodRawShape> extends Declaration<F, S> {
  auth?: Endpoint['auth']
  acts?: boolean
  /** Whether answers are large, or to which queries. For endpoints that only read. */
  large?: true | Endpoint['isLarge']
  /** Whether it is refused while little is left of the day's quotas. For large answers that nobody waits for at a screen. */
  canWait?: true
  mayBeOld?: true
  precedesReads?: true
  setsCookie?: boolean
  readonly run: (ask: RequestContext<ValuesOf<F>>) => Promise<z.input<z.ZodObject<S>> | Response>
  /** For endpoints that can answer only some requests over a socket. It refuses the others. */
  readonly overSocket?: AskRun<ValuesOf<F>, z.input<z.ZodObject<S>>>
}

interface OverSocket<F extends Fields, S extends z.ZodRawShape> extends Declaration<F, S> {
  readonly overSocket: true
  readonly run: AskRun<ValuesOf<F>, z.input<z.ZodObject<S>>>
}

/** The name of an endpoint: its method and its path, as they are declared. */
export const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** Prefix of the path of an endpoint that is not part of the API proper. */
export const outsideApi = '{base_url}'

export const isOutsideApi = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith(outsideApi)

/** The refusal of an ask that a socket cannot answer. */
export const overHttpOnly = () =>
  refused('Ask this over HTTP: it cannot be asked over a socket', { reason: 'http_only' })

/** The route of an endpoint, as it is declared. */
type Route = `${Method} ${'' | typeof outsideApi}/${string}`

/**
 * Declares an endpoint. Its validation, the types of its handler and the OpenAPI document follow from the declaration. `returns`
 * lists the fields beside `result` and `msg`. If an endpoint only performs one action of the realm object, declare it
 * `overSocket: true`: its `run` is given nothing else, and it can also be asked over the socket of an event queue.
 */
// oxlint-disable typescript/no-empty-object-type -- an endpoint without parameters
export function endpoint<R extends Route, S extends z.ZodRawShape, F extends Fields = {}>(
  route: R,
  declaration: OverSocket<F, S>,
): TypedEndpoint<R, SentOf<F>, z.output<z.ZodObject<S>>>
export function endpoint<R extends Route, S extends z.ZodRawShape, F extends Fields = {}>(
  route: R,
  declaration: OverHttp<F, S>,
): TypedEndpoint<R, SentOf<F>, z.output<z.ZodObject<S>>>
export function endpoint<S extends z.ZodRawShape, F extends Fields = {}>(
  route: Route,
  declaration: OverSocket<F, S> | OverHttp<F, S>,
): Endpoint {
  const { summary, counted = 'request', params, returns, run } = declaration
  const [method, path] = route.split(' ') as [Method, string]
  const common = { method, path, summary, counted, params: params ?? {}, returns, run }
  if (declaration.overSocket === true)
    return {
      ...common,
      auth: 'any',
      acts: false,
      setsCookie: false,
      overSocket: declaration.run,
      isLarge: returnFalse,
      canWait: false,
      mayBeOld: false,
      precedesReads: false,
    }
  const { auth = 'any', acts = false, setsCookie = false, overSocket = null, large = returnFalse } = declaration
  const { canWait = false, mayBeOld = false, precedesReads = false } = declaration
  const isLarge = large === true ? returnTrue : large
  return { ...common, auth, acts, setsCookie, overSocket, isLarge, canWait, mayBeOld, precedesReads }
}

const returnTrue = (): boolean => true
const returnFalse = (): boolean => false
