import { createHash } from 'node:crypto'
import type { RequestContext } from '../core/http/endpoint'
import { ApiError } from '../core/base/errors'
import { wrongLogin } from '../accounts/account'
import { assertPasswordsReplaceable } from './methods'
import { deviceIn, isKnownDevice } from './devices'
import { wrongPassword, type ReplacedHash } from './new-password'
import { assertStrong } from './password'
import type { Guess, Hashing, Passwords, PasswordsReply, Replacement } from './passwords-object'
import { hashOfLogin, passwordHash } from './queries'

/**
 * Number of objects per realm that check passwords. With several, many guesses at some accounts leave the queues of other
 * accounts short. More would not be faster, because they may share a thread. Each running object costs duration: the free plan
 * pays for four of them during a day with 100,000 guesses.
 */
const objectsOfRealm = 4

/** Name of the object that checks the password of an account and counts the guesses at it. */
export function passwordsObjectName(realm_id: number, name: string): string {
  const shard = createHash('sha256').update(name.toLowerCase()).digest()[0]! % objectsOfRealm
  return `${realm_id} ${shard}`
}

type HashingRequest = Pick<RequestContext<never>, 'env' | 'facts'>

const objectFor = ({ env }: HashingRequest, realm_id: number, name: string): DurableObjectStub<Passwords> =>
  (env.PASSWORDS as DurableObjectNamespace<Passwords>).getByName(passwordsObjectName(realm_id, name))

/**
 * Checks a login by address and password. Returns the hash that matches the password, a token for the device, and whether the
 * device proved that it logged in before. Refuses with 401. A wrong guess ends here and does not reach the realm's object, which everybody waits for.
 */
export async function checkedLogin(
  request: HashingRequest & Pick<RequestContext<never>, 'headers' | 'sql'>,
  realm_id: number,
  { username, password }: { username: string; password: string },
): Promise<{ hash: string; device: string; is_known_device: boolean }> {
  const hash = await hashOfLogin(request.sql, realm_id, username)
  const { facts, headers } = request
  const name = username.toLowerCase()
  const former = deviceIn(headers)
  const guess: Guess = { name, address: facts.address, device: former, password, hash }
  const device = resultOf(await objectFor(request, realm_id, name).check(guess))
  if (device === null || hash === null) throw wrongLogin()
  return { hash, device, is_known_device: isKnownDevice(former, device) }
}

/**
 * Hashes a password that is set without the old one; the caller has checked that this is allowed. `name` chooses the object: the
 * address, or one name for all requests that `counts` counts together.
 */
export async function hashNewPassword(
  request: HashingRequest,
  realm_id: number,
  name: string,
  hashing: Hashing,
): Promise<string> {
  return resultOf(await objectFor(request, realm_id, name).hash(hashing))!
}

/** Hashes a new password of the requesting account if the old password is right (endpoints, PATCH /settings). */
export async function hashReplacement(
  request: HashingRequest & Pick<RequestContext<never>, 'viewer' | 'sql'>,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<ReplacedHash> {
  const { viewer, sql, env, facts } = request
  const account = await viewer()
  assertPasswordsReplaceable(account, env)
  const { id: user_id, realm_id, delivery_email, full_name } = account
  assertStrong(new_password, { email: delivery_email, full_name })
  const old_hash = await passwordHash(sql, user_id)
  const name = delivery_email.toLowerCase()
  const replacement: Replacement = {
    user_id,
    name,
    address: facts.address,
    password: old_password,
    hash: old_hash,
    new_password,
  }
  const new_hash = resultOf(await objectFor(request, realm_id, name).replace(replacement))
  if (new_hash === null || old_hash === null) throw wrongPassword()
  return { old_hash, new_hash }
}

function resultOf(text: string): string | null {
  const reply = JSON.parse(text) as PasswordsReply<string | null>
  if ('refused' in reply) throw new ApiError(reply.refused)
  return reply.result
}
