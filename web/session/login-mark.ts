/**
 * Whose session this browser has. A cookie that scripts can read says so, beside the one with the session itself; the server sets
 * and takes both together (`src/sessions/cookie.ts`). It is a hint and no proof: the server looks at the session.
 */
export interface LoginMark {
  readonly user_id: number
  /** Is another one with each session, also of the same account. */
  readonly text: string
}

/** A development server without TLS sets another one: some browsers would not keep this one. */
const isSecure = location.protocol === 'https:'
const name = isSecure ? '__Host-rivulet-account' : 'rivulet-account'

/** The mark; null if nobody is logged in. */
export function loginMark(): LoginMark | null {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  const text = pair?.slice(name.length + 1) ?? ''
  const user_id = Number.parseInt(text, 10)
  return Number.isNaN(user_id) ? null : { user_id, text }
}

/** Takes the mark of a session away that has ended, unless it is that of a newer one by now. */
export function removeLoginMark({ text }: LoginMark): void {
  if (loginMark()?.text === text) document.cookie = `${name}=; Path=/; Max-Age=0${isSecure ? '; Secure' : ''}`
}
