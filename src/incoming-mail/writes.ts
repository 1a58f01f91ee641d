import { fragment, type Fragment } from '../core/sql/sql'
import type { StreamAddressRow } from './queries'

/** Stores the address of a person and a stream instead of their former one. */
export const storeStreamAddress = ({ user_id, stream_id, token, origin }: StreamAddressRow): Fragment => fragment`
  insert into stream_email_address (user_id, stream_id, token, origin)
  values (${user_id}, ${stream_id}, ${token}, ${origin})
  on conflict (user_id, stream_id) do update set token = excluded.token, origin = excluded.origin`

export const deleteStreamAddress = (user_id: number, stream_id: number): Fragment => fragment`
  delete from stream_email_address where user_id = ${user_id} and stream_id = ${stream_id}`
