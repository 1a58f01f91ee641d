import type { RequestFacts } from '../core/turn/call'
import { botChanged } from '../bots/events'
import { joinSteps, type Change, type Step, type SystemTurn, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { answersAt } from '../realm/host'
import {
  accountOfSession,
  assertActive,
  unauthenticatedError,
  wrongCredentials,
  wrongLogin,
  type Account,
} from '../accounts/account'
import { endAllSessions, endSessionRows, grantSession, newSession } from '../sessions/grant'
import type { SessionRow } from '../sessions/queries'
import type { SessionKind } from '../sessions/session'
import { markOf } from './keys'
import { loginMail } from './login-mail'
import { assertDevelopment, assertPasswordLogin, logsInBy } from './methods'
import { accountByLogin, accountBySession, passwordHash } from './queries'

/**
 * The account of this realm whose session the credentials name, which becomes the actor of an action. Refuses with 401. Also
 * refuses tickets: they are redeemed before (`core/realm/listen.ts`), and would name their session for ever.
 */
export async function identify(
  { cached, realm_id, env, now }: SystemTurn,
  { name, facts: { credentials, host } }: { readonly name: string; readonly facts: RequestFacts },
): Promise<Account> {
  const mark = credentials === null || credentials.by === 'ticket' ? null : markOf(credentials)
  if (mark === null) throw wrongCredentials(credentials)
  const row = await cached(accountBySession, mark)
  // Every use of a session is recorded, even of one that may do very little.
  const isUse = name === 'renewSession'
  const account = accountOfSession(row, credentials, {
    sendsMessage: sendingActions.has(name) || isUse,
    postsEvent: eventActions.has(name) || isUse,
    opensFile: isUse,
    now,
  })
  if (account.realm_id !== realm_id || !answersAt(account, host, env)) throw wrongCredentials(credentials)
  return account
}

/** The actions of incoming webhooks, and those of other services. */
const sendingActions: ReadonlySet<string> = new Set(['sendMessage', 'scheduleMessage'])
const eventActions: ReadonlySet<string> = new Set(['takeEvent', 'reportEvents', 'recordFailure'])

/** A new session and its account. */
interface GrantedSession {
  /** The API key, or the value of the cookie. */
  secret: string
  email: string
  user_id: number
}

/** Describes a new session: for a program or a browser, and what created it. */
interface Device {
  kind: SessionKind
  name: string
  /** Mark of the session whose cookie this login replaces; null if there is none. */
  replaces?: string | null
}

/** A login whose password was checked outside of the turn (see passwords-object.ts); `hash` shows whether it is still the account's. */
interface Login extends Device {
  username: string
  hash: string
  /** Whether the device proved that it logged in before. Missing in calls of an earlier release. */
  is_known_device?: boolean
}

/** Logs an account in, and tells its user by mail if the device is a new one. */
export async function logIn(
  turn: SystemTurn,
  { username, hash, is_known_device = true, ...device }: Login,
): Promise<Change<GrantedSession>> {
  const { cached, realm_id, env } = turn
  const row = await cached(accountByLogin, realm_id, username)
  if (row === null || (await cached(passwordHash, row.id)) !== hash) throw wrongLogin()
  const account = assertActive(row)
  assertPasswordLogin(row, env)
  const { result, step, others } = await createSession(turn, row, device)
  const mail = is_known_device || isKnownProgram(device, others) ? null : await loginMail(turn, account, device.name)
  return { ...joinSteps(step, mail), result }
}

/** Whether a program that takes no cookies has an API key already. Browsers have cookies, by which they are told apart. */
const isKnownProgram = ({ kind, name }: Device, others: readonly Pick<SessionRow, 'kind' | 'name'>[]): boolean =>
  kind === 'key' && others.some((other) => other.kind === kind && other.name === name)

/** Logs an account in without a password. Only development servers do so, for their demo accounts. */
export async function logInWithoutPassword(
  turn: SystemTurn,
  { username, ...device }: { username: string } & Device,
): Promise<Change<GrantedSession>> {
  assertDevelopment(turn.env)
  const row = await turn.cached(accountByLogin, turn.realm_id, username)
  if (row === null) throw unauthenticatedError('Your username is incorrect', 'AUTHENTICATION_FAILED')
  assertActive(row)
  if (!logsInBy('Dev', row, turn.env))
    throw unauthenticatedError('Login without a password is disabled in this organization', 'AUTHENTICATION_FAILED')
  const { result, step } = await createSession(turn, row, device)
  return { ...step, result }
}

async function createSession(
  turn: SystemTurn,
  { id: user_id, delivery_email: email }: Pick<Account, 'id' | 'delivery_email'>,
  { kind, name, replaces = null }: Device,
): Promise<{ result: GrantedSession; step: Step; others: readonly SessionRow[] }> {
  const former = await endReplacedSession(turn, replaces)
  const { secret, step, others } = await grantSession(turn, { user_id, kind, name })
  return { result: { secret, email, user_id }, step: joinSteps(former, step), others }
}

/** Ends the session of a replaced cookie. Nobody has its secret afterwards, so nobody could log it out. */
async function endReplacedSession({ cached, realm_id }: SystemTurn, mark: string | null): Promise<Step> {
  const holder = mark === null ? null : await cached(accountBySession, mark)
  return endSessionRows(mark === null || holder?.realm_id !== realm_id ? [] : [{ hash: mark }])
}

/**
 * Ends all keys and sessions of the actor and creates a new key. The owner of a bot learns that its key has changed, but not the
 * key. A browser session gets no key, because an injected script could steal it for good.
 */
export async function regenerateKey(turn: Turn, { name }: { name: string }): Promise<Change<{ api_key: string }>> {
  const { actor } = turn
  if (actor.session?.kind === 'browser') throw refused('A browser gets a key by the password: POST /fetch_api_key')
  const former = await endAllSessions(turn, actor)
  const { secret, step } = newSession({ user_id: actor.id, kind: 'key', name }, turn.now)
  const events = actor.bot_type === null ? [] : [await botChanged(turn, actor, { user_id: actor.id, api_key: '' })]
  return { ...joinSteps(former, step, { writes: [], events }), result: { api_key: secret } }
}
