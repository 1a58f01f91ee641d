import { cookie, noCookie, readableCookie } from '../core/http/cookies'

/** The cookie that logs a browser in. It contains the secret of a session. */
export const sessionCookieName = '__Host-rivulet-session'

/**
 * The cookie that tells pages whose session the browser has (`web/session/login-mark.ts`). The server ignores it. Without a
 * request, a page knows by it whether somebody is logged in, and whether it is still the account that the page shows.
 */
const markCookieName = '__Host-rivulet-account'

/**
 * Both cookies of a new session. The second one ends with random characters, so that a page can distinguish this session from an
 * earlier one of the same account.
 */
export const sessionCookies = (secret: string, user_id: number): string[] => [
  cookie(sessionCookieName, secret),
  readableCookie(markCookieName, `${user_id}.${crypto.randomUUID().slice(0, 8)}`),
]

export const noSessionCookies: readonly string[] = [noCookie(sessionCookieName), noCookie(markCookieName)]
