/**
 * Whose session this browser has, from a cookie that scripts can read. The server sets and clears it together with the session
 * cookie (`src/sessions/cookie.ts`). It is a hint, not a proof: the server checks the session only.
 */
export interface LoginMark {
  readonly user_id: number
  /** Differs for every session, also for those of the same account. */
  readonly text: string
}

/** A development server without TLS uses another name: some browsers reject the prefix `__Host-` there. */
const isSecure = location.protocol === 'https:'
const name = isSecure ? '__Host-rivulet-account' : 'rivulet-account'

/** The mark of the current session; null if nobody is logged in. */
export function loginMark(): LoginMark | null {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  const text = pair?.slice(name.length + 1) ?? ''
  const user_id = Number.parseInt(text, 10)
  return Number.isNaN(user_id) ? null : { user_id, text }
}

/** Removes the mark of a session that has ended, unless a newer session has replaced it. */
export function removeLoginMark({ text }: LoginMark): void {
  if (loginMark()?.text === text) document.cookie = `${name}=; Path=/; Max-Age=0${isSecure ? '; Secure' : ''}`
}
