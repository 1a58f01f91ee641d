/**
 * Any origin may ask, because no cookie is involved: a page can only use credentials that somebody gave it. What it may
 * see, beyond what is always allowed.
 */
const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
}

/** The answer to a browser that asks, before the request itself, what it may do; good for a day. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
  'Access-Control-Max-Age': '86400',
})

/** What a browser must not do with any answer: take it for something else, run or frame it, tell others where it was. */
const guards: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A year. Of the host alone: others under its domain may be no server of this kind. */
const onlyTls = 'max-age=31536000'

/** Headers of all answers, whatever they are; the only place that knows them. */
export function withAnswerHeaders(request: Request, response: Response): Response {
  // The headers of an open connection cannot be changed, and are none that a browser looks at.
  if (response.status === 101) return response
  const { headers } = response
  for (const [name, value] of Object.entries({ ...corsHeaders, ...guards })) headers.set(name, value)
  const { protocol, searchParams } = new URL(request.url)
  if (protocol === 'https:') headers.set('Strict-Transport-Security', onlyTls)
  const otherwise = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // Whoever writes a key into an address means to show what it opens on a page of any site.
    'Cross-Origin-Resource-Policy': searchParams.has('api_key') ? 'cross-origin' : 'same-origin',
  }
  for (const [name, value] of Object.entries(otherwise)) if (!headers.has(name)) headers.set(name, value)
  const isPublic = headers.get('Cache-Control')?.startsWith('public') ?? false
  if (!isPublic) headers.set('Vary', 'Authorization, Origin, Cookie')
  if (response.status === 401 && !isBrowser(request.headers)) headers.set('WWW-Authenticate', 'Basic realm="rivulet"')
  return response
}

/**
 * Whether a browser asks. Told that credentials are missing, it would ask for them by a dialog of its own, over the page
 * that asked, and from then on send them along with whatever any page lets it ask of this server.
 */
const isBrowser = (headers: Headers): boolean =>
  headers.has('Origin') || [...headers.keys()].some((name) => name.startsWith('sec-fetch-'))
