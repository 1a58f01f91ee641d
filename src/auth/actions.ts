import type { RequestFacts } from '../core/turn/call'
import { invalidation } from '../core/turn/query-cache'
import { botChanged } from '../bots/events'
import { type Change, type SystemTurn, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { answersAt } from '../realm/host'
import {
  admit,
  assertActive,
  isWellFormedKey,
  unauthenticated,
  wrongKey,
  wrongLogin,
  type Account,
} from '../accounts/account'
import { hashOfKey, newKey } from './keys'
import { assertPasswordLogin, logsInBy } from './methods'
import { accountByKey, accountByLogin, keyHashes, passwordHash } from './queries'

/** The account of this realm that the credentials belong to: the actor of an action. Refuses with 401. */
export async function identify(
  { cached, realm_id, env }: SystemTurn,
  { name, facts: { credentials, host } }: { readonly name: string; readonly facts: RequestFacts },
): Promise<Account> {
  if (credentials === null || !isWellFormedKey(credentials.key)) throw wrongKey()
  const row = await cached(accountByKey, hashOfKey(credentials.key))
  const account = admit(row, credentials, { sendsMessage: name === 'sendMessage' || name === 'scheduleMessage' })
  if (account.realm_id !== realm_id || !answersAt(account, host, env)) throw wrongKey()
  return account
}

/** A new key and its account. */
interface GrantedKey {
  api_key: string
  email: string
  user_id: number
}

/**
 * Gives the account a new key. The password was checked outside of the turn (see passwords-object.ts); `hash` tells
 * whether it is still the account's.
 */
export async function logIn(turn: SystemTurn, input: { username: string; hash: string }): Promise<Change<GrantedKey>> {
  const { cached, realm_id, env } = turn
  const row = await cached(accountByLogin, realm_id, input.username)
  if (row === null || (await cached(passwordHash, row.id)) !== input.hash) throw wrongLogin()
  assertActive(row)
  assertPasswordLogin(row, env)
  return grantKey(turn, row)
}

/** Gives the account a new key without a password. Development servers only, for their demo accounts. */
export async function logInWithoutPassword(turn: SystemTurn, input: { username: string }): Promise<Change<GrantedKey>> {
  if (turn.env.DEVELOPMENT !== 'true') throw refused('Endpoint not available in production.')
  const row = await turn.cached(accountByLogin, turn.realm_id, input.username)
  if (row === null) throw unauthenticated('Your username is incorrect', 'AUTHENTICATION_FAILED')
  assertActive(row)
  if (!logsInBy('Dev', row, turn.env))
    throw unauthenticated('Login without a password is disabled in this organization', 'AUTHENTICATION_FAILED')
  return grantKey(turn, row)
}

/**
 * Ends all keys of the actor and gives a new one. Requests that wait with an old key are refused at once. The owner of
 * a bot is told that its key has changed, but not the key.
 */
export async function regenerateKey(turn: Turn): Promise<Change<GrantedKey>> {
  const { actor } = turn
  return {
    ...(await grantKey(turn, actor, { keep: 0 })),
    events: actor.bot_type === null ? [] : [await botChanged(turn, actor, { user_id: actor.id, api_key: '' })],
    disconnects: { users: [actor.id], refusal: wrongKey().refusal },
    revokesTickets: [actor.id],
  }
}

/** Limit of keys of a user, who may have one for each device. A further key ends the oldest. */
const mostKeys = 1000

async function grantKey(
  { now, sql }: SystemTurn,
  { id, delivery_email }: Pick<Account, 'id' | 'delivery_email'>,
  { keep } = { keep: mostKeys - 1 },
): Promise<Change<GrantedKey>> {
  const api_key = newKey()
  const hashes = await keyHashes(sql, id)
  const dropped = hashes.slice(0, Math.max(0, hashes.length - keep))
  return {
    writes: [
      fragment`delete from api_key where hash in (select value from json_each(${JSON.stringify(dropped)}))`,
      storeKey(id, api_key, now),
    ],
    result: { api_key, email: delivery_email, user_id: id },
    ...(dropped.length > 0 && { invalidates: dropped.map((hash) => invalidation(accountByKey, hash)) }),
  }
}

export const dropKeys = (user_id: number): Fragment => fragment`delete from api_key where user_id = ${user_id}`

export const storeKey = (user_id: number, api_key: string, now: number): Fragment =>
  fragment`insert into api_key (hash, user_id, created_at) values (${hashOfKey(api_key)}, ${user_id}, ${now})`
