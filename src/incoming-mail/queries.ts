import { fragment, type Fragment, type Sql } from '../core/sql/sql'

/** An address by which mail becomes messages of a stream. */
export interface StreamAddressRow {
  /** The person who made it, and in whose right it posts. */
  readonly user_id: number
  readonly stream_id: number
  readonly token: string
  /** Scheme and host at which it was made, for links in the messages. */
  readonly origin: string
}

const columns = fragment`select user_id, stream_id, token, origin from stream_email_address`

export async function streamAddress(sql: Sql, token: string): Promise<StreamAddressRow | null> {
  return sql`${columns} where token = ${token}`.first()
}

/** The address that a person has for a stream. */
export async function ownStreamAddress(sql: Sql, user_id: number, stream_id: number): Promise<StreamAddressRow | null> {
  return sql`${columns} where user_id = ${user_id} and stream_id = ${stream_id}`.first()
}

export async function amountOfAddresses(sql: Sql, user_id: number): Promise<number> {
  const row = await sql`select count(*) as amount from stream_email_address where user_id = ${user_id}`.first<{
    amount: number
  }>()
  return row!.amount
}

/** Whether there is such an organization, and the address of a stream with this token; null: only the organization counts. */
export const isKnownAddress = (realm_id: number, token: string | null): Fragment => fragment`
  select 1 from realm
  where id = ${realm_id} and not deactivated
    and (${token === null} or exists (select 1 from stream_email_address where token = ${token}))`
