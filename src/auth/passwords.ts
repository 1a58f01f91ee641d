import { createHash } from 'node:crypto'
import type { RequestContext } from '../core/http/endpoint'
import { ApiError } from '../core/base/errors'
import { wrongLogin } from '../accounts/account'
import { assertPasswordsReplaceable } from './methods'
import { deviceIn } from './devices'
import { wrongPassword, type ReplacedHash } from './new-password'
import { assertStrong } from './password'
import type { Guess, Hashing, Passwords, PasswordsReply, Replacement } from './passwords-object'
import { hashOfLogin, passwordHash } from './queries'

/**
 * Objects of one realm that check passwords. With several, a flood of guesses at some accounts leaves the others'
 * queues short. More would not be faster, because they may share a thread. Each object that is awake costs duration:
 * the free plan pays for four objects through a day of 100,000 guesses.
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
 * Checks a login by address and password. Answers the hash that the password fits, and a token for the device; refuses
 * with 401. A wrong guess ends here: the realm's object, which everybody waits for, does not hear of it.
 */
export async function checkedLogin(
  request: HashingRequest & Pick<RequestContext<never>, 'headers' | 'sql'>,
  realm_id: number,
  { username, password }: { username: string; password: string },
): Promise<{ hash: string; device: string }> {
  const hash = await hashOfLogin(request.sql, realm_id, username)
  const { facts, headers } = request
  const name = username.toLowerCase()
  const guess: Guess = { name, address: facts.address, device: deviceIn(headers), password, hash }
  const device = resultOf(await objectFor(request, realm_id, name).check(guess))
  if (device === null || hash === null) throw wrongLogin()
  return { hash, device }
}

/**
 * Hashes a password that is set without an old one; the caller has checked that it may be. `name` chooses the object: the
 * address, or one name for all that `counts` count together.
 */
export async function hashNewPassword(
  request: HashingRequest,
  realm_id: number,
  name: string,
  hashing: Hashing,
): Promise<string> {
  return resultOf(await objectFor(request, realm_id, name).hash(hashing))!
}

/** Hashes a new password of the account that asks, if the old password is right (endpoints, PATCH /settings). */
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
