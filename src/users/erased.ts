import { newKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import { beforeFirstId, realmOf } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import { reservedDomain } from './email'
import { isAddressTaken, type UserRow } from './queries'

/** What an erased account is called, and its address, by which clients know that it is one (behaviour, Erased accounts). */
type ErasedName = Pick<UserRow, 'full_name' | 'email'>

const erasedAddress = /^deleted-user-\d+(-[0-9a-z]+)?@rivulet\.invalid$/

/** Whether the data of an account was erased. */
export const isErased = ({ delivery_email }: Pick<UserRow, 'delivery_email'>): boolean =>
  erasedAddress.test(delivery_email)

/** Refuses to change an account whose data was erased: it belongs to nobody any more. */
export function assertNotErased(user: Pick<UserRow, 'delivery_email'>): void {
  if (isErased(user)) throw refused('The data of this account was deleted.')
}

/** The name and address that an account gets when it is erased. An import may have brought an account with the same address. */
export async function erasedName(sql: Sql, { id, realm_id }: Pick<UserRow, 'id' | 'realm_id'>): Promise<ErasedName> {
  const number = id - beforeFirstId(realmOf(id))
  const full_name = `Deleted user ${number}`
  const email = `deleted-user-${number}@${reservedDomain}`
  if (!(await isAddressTaken(sql, realm_id, email))) return { full_name, email }
  return { full_name, email: `deleted-user-${number}-${newKey().toLowerCase()}@${reservedDomain}` }
}
