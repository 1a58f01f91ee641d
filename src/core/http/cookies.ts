/** Characters of a `Cookie` header that are searched; browsers limit one cookie to about 4,000. */
const maxHeaderCharacters = 8192

/**
 * Seconds for which a browser keeps a cookie: the most that browsers allow. What the cookie stands for has an end of its own
 * on the server.
 */
const maxAgeSeconds = 400 * 24 * 3600

/** White space surroundingSpace a cookie that is not part of it (RFC 6265, 5.2). */
const surroundingSpace = /^[ \t]+|[ \t]+$/g

/**
 * The value of a cookie; null if the request has none. Of Unicode's spaces each is part of a name: a browser lets a neighbour
 * under the same domain set a cookie whose name is such a space and then `__Host-`, which that prefix alone forbids.
 */
export function cookieIn(headers: Headers, name: string): string | null {
  const header = (headers.get('Cookie') ?? '').slice(0, maxHeaderCharacters)
  const pairs = header.split(';').map((pair) => pair.replaceAll(surroundingSpace, ''))
  const pair = pairs.find((pair) => pair.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

/** Has no `Domain`: other hosts of the same domain, which may be other organizations, neither get nor set it. */
const attributes = 'Path=/; Secure; SameSite=Lax'

/** The `Set-Cookie` header of a cookie that scripts cannot read. `name` starts with `__Host-`. */
export const cookie = (name: string, value: string): string => `${readableCookie(name, value)}; HttpOnly`

/** The `Set-Cookie` header of a cookie that scripts of pages read: it holds no secret. `name` starts with `__Host-`. */
export const readableCookie = (name: string, value: string): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`

/** The `Set-Cookie` header that takes a cookie of either kind away. */
export const noCookie = (name: string): string => `${name}=; ${attributes}; Max-Age=0`
