import { invalidation, invalidationOfAll, type Invalidation } from '../core/turn/query-cache'
import { accountBySession, accountByLogin } from '../auth/queries'
import { realmById } from './queries'

/** Cached answers that a change of the realm's row makes untrue. */
export const realmInvalidations = (realm_id: number): Invalidation[] => [
  invalidation(realmById, realm_id),
  // Accounts carry the settings of their realm.
  invalidationOfAll(accountBySession),
  invalidationOfAll(accountByLogin),
]
