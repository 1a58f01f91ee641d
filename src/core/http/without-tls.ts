/** The names of strict cookies begin with this. */
const prefix = '__Host-'

/** Matches names of this machine, names in its network, and addresses. */
const nearbyHost = /^(?:(?:.+\.)?local(?:host)?|[\d.]+|\[.+\])$/

/**
 * Whether a browser asks a development server without TLS. Safari keeps no `Secure` cookie of `http://localhost`, and no browser
 * keeps one of `http://192.168.1.2`, where a phone finds `npm start`. So cookies are weaker there, and nowhere else: a deployed
 * server, or one with a name on the Internet, uses strict cookies only (decision 18).
 */
export function isWithoutTls({ url }: Pick<Request, 'url'>, { DEVELOPMENT }: Pick<Env, 'DEVELOPMENT'>): boolean {
  if (DEVELOPMENT !== 'true') return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && nearbyHost.test(hostname)
}

/**
 * Gives the request the headers that it would have with TLS: strict cookies, and what browsers then say of the page that asks.
 * Changes the request in place and returns it. A new request would take over the body, and if nobody reads a large body (the file of
 * a refused upload), its connection would end instead of skipping the rest.
 */
export function asWithTls(request: Request): Request {
  const headers = new Headers(request.headers)
  const pairs = (headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim())
  const plain = pairs.filter((pair) => pair !== '' && !pair.startsWith(prefix))
  if (plain.length > 0) headers.set('Cookie', plain.map((pair) => prefix + pair).join('; '))
  else headers.delete('Cookie')
  // A page of another origin may not send this header, and would name its origin.
  const isOwn = headers.has('X-Requested-With') && !headers.has('Origin')
  if (isOwn && !headers.has('Sec-Fetch-Site')) headers.set('Sec-Fetch-Site', 'same-origin')
  return Object.defineProperty(request, 'headers', { value: headers })
}

/** The answer, with weaker cookies in place of its strict ones. */
export function withPlainCookies(response: Response): Response {
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0) return response
  const plain = new Response(response.body, response)
  plain.headers.delete('Set-Cookie')
  for (const cookie of cookies)
    plain.headers.append('Set-Cookie', cookie.replace(prefix, '').replace(/; Secure(?=;|$)/, ''))
  return plain
}
