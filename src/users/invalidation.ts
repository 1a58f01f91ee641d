import { about, aboutAll, type Altered } from '../core/turn/query-cache'
import { accountByKey, accountByLogin } from '../auth/queries'
import { serviceBots } from '../bots/queries'
import { audienceOf } from './audience'
import { userByEmail, userById, usersByName } from './queries'

/** Everything known that a change of a user's own row makes untrue. */
export const aboutUser = (realm_id: number, user_id: number): Altered[] => [
  about(userById, realm_id, user_id),
  about(audienceOf, realm_id),
  about(serviceBots, realm_id),
  // Asked for in any spelling, and by any of the keys that the user holds.
  aboutAll(userByEmail),
  aboutAll(usersByName),
  aboutAll(accountByLogin),
  aboutAll(accountByKey),
]
