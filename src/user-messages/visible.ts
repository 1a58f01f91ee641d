import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { hasAccess, wasThere } from './lost-access'
import { hasRow } from './rows'
import { isGuest } from '../accounts/roles'

type Viewer = Pick<Account, 'id' | 'realm_id' | 'role'>

/**
 * Whether the account may see a message of `messagesOf`, if only as it was (behaviour, History and rows). `isInReach` says
 * whether it may do anything with it.
 */
export const isVisible = (account: Viewer): Fragment => fragment`
  ${inRealm(fragment`message.id`, account.realm_id)} and (
    (${hasRow} and ${wasThere(account)})
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

/**
 * Whether the account may see a message of `messagesOf` as it is now, so that it may also change it and see what others do
 * with it (behaviour, Losing access).
 */
export const isInReach = (account: Viewer): Fragment => fragment`${isVisible(account)} and ${hasAccess(account)}`

/** The refusal of messages that are missing or hidden, which must not differ. */
export const invalidMessages = () => refused('Invalid message(s)', { reason: 'not_found' })
