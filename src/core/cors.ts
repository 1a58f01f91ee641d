/**
 * Any origin may ask, because no cookie is involved: a page can only use credentials that somebody gave it. What it may
 * send and see, beyond what is always allowed.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
}

/** The answer to a browser that asks, before the request itself, what it may do; good for a day. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
  'Access-Control-Max-Age': '86400',
})
