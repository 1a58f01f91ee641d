import { invalidation, invalidationOfAll, type Invalidation } from '../core/turn/query-cache'
import { accountByKey, accountByLogin } from '../auth/queries'
import { serviceBots } from '../bots/queries'
import { audienceOf } from './audience'
import { userByEmail, userById, usersByName } from './queries'

/** Everything known that a change of a user's own row makes untrue. */
export const userInvalidations = (realm_id: number, user_id: number): Invalidation[] => [
  invalidation(userById, realm_id, user_id),
  invalidation(audienceOf, realm_id),
  invalidation(serviceBots, realm_id),
  // Asked for in any spelling, and by any of the keys that the user holds.
  invalidationOfAll(userByEmail),
  invalidationOfAll(usersByName),
  invalidationOfAll(accountByLogin),
  invalidationOfAll(accountByKey),
]
