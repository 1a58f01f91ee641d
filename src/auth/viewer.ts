import type { Ask, Endpoint } from '../core/endpoint'
import { refused } from '../core/errors'
import { addressOf, answersAt } from '../realm/host'
import { realmAt } from '../realm/queries'
import { admit, isWellFormedKey, wrongKey, type Account } from './account'
import { hashOfKey } from './keys'
import { accountByKey } from './queries'

type Asked = Pick<Ask<never>, 'sql' | 'facts' | 'env'>

/** The account that asks; 401 when it may not, 404 when the host has no realm at all. */
export async function viewer(asked: Asked & { endpoint: Pick<Endpoint, 'counted'> }): Promise<Account> {
  const { sql, env, facts, endpoint } = asked
  const { credentials, host } = facts
  const isKey = credentials !== null && isWellFormedKey(credentials.key)
  const row = isKey ? await accountByKey(sql, hashOfKey(credentials.key)) : null
  const sendsMessage = endpoint.counted === 'sending'
  if (row !== null && answersAt(row, host, env)) return admit(row, credentials, { sendsMessage })
  await realmHere(asked)
  throw wrongKey()
}

/**
 * The account that asks for a file, by credentials as everywhere or by a key in the query, because an image in a page can
 * send no header (endpoints, Authentication); null when it gives neither.
 */
export async function keyHolder(
  { viewer: known, ...asked }: Asked & { viewer: () => Promise<Account> },
  key: string | undefined,
): Promise<Account | null> {
  const { sql, env, facts } = asked
  if (facts.credentials !== null) return known()
  if (key === undefined) return null
  const row = isWellFormedKey(key) ? await accountByKey(sql, hashOfKey(key)) : null
  if (row === null || !answersAt(row, facts.host, env)) throw wrongKey()
  return admit(row, { email: row.delivery_email, key }, { sendsMessage: false })
}

/** Id of the realm that the request is for. */
export async function realmHere({ sql, facts, env }: Asked): Promise<number> {
  const realm = await realmAt(sql, addressOf(facts.host, env))
  if (realm === null)
    throw refused('There is no organization at this address', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
  return realm.id
}
