import { LruCache } from '../core/base/lru-cache'
import { RecentAnswers } from '../core/base/recent-answers'
import type { RequestContext, Endpoint } from '../core/http/endpoint'
import { ApiError, refused } from '../core/base/errors'
import { sending } from '../messages/sending-limit'
import { realmAddressOf, answersAt } from '../realm/host'
import { realmAt } from '../realm/queries'
import { accountOfSession, wrongAccount, wrongCredentials, type Account } from '../accounts/account'
import { markOf } from './keys'
import type { RealmClient } from '../core/realm/realm-client'
import { isRenewalDue } from '../sessions/session'
import { accountBySession } from './queries'

type CredentialsCheck = Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>

/** The account that sends a request. Refuses with 401, or with 404 if the host has no realm. */
export const viewer = ({ endpoint, ...request }: CredentialsCheck & { endpoint: Pick<Endpoint, 'auth' | 'counted'> }) =>
  accountOfCredentials(request, {
    sendsMessage: endpoint.counted === sending,
    postsEvent: endpoint.counted === 'webhook',
    opensFile: endpoint.auth === 'optional',
  })

/** The account of some credentials, whatever they are valid for. Refuses with 401 and 404 like `viewer`. */
export const holder = (request: CredentialsCheck): Promise<Account> =>
  accountOfCredentials(request, { sendsMessage: true, postsEvent: true, opensFile: true }, { isStranger: true })

/** The account of some credentials by a database that may be older than they are; null if it has none. Nothing may rest on it but limits. */
export async function knownHolder({
  sql,
  env,
  facts: { credentials, host },
}: CredentialsCheck): Promise<Account | null> {
  const hash = credentials === null ? null : markOf(credentials)
  if (hash === null || isUnknown(nameOf(host, hash))) return null
  const row = await accountBySession(sql, hash)
  if (row === null || !answersAt(row, host, env)) return null
  return accountOfSession(row, credentials, {
    sendsMessage: true,
    postsEvent: true,
    opensFile: true,
    now: Date.now() / 1000,
  })
}

/** Records the first use of a session on a day. */
export async function renew({ session }: Account, realm: RealmClient): Promise<void> {
  if (session !== undefined && isRenewalDue(session, Date.now() / 1000)) await realm.perform('renewSession', {})
}

/** Milliseconds for which unknown credentials are refused without a query. They cannot become valid, because keys are random. */
const unknownMs = 60_000

/** Hashes of unknown credentials after their host, each with the time of its next query. */
const unknown = new LruCache<number>(1024 * 1024)

/** Another host may have another database, in which the same credentials are known. */
const nameOf = (host: string, hash: string): string => `${host} ${hash}`

const isUnknown = (name: string): boolean => (unknown.get(name) ?? 0) > Date.now()

/** The account of some credentials. Those of a stranger are probably wrong, so the realm is queried in the same round trip. */
async function accountOfCredentials(
  request: CredentialsCheck,
  asks: Omit<Parameters<typeof accountOfSession>[2], 'now'>,
  { isStranger } = { isStranger: false },
): Promise<Account> {
  const { sql, env, facts } = request
  const { credentials, host } = facts
  const hash = credentials === null ? null : markOf(credentials)
  if (hash === null || isUnknown(nameOf(host, hash))) throw wrongCredentials(credentials)
  const realm = isStranger ? realmHere(request) : null
  // Only awaited if the key is wrong. Until then, its rejection must not count as unhandled.
  realm?.catch(() => undefined)
  const row = await accountBySession(sql, hash)
  if (row !== null && answersAt(row, host, env))
    return accountOfSession(row, credentials, { ...asks, now: Date.now() / 1000 })
  await (realm ?? realmHere(request))
  if (row === null) unknown.set(nameOf(host, hash), Date.now() + unknownMs)
  throw wrongCredentials(credentials)
}

/**
 * The account that sends a request where credentials are optional (endpoints, Authentication); null without credentials. A cookie
 * of an ended session counts as none, because browsers send it by themselves. But a page that names its account must be logged in
 * to it.
 */
export async function viewerIfAny({
  facts,
  viewer,
}: Pick<RequestContext<never>, 'facts' | 'viewer'>): Promise<Account | null> {
  if (facts.credentials === null) return null
  try {
    return await viewer()
  } catch (error) {
    const isEnded = error instanceof ApiError && error.refusal.status === 401 && error.refusal.code !== wrongAccount
    if (facts.credentials.by === 'cookie' && isEnded) return null
    throw error
  }
}

/** Ids of realms by their addresses. They do not change unless the database is restored. */
const realmIds = new RecentAnswers<number>({ seconds: 60, maxBytes: 64 * 1024 })

/** Id of the realm that the request is for. */
export async function realmHere({ sql, facts, env }: CredentialsCheck): Promise<number> {
  const address = realmAddressOf(facts.host, env)
  const key = address.kind === 'named' ? `named ${address.string_id}` : address.kind
  const id = await realmIds.of(env.DB, key, async () => (await realmAt(sql, address))?.id ?? null)
  if (id === null)
    throw refused('There is no organization at this address', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
  return id
}
