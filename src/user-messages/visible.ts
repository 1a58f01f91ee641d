import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { hasRow } from './rows'
import { isGuest } from '../accounts/roles'

/** Whether the account may see a message of `messagesOf` (behaviour, History and rows). */
export const isVisible = (account: Pick<Account, 'id' | 'realm_id' | 'role'>): Fragment => fragment`
  ${inRealm(fragment`message.id`, account.realm_id)} and (
    ${hasRow}
    or exists (
      select 1 from stream as place
      where place.id = message.recipient_id and not message.is_private and not place.deactivated and (
        place.is_web_public
        or (not place.invite_only and ${!isGuest(account)})
        or (place.history_public_to_subscribers and exists (
          select 1 from subscription
          where subscription.user_id = ${account.id} and stream_id = place.id and active
        ))
      )
    )
  )`

/** Refusal of messages that are missing or hidden: the two look alike. */
export const invalidMessages = () => refused('Invalid message(s)')
