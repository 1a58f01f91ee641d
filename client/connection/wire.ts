import type { AnswerOf, ParamsOf, Route } from '../api'
import { unlessAborted } from './abort'
import { bookmarkHeader, noBookmark, type BookmarkStorage } from './bookmark'
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
  /** Id of the account that the page shows, if it knows that already. */
  readonly user_id?: number | undefined
  readonly fetch?: typeof fetch | undefined
  /** For platforms without a global `WebSocket`, such as Node 20. Without any WebSocket, the client uses long polls. */
  readonly WebSocket?: WebSocketConstructor | undefined
  readonly clock?: Clock | undefined
  /** Pages that share a session share it. In memory by default. */
  readonly bookmarks?: BookmarkStorage | undefined
}

export interface AskOptions {
  /** Stops waiting for the answer. The server may do what was requested all the same. */
  readonly signal?: AbortSignal
  /** Whether the request goes on if the page is closed before the answer. Such a request goes over HTTP. */
  readonly outlivesPage?: boolean
}

/** Names of the required parameters. */
type RequiredOf<P> = { [N in keyof P]-?: undefined extends P[N] ? never : N }[keyof P]

type AskArguments<R extends Route> = [RequiredOf<ParamsOf<R>>] extends [never]
  ? [params?: ParamsOf<R>, options?: AskOptions]
  : [params: ParamsOf<R>, options?: AskOptions]

/** The client's only connection to the server. */
export interface Wire {
  /**
   * Sends a request over the follower's socket, or over HTTP if there is none or the operation does not allow it. Waits and
   * tries again if the server refuses because of a rate limit. Throws a `Refusal` if the server did nothing, and
   * `Unreachable` if nobody knows what it did. Requests may overtake each other: if their order matters, await each answer.
   */
  readonly ask: <R extends Route>(route: R, ...args: AskArguments<R>) => Promise<AnswerOf<R>>
  /** Follows a registration. From then on, requests go over its socket. */
  readonly follow: (options: FollowOptions) => Follower
  /**
   * Sets the account that the page shows. If another account has logged in by the same cookie, the server refuses all later
   * requests of this page.
   */
  readonly setAccount: (selfId: number) => void
  /** The headers that say who sends a request, for requests that do not go through `ask`. */
  readonly headers: () => Record<string, string>
}

/** The server takes 64 KiB. The rest is for the id and an acknowledgement. */
const maxMessageBytes = 65_400

const ticketTimeoutSeconds = 15

export function createWire(options: WireOptions): Wire {
  const { credentials, clock = systemClock, bookmarks = {} } = options
  const site = options.site.replace(/\/$/, '')
  let selfId = options.user_id ?? null
  const headers = (): Record<string, string> => ({
    ...headersOf(credentials, selfId),
    [bookmarkHeader]: bookmarks.bookmark ?? noBookmark,
  })
  const onBookmark = (bookmark?: string | null): void => {
    if (bookmark && bookmark > (bookmarks.bookmark ?? '')) bookmarks.bookmark = bookmark
  }
  const http = httpAsker({ site, headers, clock, onBookmark, fetch: options.fetch ?? ((...args) => fetch(...args)) })
  let follower: Follower | null = null
  let lastRepeat: Promise<unknown> = Promise.resolve()
  /** Operations that the server has refused over the socket. */
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
    // One repeated request after the other, so that they keep their order.
    const answer = lastRepeat.then(overHttp, overHttp)
    lastRepeat = answer
    return answer
  }

  async function open({ queue_id, last_event_id }: Position, socketOptions: SocketOptions): Promise<Socket> {
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
    // A page cannot send headers when it opens a WebSocket.
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
    return openSocket(WebSocket, address, socketOptions, onBookmark)
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

/** The members of an ask, without the braces of its JSON object; null if the request cannot go over a socket. */
function membersFor(route: string, allParams: Params): string | null {
  const { method, path, params } = prepareRequest(route, allParams)
  if (method === 'GET' || hasFile(params)) return null
  const members = JSON.stringify({ ask: `${method} ${path}`, params }).slice(1, -1)
  return new TextEncoder().encode(members).length > maxMessageBytes ? null : members
}
