import type { User } from '../../../client'
import { createNameSearch } from '../../lib/name-search'

/** Finds people by name. The list is always the field `realm_users` of the state, so that all searches share its index. */
export const searchPeople = createNameSearch<User>(({ full_name }) => full_name)
