import type { Ask, Endpoint } from '../core/endpoint'
import { refused } from '../core/errors'
import { sending } from '../messages/limit'
import { addressOf, answersAt } from '../realm/host'
import { realmAt } from '../realm/queries'
import { admit, isWellFormedKey, wrongKey, type Account } from './account'
import { hashOfKey } from './keys'
import { accountByKey } from './queries'

type Asked = Pick<Ask<never>, 'sql' | 'facts' | 'env'>

/** The account that asks; 401 when it may not, 404 when the host has no realm at all. */
export async function viewer(asked: Asked & { endpoint: Pick<Endpoint, 'auth' | 'counted'> }): Promise<Account> {
  const { sql, env, facts, endpoint } = asked
  const { credentials, host } = facts
  const isKey = credentials !== null && isWellFormedKey(credentials.key)
  const row = isKey ? await accountByKey(sql, hashOfKey(credentials.key)) : null
  const asks = { sendsMessage: endpoint.counted === sending, onlyLooks: endpoint.auth === 'optional' }
  if (row !== null && answersAt(row, host, env)) return admit(row, credentials, asks)
  await realmHere(asked)
  throw wrongKey()
}

/** As `viewer`, where nobody has to say who they are (endpoints, Authentication); null when they do not. */
export const viewerIfAny = async ({ facts, viewer }: Pick<Ask<never>, 'facts' | 'viewer'>): Promise<Account | null> =>
  facts.credentials === null ? null : viewer()

/** Id of the realm that the request is for. */
export async function realmHere({ sql, facts, env }: Asked): Promise<number> {
  const realm = await realmAt(sql, addressOf(facts.host, env))
  if (realm === null)
    throw refused('There is no organization at this address', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
  return realm.id
}
