import { eraseHistory, endSession } from '../session/erase'
import { loginMark, removeLoginMark } from '../session/login-mark'
import { ownWire } from '../session/open'
import { tellWindows } from '../session/windows'

/** Makes room for the account that has just logged in: what was kept of another one goes, and its windows leave it. */
export async function welcome(): Promise<void> {
  const mark = loginMark()
  if (mark !== null) tellWindows({ mark, why: null })
  await eraseHistory()
}

/** Logs an account out of this browser, and forgets what is kept of it, as the frame does. Refused if it is another one by now. */
export async function logOut(user_id: number): Promise<void> {
  const mark = loginMark()
  await ownWire(user_id).ask('DELETE /session')
  if (mark?.user_id !== user_id) return
  removeLoginMark(mark)
  await endSession(mark, 'stopped')
}
