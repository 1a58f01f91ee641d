import { fragment, type Fragment } from '../core/sql/sql'
import { type PushService } from './queries'

export const deletePushTokens = (
  user_id: number,
  service: PushService,
  tokens: readonly string[],
): Fragment => fragment`
  delete from push_token
  where user_id = ${user_id} and service = ${service}
    and token in (select value from json_each(${JSON.stringify(tokens)}))`

/** Deletes all devices of these accounts. */
export const deleteDevices = (user_ids: readonly number[]): Fragment =>
  fragment`delete from push_token where user_id in (select value from json_each(${JSON.stringify(user_ids)}))`
