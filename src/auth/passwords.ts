import { createHash } from 'node:crypto'
import type { RequestContext } from '../core/http/endpoint'
import { ApiError } from '../core/base/errors'
import { assertPasswordsReplaceable } from './methods'
import { deviceIn } from './devices'
import { wrongPassword, type ReplacedHash } from './new-password'
import { assertStrong } from './password'
import type { Guess, Hashing, Passwords, PasswordsReply, Replacement } from './passwords-object'
import { passwordHash } from './queries'

/**
 * Objects of one realm that look at passwords. A flood of guesses at some names leaves the other objects' queues short.
 * More would not be faster, for they may share a thread; and each that is kept awake costs duration: four of them through
 * the day that 100,000 guesses last are what the free plan allows.
 */
const objectsOfRealm = 4

/** The name of the object that counts the guesses at an account of a realm. */
export function objectOf(realm_id: number, name: string): string {
  const shard = createHash('sha256').update(name.toLowerCase()).digest()[0]! % objectsOfRealm
  return `${realm_id} ${shard}`
}

type HashingRequest = Pick<RequestContext<never>, 'env' | 'facts'>

const objectFor = ({ env }: HashingRequest, realm_id: number, name: string): DurableObjectStub<Passwords> =>
  (env.PASSWORDS as DurableObjectNamespace<Passwords>).getByName(objectOf(realm_id, name))

/** A token for the device of whoever guesses right; null for everybody else. */
export async function checkPassword(
  asked: HashingRequest & Pick<RequestContext<never>, 'headers'>,
  realm_id: number,
  { username, password, hash }: { username: string; password: string; hash: string | null },
): Promise<string | null> {
  const { facts, headers } = asked
  const name = username.toLowerCase()
  const guess: Guess = { name, address: facts.address, device: deviceIn(headers), password, hash }
  return resultOf(await objectFor(asked, realm_id, name).check(guess))
}

/**
 * Hashes a password for whoever may have it hashed; that is to be seen before. `name` is whose it will be, or what else
 * its `counts` are counted by.
 */
export async function hashNewPassword(
  asked: HashingRequest,
  realm_id: number,
  name: string,
  hashing: Hashing,
): Promise<string> {
  return resultOf(await objectFor(asked, realm_id, name).hash(hashing))!
}

/** Hashes the new password of whoever asks and knows the old one (endpoints, PATCH /settings). */
export async function hashReplacement(
  asked: HashingRequest & Pick<RequestContext<never>, 'viewer' | 'sql'>,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<ReplacedHash> {
  const { viewer, sql, env, facts } = asked
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
  const new_hash = resultOf(await objectFor(asked, realm_id, name).replace(replacement))
  if (new_hash === null || old_hash === null) throw wrongPassword()
  return { old_hash, new_hash }
}

function resultOf(text: string): string | null {
  const reply = JSON.parse(text) as PasswordsReply<string | null>
  if ('refused' in reply) throw new ApiError(reply.refused)
  return reply.result
}
