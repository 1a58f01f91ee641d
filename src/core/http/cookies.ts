/** So many characters of a `Cookie` header are searched. Browsers limit one cookie to about 4,000. */
const maxHeaderCharacters = 8192

/** A browser keeps a cookie for this many seconds, which is the longest time that browsers allow. The server ends sessions by itself. */
const maxAgeSeconds = 400 * 24 * 3600

/** White space before and after a cookie is not part of it (RFC 6265, 5.2). */
const surroundingSpace = /^[ \t]+|[ \t]+$/g

/**
 * The value of a cookie; null if the request has none. Unicode's other spaces are part of a name and not removed. Otherwise a
 * neighbour under the same domain could forge our cookie: a browser protects the prefix `__Host-`, but not a space and then that.
 */
export function cookieIn(headers: Headers, name: string): string | null {
  const header = (headers.get('Cookie') ?? '').slice(0, maxHeaderCharacters)
  const pairs = header.split(';').map((pair) => pair.replaceAll(surroundingSpace, ''))
  const pair = pairs.find((pair) => pair.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

/** There is no `Domain`, so that other hosts of the same domain, which may be other organizations, neither get the cookie nor set it. */
const attributes = 'Path=/; Secure; SameSite=Lax'

/** The `Set-Cookie` header of a cookie that scripts cannot read. `name` starts with `__Host-`. */
export const cookie = (name: string, value: string): string => `${readableCookie(name, value)}; HttpOnly`

/** The `Set-Cookie` header of a cookie that scripts can read, so it has no secret. `name` starts with `__Host-`. */
export const readableCookie = (name: string, value: string): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`

/** The `Set-Cookie` header that removes a cookie of either kind. */
export const noCookie = (name: string): string => `${name}=; ${attributes}; Max-Age=0`
