import { eraseHistory } from '../session/erase'
import { loginMark } from '../session/login-mark'
import { tellWindows } from '../session/windows'

/** Call this after a login: erases what was stored of another account, and makes the windows of that account end. */
export async function welcome(): Promise<void> {
  const mark = loginMark()
  if (mark !== null) tellWindows({ mark, why: null })
  await eraseHistory()
}
