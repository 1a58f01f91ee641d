/**
 * Pages of any origin may use the API, by a key that they were given: with `*`, browsers show no page what a request with cookies
 * was answered. The second header lists further headers that a page may read.
 */
const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
}

/** Headers of the answer to a preflight request; good for a day. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
  'Access-Control-Max-Age': '86400',
})

/** Keep browsers from guessing the type of an answer, and from telling other sites its address. */
const guards: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A year, and not for subdomains, which may be other servers. */
const onlyTls = 'max-age=31536000'

/** Sets the headers that all answers have. */
export function withAnswerHeaders(request: Request, response: Response): Response {
  // The headers of an open connection cannot be changed, and browsers do not read them.
  if (response.status === 101) return response
  const { headers } = response
  for (const [name, value] of Object.entries({ ...corsHeaders, ...guards })) headers.set(name, value)
  const { protocol, searchParams } = new URL(request.url)
  if (protocol === 'https:') headers.set('Strict-Transport-Security', onlyTls)
  const otherwise = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // An address with a key is meant to show its file on a page of any site.
    'Cross-Origin-Resource-Policy': searchParams.has('api_key') ? 'cross-origin' : 'same-origin',
  }
  for (const [name, value] of Object.entries(otherwise)) if (!headers.has(name)) headers.set(name, value)
  const isPublic = headers.get('Cache-Control')?.startsWith('public') ?? false
  if (!isPublic) headers.set('Vary', 'Authorization, Origin, Cookie')
  if (response.status === 401 && !isBrowser(request.headers)) headers.set('WWW-Authenticate', 'Basic realm="rivulet"')
  return response
}

/**
 * Whether a browser sent the request. With `WWW-Authenticate`, a browser shows a dialog for credentials over the page, and
 * sends them along with every later request that any page makes to this server.
 */
const isBrowser = (headers: Headers): boolean =>
  headers.has('Origin') || [...headers.keys()].some((name) => name.startsWith('sec-fetch-'))
