import { createWire } from '../../client'
import { beginSteps, type Newcomer } from '../session/onboarding'
import { wire } from './host'
import { welcome } from './local-data'

export async function logIn(username: string, password: string): Promise<void> {
  await wire.ask('POST /session', { username, password })
  await welcome()
}

interface NewAccount {
  readonly user_id: number
  readonly email: string
  readonly api_key: string
}

/** Logs this browser in to a new account, and revokes the API key that came with it, since the browser uses a cookie. */
export async function logInNew(account: NewAccount, password: string, who: Newcomer): Promise<void> {
  await logIn(account.email, password)
  beginSteps(account.user_id, who)
  const credentials = { email: account.email, key: account.api_key }
  createWire({ site: location.origin, credentials })
    .ask('DELETE /session')
    .catch(() => undefined)
}
