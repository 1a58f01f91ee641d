import type { AnswerOf, ParamsOf, Route } from '../api'
import { unlessAborted } from './abort'
import { systemClock, type Clock } from './clock'
import { headersOf, type Credentials } from './credentials'
import { follow, type Follower, type FollowOptions } from './follow'
import { httpAsker } from './http'
import { withRateLimitRetry } from './rate-limit-retry'
import type { Position } from './event-intake'
import { Refusal, Unreachable, type Answer } from './refusal'
import { prepareRequest, hasFile, type Params } from './request'
import { mayRepeat } from './routes'
import { openSocket, type Socket, type SocketOptions, type WebSocketConstructor } from './socket'

export interface WireOptions {
  /** Address of the organization: `https://chat.example.com`. */
  readonly site: string
  readonly credentials: Credentials
  /** The account that a page shows, if it knows that already. */
  readonly user_id?: number | undefined
  readonly fetch?: typeof fetch | undefined
  /** For where there is none, as in Node 20. Without any, events come by long polls. */
  readonly WebSocket?: WebSocketConstructor | undefined
  readonly clock?: Clock | undefined
}

export interface AskOptions {
  /** Ends the waiting for an answer. What was asked may be done all the same. */
  readonly signal?: AbortSignal
  /** Whether it is to reach the server though the page is gone before it is answered. It is asked over HTTP then. */
  readonly outlivesPage?: boolean
}

/** Names of the parameters that must be there. */
type RequiredOf<P> = { [N in keyof P]-?: undefined extends P[N] ? never : N }[keyof P]

type AskArguments<R extends Route> = [RequiredOf<ParamsOf<R>>] extends [never]
  ? [params?: ParamsOf<R>, options?: AskOptions]
  : [params: ParamsOf<R>, options?: AskOptions]

/** Everything that is said to the server, and heard of it. */
export interface Wire {
  /**
   * Asks over the socket of the follower if it can, else over HTTP. Waits when the server says that it was asked too often.
   * Throws a `Refusal` when nothing was done, and `Unreachable` when that is unknown. What needs an order awaits the answer
   * before it.
   */
  readonly ask: <R extends Route>(route: R, ...args: AskArguments<R>) => Promise<AnswerOf<R>>
  /** Follows a registration. Asks go over its socket from then on. */
  readonly follow: (options: FollowOptions) => Follower
  /** Says that the page shows this account: from now on what it asks by cookie counts for no other one. */
  readonly setAccount: (selfId: number) => void
  /** The headers that say who asks, for a request that is sent in another way. */
  readonly headers: () => Record<string, string>
}

/** Longest message on a socket: 64 KiB, less what an id and an acknowledgement take. */
const maxMessageBytes = 65_400

/** How long to wait for a ticket. */
const ticketTimeoutSeconds = 15

export function createWire(options: WireOptions): Wire {
  const { credentials, clock = systemClock } = options
  const site = options.site.replace(/\/$/, '')
  let selfId = options.user_id ?? null
  const headers = (): Record<string, string> => headersOf(credentials, selfId)
  const http = httpAsker({ site, headers, clock, fetch: options.fetch ?? ((...args) => fetch(...args)) })
  let follower: Follower | null = null
  let lastRepeat: Promise<unknown> = Promise.resolve()
  /** Operations that the server wants to be asked over HTTP. */
  const httpOnlyRoutes = new Set<string>()

  function ask(route: string, params: Params = {}, { signal, outlivesPage }: AskOptions = {}): Promise<Answer> {
    const attempt = outlivesPage
      ? () => http(route, params, { signal, outlivesPage })
      : () => askOnce(route, params, signal)
    return withRateLimitRetry(attempt, clock, signal)
  }

  async function askOnce(route: string, params: Params, signal?: AbortSignal): Promise<Answer> {
    const socket = follower?.socket ?? null
    const overHttp = (): Promise<Answer> => http(route, params, { signal })
    const members = socket && !httpOnlyRoutes.has(route) && membersFor(route, params)
    if (!members) return overHttp()
    try {
      return await unlessAborted(socket.ask(members), signal)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'http_only') {
        httpOnlyRoutes.add(route)
        return overHttp()
      }
      const isFinal = !(error instanceof Unreachable) || socket.isRefused
      if (isFinal || (error.wasSent && !mayRepeat(route))) throw error
    }
    // One after the other: they keep their order.
    const answer = lastRepeat.then(overHttp, overHttp)
    lastRepeat = answer
    return answer
  }

  async function open({ queue_id, last_event_id }: Position, socketOptions: SocketOptions): Promise<Socket> {
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
    // A page cannot send headers with a socket.
    if (credentials === 'cookie') {
      if (selfId !== null) query.set('user_id', String(selfId))
    } else {
      const { ticket } = await withRateLimitRetry(
        () => http('POST /events/ticket', {}, { timeoutSeconds: ticketTimeoutSeconds }),
        clock,
      )
      query.set('ticket', String(ticket))
    }
    const address = `${site.replace('http', 'ws')}/api/v1/events?${query.toString()}`
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    return openSocket(WebSocket, address, socketOptions)
  }

  return {
    ask,
    follow(followOptions) {
      follower = follow(followOptions, { clock, ask: http, open })
      return follower
    },
    setAccount(id) {
      selfId = id
    },
    headers,
  }
}

/** An ask as members of a JSON object; null if it cannot go over a socket. */
function membersFor(route: string, allParams: Params): string | null {
  const { method, path, params } = prepareRequest(route, allParams)
  if (method === 'GET' || hasFile(params)) return null
  const members = JSON.stringify({ ask: `${method} ${path}`, params }).slice(1, -1)
  return new TextEncoder().encode(members).length > maxMessageBytes ? null : members
}
