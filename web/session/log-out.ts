import type { Client } from '../../client'
import { endSession } from './erase'
import { loginMark, removeLoginMark } from './login-mark'
import { ownWire } from './open'

/**
 * Logs an account out of this browser and erases its data. The server refuses it if another account is logged in by now. An open
 * client does it by itself, and `app.tsx` shows the login when it has ended.
 */
export async function logOut(account: { readonly client: Client } | { readonly user_id: number }): Promise<void> {
  if ('client' in account) return account.client.logOut()
  const { user_id } = account
  const mark = loginMark()
  await ownWire(user_id).ask('DELETE /session')
  if (mark?.user_id !== user_id) return
  removeLoginMark(mark)
  await endSession(mark, 'stopped')
}
