import { eraseHistory, endSession } from '../session/erase'
import { loginMark, removeLoginMark } from '../session/login-mark'
import { ownWire } from '../session/open'
import { tellWindows } from '../session/windows'

/** Call this after a login: erases what was stored of another account, and makes the windows of that account end. */
export async function welcome(): Promise<void> {
  const mark = loginMark()
  if (mark !== null) tellWindows({ mark, why: null })
  await eraseHistory()
}

/** Logs an account out of this browser and erases its data. The server refuses it if another account is logged in by now. */
export async function logOut(user_id: number): Promise<void> {
  const mark = loginMark()
  await ownWire(user_id).ask('DELETE /session')
  if (mark?.user_id !== user_id) return
  removeLoginMark(mark)
  await endSession(mark, 'stopped')
}
