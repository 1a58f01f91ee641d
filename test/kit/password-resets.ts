import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../../src/app'
import type { Answer, Params, Person, StoredRealm } from './index'
import { answerOf, request } from './request'

/** Requests a password reset. `done` resolves when the work after the response is done. */
export async function startResetRequest(
  { host }: Pick<StoredRealm, 'host'>,
  email: string,
  bindings: Partial<Env> = {},
  headers: Record<string, string> = {},
): Promise<{ answer: Answer; done: Promise<void> }> {
  const context = createExecutionContext()
  const body = new URLSearchParams({ email })
  const asked = new Request(`http://${host}/api/v1/password_reset`, { method: 'POST', body, headers })
  const response = await app.fetch(asked, { ...env, ...bindings }, context)
  const answer = await answerOf('POST', '/password_reset', response)
  return { answer, done: waitOnExecutionContext(context) }
}

/** Requests a password reset and waits until it is stored. */
export async function askForReset(...ask: Parameters<typeof startResetRequest>): Promise<Answer> {
  const { answer, done } = await startResetRequest(...ask)
  await done
  return answer
}

export interface ResetRequest {
  user_id: number
  asked: number
  link_expires: number | null
}

/** The people whose password requests this person sees. */
export const readResetRequests = async (by: Person): Promise<ResetRequest[]> =>
  (await by.get('/realm/password_resets'))['password_resets'] as ResetRequest[]

/** The key of a new password link; by default the owner makes it. */
export async function createResetKey(target: Person, by: Person = target.realm.owner): Promise<string> {
  const { reset_url } = await by.post(`/users/${target.id}/password_reset`)
  return (reset_url as string).split('/').at(-1)!
}

export const newPassword = 'battery staple'

/** Sets a new password with the key of a link. */
export const confirmReset = ({ host }: Pick<StoredRealm, 'host'>, key: string, params: Params = {}): Promise<Answer> =>
  request(host, 'POST', '/password_reset/confirm', { params: { key, new_password: newPassword, ...params } })

/** Whether the password is valid. */
export const isValidPassword = async (
  { realm, email }: Pick<Person, 'realm' | 'email'>,
  password: string,
): Promise<boolean> =>
  (await request(realm.host, 'POST', '/fetch_api_key', { params: { username: email, password } })).status === 200
