import type { Credentials } from '../core/turn/call'
import { LruCache } from '../core/base/lru-cache'
import type { RequestContext, Endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { sending } from '../messages/limit'
import { realmAddressOf, answersAt } from '../realm/host'
import { realmAt } from '../realm/queries'
import { admit, arePossible, wrongKey, type Account } from '../accounts/account'
import { hashOfKey } from './keys'
import { accountByKey } from './queries'

type CredentialsCheck = Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>

/** The account that asks; 401 when it may not, 404 when the host has no realm at all. */
export const viewer = ({ endpoint, ...asked }: CredentialsCheck & { endpoint: Pick<Endpoint, 'auth' | 'counted'> }) =>
  admitted(asked, { sendsMessage: endpoint.counted === sending, onlyLooks: endpoint.auth === 'optional' })

/** The account that holds the key, which may be good for something; refuses as `viewer`. */
export const holder = (asked: CredentialsCheck): Promise<Account> =>
  admitted(asked, { sendsMessage: true, onlyLooks: true }, { isStranger: true })

/** The hash of a key, by which it is also stored; null for what is no key, or no name that somebody could have. */
export const markOf = (credentials: Credentials): string | null =>
  arePossible(credentials) ? hashOfKey(credentials.key) : null

/** Milliseconds for which a key that nobody holds is refused without a further look: nobody is given a key that was tried. */
const unknownMs = 60_000

/** Hashes of keys that nobody holds, and until when that is believed. */
const unknown = new LruCache<number>(1024 * 1024)

/** Of a stranger, whose key is likely to be wrong, also the realm is looked for in the same round trip. */
async function admitted(
  asked: CredentialsCheck,
  asks: Parameters<typeof admit>[2],
  { isStranger } = { isStranger: false },
): Promise<Account> {
  const { sql, env, facts } = asked
  const { credentials, host } = facts
  const hash = credentials === null ? null : markOf(credentials)
  if (hash === null || (unknown.get(hash) ?? 0) > Date.now()) throw wrongKey()
  const realm = isStranger ? realmHere(asked) : null
  realm?.catch(() => undefined)
  const row = await accountByKey(sql, hash)
  if (row !== null && answersAt(row, host, env)) return admit(row, credentials, asks)
  await (realm ?? realmHere(asked))
  if (row === null) unknown.set(hash, Date.now() + unknownMs)
  throw wrongKey()
}

/** As `viewer`, where nobody has to say who they are (endpoints, Authentication); null when they do not. */
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
