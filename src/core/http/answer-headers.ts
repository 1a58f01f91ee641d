/**
 * Pages of any origin may use the API, if they were given a key. With `*`, browsers show no page the answer to a request with
 * cookies. The second header lists further headers that a page may read.
 */
const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Retry-After, Rivulet-Bookmark, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
}

/** Headers of the answer to a preflight request. Browsers may keep it for a day. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range, Rivulet-Bookmark',
  'Access-Control-Max-Age': '86400',
})

/** These headers keep browsers from guessing the type of an answer, and from telling other sites its address. */
const guardHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A year. Not for subdomains, which may be other servers. */
const tlsHeaders: Readonly<Record<string, string>> = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Headers of all answers. */
const commonHeaders = { ...corsHeaders, ...guardHeaders }

/** Headers of all answers that have no others of these names. If a key is in the address, pages of any site may show the file. */
const defaultHeaders = (searchParams: URLSearchParams): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': searchParams.has('api_key') ? 'cross-origin' : 'same-origin',
})

const vary = 'Authorization, Origin, Cookie'

/** Answers of `jsonAnswer`, which have the headers already. */
const complete = new WeakSet<Response>()

interface JsonAnswer {
  /** Scheme and host that the request was sent to, and its query. */
  readonly origin: string
  readonly query: URLSearchParams
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers of answers in JSON, by whether the request came by TLS, and whether a key stands in its address. */
const jsonHeaders = new Map<string, Headers>()

/** The headers are copied whole, because a response takes longer to read them from an object than to copy them. */
function jsonHeadersOf(isByTls: boolean, query: URLSearchParams): Headers {
  const key = `${isByTls} ${query.has('api_key')}`
  let headers = jsonHeaders.get(key)
  if (headers === undefined)
    jsonHeaders.set(
      key,
      (headers = new Headers({
        'Content-Type': 'application/json',
        ...commonHeaders,
        ...defaultHeaders(query),
        ...(isByTls && tlsHeaders),
        Vary: vary,
        'Cache-Control': 'no-store',
      })),
    )
  return headers
}

/**
 * An answer in JSON that nobody may store. `Response.json` would not use the faster serializer of V8, as `JSON.stringify` does.
 */
export function jsonAnswer(body: object, { origin, query, headers }: JsonAnswer): Response {
  const response = new Response(JSON.stringify(body), { headers: jsonHeadersOf(origin.startsWith('https:'), query) })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  complete.add(response)
  return response
}

/** Sets the headers that all answers have. */
export function withAnswerHeaders(request: Request, url: URL, response: Response): Response {
  // The headers of an open connection cannot be changed, and browsers do not read them.
  if (complete.has(response) || response.status === 101) return response
  const { headers } = response
  const { protocol, searchParams } = url
  const ofProtocol = protocol === 'https:' ? tlsHeaders : {}
  for (const [name, value] of Object.entries({ ...commonHeaders, ...ofProtocol })) headers.set(name, value)
  for (const [name, value] of Object.entries(defaultHeaders(searchParams)))
    if (!headers.has(name)) headers.set(name, value)
  const isPublic = headers.get('Cache-Control')?.startsWith('public') ?? false
  if (!isPublic) headers.set('Vary', vary)
  if (response.status === 401 && !isBrowser(request.headers)) headers.set('WWW-Authenticate', 'Basic realm="rivulet"')
  return response
}

/**
 * Whether a browser sent the request. At `WWW-Authenticate`, a browser would show a dialog for credentials over the page, and send
 * these along with every later request that any page makes to this server.
 */
const isBrowser = (headers: Headers): boolean =>
  headers.has('Origin') || [...headers.keys()].some((name) => name.startsWith('sec-fetch-'))
