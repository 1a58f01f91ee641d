import type { Credentials } from '../core/turn/call'
import { LruCache } from '../core/base/lru-cache'
import type { RequestContext, Endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { sending } from '../messages/sending-limit'
import { realmAddressOf, answersAt } from '../realm/host'
import { realmAt } from '../realm/queries'
import { admit, areWellFormed, wrongKey, type Account } from '../accounts/account'
import { hashOfKey } from './keys'
import { accountByKey } from './queries'

type CredentialsCheck = Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>

/** The account that asks. Refuses with 401 if it may not, with 404 if the host has no realm. */
export const viewer = ({ endpoint, ...request }: CredentialsCheck & { endpoint: Pick<Endpoint, 'auth' | 'counted'> }) =>
  admitted(request, { sendsMessage: endpoint.counted === sending, opensFile: endpoint.auth === 'optional' })

/** The account that holds the key, whatever the key may do there. Refuses with 401 and 404, as `viewer` does. */
export const holder = (request: CredentialsCheck): Promise<Account> =>
  admitted(request, { sendsMessage: true, opensFile: true }, { isStranger: true })

/** Hash under which the key is stored; null if key or address cannot be anybody's. */
export const markOf = (credentials: Credentials): string | null =>
  areWellFormed(credentials) ? hashOfKey(credentials.key) : null

/** Milliseconds for which an unknown key is refused without a query. It will not become valid: keys are random. */
const unknownKeyMs = 60_000

/** Hashes of unknown keys, each with the time at which it may be looked up again. */
const unknownKeys = new LruCache<number>(1024 * 1024)

/** The account of a key. A stranger's key is probably wrong: then the realm is looked up in the same round trip. */
async function admitted(
  request: CredentialsCheck,
  asks: Parameters<typeof admit>[2],
  { isStranger } = { isStranger: false },
): Promise<Account> {
  const { sql, env, facts } = request
  const { credentials, host } = facts
  const hash = credentials === null ? null : markOf(credentials)
  if (hash === null || (unknownKeys.get(hash) ?? 0) > Date.now()) throw wrongKey()
  const realm = isStranger ? realmHere(request) : null
  // Awaited below only if the key is wrong. Until then its refusal must not count as an unhandled rejection.
  realm?.catch(() => undefined)
  const row = await accountByKey(sql, hash)
  if (row !== null && answersAt(row, host, env)) return admit(row, credentials, asks)
  await (realm ?? realmHere(request))
  if (row === null) unknownKeys.set(hash, Date.now() + unknownKeyMs)
  throw wrongKey()
}

/** The account that asks, where credentials are optional (endpoints, Authentication); null if none were sent. */
export const viewerIfAny = async ({
  facts,
  viewer,
}: Pick<RequestContext<never>, 'facts' | 'viewer'>): Promise<Account | null> =>
  facts.credentials === null ? null : viewer()

/** Id of the realm that the request is for. */
export async function realmHere({ sql, facts, env }: CredentialsCheck): Promise<number> {
  const realm = await realmAt(sql, realmAddressOf(facts.host, env))
  if (realm === null)
    throw refused('There is no organization at this address', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
  return realm.id
}
