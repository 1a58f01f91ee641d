import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { peopleNamed, type PersonRow } from '../users/queries'

/** People as clients name them: by id or by display address. */
export type Principals = number[] | string[]

/** A person or bot who is subscribed or unsubscribed. */
export type Principal = Pick<PersonRow, 'id' | 'email' | 'full_name' | 'bot_type'>

/** The named people, each once; the actor if nobody is named (endpoints, Subscriptions). */
export async function principalsOf({ actor, sql, realm_id }: Turn, named: Principals): Promise<Principal[]> {
  if (named.length === 0) return [actor]
  const found = new Map<number, PersonRow>()
  for (const row of await peopleNamed(sql, realm_id, named)) found.set(row.place, row)
  const people = new Map<number, PersonRow>()
  for (const [place, principal] of named.entries()) {
    const person = found.get(place)
    if (!person?.is_active)
      throw refused(`User not authorized to execute queries on behalf of '${principal}'`, {
        code: 'UNAUTHORIZED_PRINCIPAL',
        status: 403,
        principal,
      })
    people.set(person.id, person)
  }
  return [...people.values()]
}
