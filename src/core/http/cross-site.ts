/** A request as far as it tells which page sent it, and what it does. */
interface RequestOrigin {
  readonly headers: Headers
  readonly method: string
  /** Scheme and host that the request was sent to. */
  readonly origin: string
  /** Whether a `GET` does more than reading. */
  readonly acts: boolean
  /** Whether the address alone is enough: it contains a secret or a ticket. */
  readonly isLink: boolean
}

/**
 * Whether a browser sends the request by itself for a page of another site (a form, a picture, a link), with credentials that
 * it holds for this server. A script of a page sends credentials of its own, in a header, and is not meant here. Other hosts
 * under the same domain are other sites, too. Reading does no harm, because the page does not see the answer.
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

/** The same for requests with `Origin` alone: from browsers before 2023, without TLS, and for sockets. */
function isForgedByOld({ headers, method, isLink }: Pick<RequestOrigin, 'headers' | 'method' | 'isLink'>): boolean {
  // A page cannot add credentials to the handshake of a socket; only the browser does.
  if (method === 'GET') return headers.get('Upgrade')?.toLowerCase() === 'websocket' && !isLink
  return method === 'POST' && headers.has('Authorization') && isForm(headers.get('Content-Type'))
}

/** Whether a form can have the type. A body of another type, or another method, needs a preflight request. */
function isForm(type: string | null): boolean {
  const essence = (type ?? '').split(';')[0]!.trim().toLowerCase()
  return ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(essence)
}
