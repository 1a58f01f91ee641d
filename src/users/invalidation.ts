import { invalidation, invalidationOfAll, type Invalidation } from '../core/turn/query-cache'
import { accountBySession, accountByLogin } from '../auth/queries'
import { serviceBots } from '../bots/queries'
import { audienceOf } from './audience'
import { userByEmail, userById, usersByName } from './queries'

/** Cached queries that become wrong when a user's row changes. */
export const userInvalidations = (realm_id: number, user_id: number): Invalidation[] => [
  invalidation(userById, realm_id, user_id),
  invalidation(audienceOf, realm_id),
  invalidation(serviceBots, realm_id),
  // These are cached under addresses and names in any spelling, and under each key of the user.
  invalidationOfAll(userByEmail),
  invalidationOfAll(usersByName),
  invalidationOfAll(accountByLogin),
  invalidationOfAll(accountBySession),
]
