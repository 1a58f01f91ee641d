import { cookie, noCookie, readableCookie } from '../core/http/cookies'

/** The cookie that logs a browser in. It holds the secret of a session. */
export const sessionCookieName = '__Host-rivulet-session'

/**
 * The cookie beside it that pages can read (`web/session/login-mark.ts`): whose session the browser has. It counts for nothing here. By it a
 * page knows without a request whether anybody is logged in, and whether that is still the one that it shows.
 */
const markCookieName = '__Host-rivulet-account'

/**
 * Both cookies of a new session. The second one ends with some characters of chance, so that a page can tell this session from
 * an earlier one of the same account.
 */
export const sessionCookies = (secret: string, user_id: number): string[] => [
  cookie(sessionCookieName, secret),
  readableCookie(markCookieName, `${user_id}.${crypto.randomUUID().slice(0, 8)}`),
]

export const noSessionCookies: readonly string[] = [noCookie(sessionCookieName), noCookie(markCookieName)]
