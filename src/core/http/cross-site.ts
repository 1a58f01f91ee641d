import { isUpgrade } from './request'

/**
 * A request by cookie must have this header. No form can send it, and a page of another origin may not (`preflightHeaders`). Its
 * value may name an account (`accountAskedFor`).
 */
const ownHeader = 'X-Requested-With'

/**
 * Id of the account for which a page asks by cookie or ticket (endpoints, Authentication); null if the page does not say. Pages say
 * it because somebody else may have logged in since they were opened: by a header, or, for a WebSocket, by a parameter.
 */
export function accountAskedFor(headers: Headers, query: URLSearchParams): number | null {
  const stated = isUpgrade(headers)
    ? /^(\d{1,16})$/.exec(query.get('user_id') ?? '')
    : /^rivulet\/(\d{1,16})$/.exec(headers.get(ownHeader) ?? '')
  return stated === null ? null : Number(stated[1])
}

/** A request that comes with the cookie of a session. */
interface CookieRequest extends Pick<RequestOrigin, 'headers' | 'method' | 'origin' | 'acts'> {
  /** Whether it asks for a file or a picture: pages can send no header for these. */
  readonly isFile: boolean
  /** Whether it asks for a WebSocket: pages can send no header for these. */
  readonly upgrades: boolean
}

/**
 * Why a request may not use the cookie that the browser sent with it; null if it may. Only pages of the realm's own origin may.
 * `SameSite` is not enough for that, because it counts neighbours under the same domain as the same site.
 */
export function reasonAgainstCookie(request: CookieRequest): string | null {
  const { headers, method, origin, acts, isFile, upgrades } = request
  const isRead = method === 'GET' || method === 'HEAD'
  if (upgrades) return headers.get('Origin') === origin ? null : foreignPageText
  if (isForeign(headers, origin)) {
    // Somebody may follow a link to a file. In a frame it would be shown inside of the other page, so that is no link.
    const isLink = isFile && isRead && headers.get('Sec-Fetch-Dest') === 'document' && !headers.has('Origin')
    return isLink ? null : foreignPageText
  }
  if (isFile && isRead) return null
  if (!headers.has(ownHeader)) return `A request by cookie needs the header ${ownHeader}`
  // When a page reads from its own origin, browsers do not send `Origin`.
  if (isRead && (!acts || headers.get('Sec-Fetch-Site') === 'same-origin')) return null
  return headers.get('Origin') === origin ? null : 'A request by cookie needs the header Origin'
}

/** The text of the refusal for pages of other sites. */
export const foreignPageText = 'A page of another site may not ask this'

/** Whether the request says that it comes from a page of another origin. */
export function isForeign(headers: Headers, origin: string): boolean {
  const site = headers.get('Sec-Fetch-Site') ?? 'none'
  const sender = headers.get('Origin') ?? origin
  return sender !== origin || (site !== 'same-origin' && site !== 'none')
}

/** What a request says of the page that sent it, and what it does. */
interface RequestOrigin {
  readonly headers: Headers
  readonly method: string
  /** Scheme and host that the request was sent to. */
  readonly origin: string
  /** Whether a `GET` does more than read. */
  readonly acts: boolean
  /** Whether the address alone suffices, because it contains a secret or a ticket. */
  readonly isLink: boolean
}

/**
 * Whether a browser sends the request by itself for a page of another site (a form, a picture, a link), with credentials that the
 * browser has for this server. A script that sends credentials of its own, in a header, is another thing. Other hosts under the
 * same domain are other sites, too. Reading does no harm, because the page does not see the answer.
 */
export function isCrossSite({ headers, method, origin, acts, isLink }: RequestOrigin): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (method === 'OPTIONS' || (isRead && !acts)) return false
  const site = headers.get('Sec-Fetch-Site')
  const mode = headers.get('Sec-Fetch-Mode')
  const sender = headers.get('Origin')
  if (site === null) return sender !== null && sender !== origin && isForgedByOld({ headers, method, isLink })
  if (site === 'same-origin' || site === 'none') return false
  // A user clicked the link, or a page opens a socket with its ticket. A picture (`no-cors`) is neither.
  if (isRead && isLink) return mode === 'no-cors' || mode === null
  return mode !== 'cors'
}

/** The same for requests that have no `Sec-Fetch-Site`: from browsers before 2023, without TLS, and for sockets. */
function isForgedByOld({ headers, method, isLink }: Pick<RequestOrigin, 'headers' | 'method' | 'isLink'>): boolean {
  // A page cannot add credentials to the handshake of a socket; only the browser does.
  if (method === 'GET') return isUpgrade(headers) && !isLink
  return method === 'POST' && headers.has('Authorization') && isForm(headers.get('Content-Type'))
}

/** Whether a form can have the type. A body of another type, or another method, needs a preflight request. */
function isForm(type: string | null): boolean {
  const essence = (type ?? '').split(';')[0]!.trim().toLowerCase()
  return ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(essence)
}
