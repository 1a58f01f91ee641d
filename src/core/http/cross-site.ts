/** What a browser tells of a request, and what it would do. */
export interface RequestOrigin {
  readonly headers: Headers
  readonly method: string
  /** Scheme and host that the request was sent to. */
  readonly origin: string
  /** Whether a `GET` does something, and does not merely read. */
  readonly acts: boolean
  /** Whether the address alone opens what is asked for: a link with a secret in it, a ticket. */
  readonly isLink: boolean
}

/**
 * Whether a browser sends the request by itself for a page of another site, with whatever it holds for this one: a form, a
 * picture, a link. A page that asks by script gives credentials of its own in a header, and goes on to be answered.
 * Neighbours under one domain are strangers, too. Merely reading is no harm, for the page does not see the answer.
 */
export function isCrossSite({ headers, method, origin, acts, isLink }: RequestOrigin): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (method === 'OPTIONS' || (isRead && !acts)) return false
  const site = headers.get('Sec-Fetch-Site')
  const mode = headers.get('Sec-Fetch-Mode')
  const sender = headers.get('Origin')
  if (site === null) return sender !== null && sender !== origin && isForgedByOld({ headers, method, isLink })
  if (site === 'same-origin' || site === 'none') return false
  // Somebody clicked the link, or a page opens a socket with its ticket; a picture whose address it is, is neither.
  if (isRead && isLink) return mode === 'no-cors' || mode === null
  return mode !== 'cors'
}

/** Of browsers that tell no more than the foreign origin: those before 2023, all where there is no TLS, and sockets. */
function isForgedByOld({ headers, method, isLink }: Pick<RequestOrigin, 'headers' | 'method' | 'isLink'>): boolean {
  // No page can put credentials into the handshake of a socket: only the browser does.
  if (method === 'GET') return headers.get('Upgrade')?.toLowerCase() === 'websocket' && !isLink
  return method === 'POST' && headers.has('Authorization') && isForm(headers.get('Content-Type'))
}

/** Types that forms have. To send a body of another type, or by another method, a page must ask first. */
function isForm(type: string | null): boolean {
  const essence = (type ?? '').split(';')[0]!.trim().toLowerCase()
  return ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(essence)
}
