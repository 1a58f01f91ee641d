import { invalidation, invalidationOfAll, type Invalidation } from '../core/turn/query-cache'
import { accountBySession, accountByLogin } from '../auth/queries'
import { realmById } from './queries'

/** Invalidates what is cached of the realm's row. */
export const realmInvalidations = (realm_id: number): Invalidation[] => [
  invalidation(realmById, realm_id),
  // Accounts contain the settings of their realm.
  invalidationOfAll(accountBySession),
  invalidationOfAll(accountByLogin),
]
