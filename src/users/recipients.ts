import type { Turn } from '../core/turn/change'
import { mostSingleLookups } from '../core/turn/query-cache'
import { longestAddress } from './email'
import { peopleNamed, userByEmail, userById, type PersonRow } from './queries'

/** Somebody who can be written to. */
export type Recipient = Pick<PersonRow, 'id' | 'email' | 'bot_type' | 'is_active'>

/**
 * Whom a private message, a draft of one or a notice of typing is for, in the order of their names; null where nobody is
 * meant. Deactivated people are among them, and the realm's own voice, which clients are told of in order to write to it
 * (register, `cross_realm_bots`).
 */
export async function recipientsNamed(
  { cached, sql, realm_id }: Pick<Turn, 'cached' | 'sql' | 'realm_id'>,
  named: number[] | string[],
): Promise<(Recipient | null)[]> {
  if (named.length <= mostSingleLookups)
    return Promise.all(
      named.map(async (one) => {
        if (typeof one === 'number') return cached(userById, realm_id, one)
        // What is no address is not looked up, or it would be remembered that nobody has it.
        return one.length > longestAddress ? null : cached(userByEmail, realm_id, one)
      }),
    )
  const found = new Map<number, Recipient>()
  for (const row of await peopleNamed(sql, realm_id, named, { systemBots: true })) found.set(row.place, row)
  return [...named].map((_, place) => found.get(place) ?? null)
}
