import type { Turn } from '../core/turn/change'
import { maxSingleLookups } from '../core/turn/query-cache'
import { longestAddress } from '../accounts/account'
import { peopleNamed, userByEmail, userById, type PersonRow } from './queries'

/** A user who can be written to. */
export type Recipient = Pick<PersonRow, 'id' | 'email' | 'bot_type' | 'is_active'>

/**
 * Recipients of a direct message, a draft of one or a typing notification, in the order of the request; null for an unknown one.
 * They may be deactivated users and system bots, which clients know in order to write to them (register, `cross_realm_bots`).
 */
export async function recipientsNamed(
  { cached, sql, realm_id }: Pick<Turn, 'cached' | 'sql' | 'realm_id'>,
  named: number[] | string[],
): Promise<(Recipient | null)[]> {
  if (named.length <= maxSingleLookups)
    return Promise.all(
      named.map(async (one) => {
        if (typeof one === 'number') return cached(userById, realm_id, one)
        // A text that is too long for an address is not looked up: the cache would keep it.
        return one.length > longestAddress ? null : cached(userByEmail, realm_id, one)
      }),
    )
  const found = new Map<number, Recipient>()
  for (const row of await peopleNamed(sql, realm_id, named, { systemBots: true })) found.set(row.place, row)
  return [...named].map((_, place) => found.get(place) ?? null)
}
