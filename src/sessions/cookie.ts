import { cookie, noCookie } from '../core/http/cookies'

/** The cookie that logs a browser in. It holds the secret of a session. */
export const sessionCookieName = '__Host-rivulet-session'

export const sessionCookie = (secret: string): string => cookie(sessionCookieName, secret)

export const noSessionCookie = noCookie(sessionCookieName)
