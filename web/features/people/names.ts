import type { Store, User } from '../../../client'
import { byName } from '../../lib/by-name'
import { texts } from '../../i18n'

/** Somebody in a conversation of direct messages. */
export type Participant = Pick<User, 'user_id' | 'full_name'> & Partial<Pick<User, 'avatar_url' | 'is_bot'>>

/**
 * The people of a conversation of direct messages, by name. If `user_ids` is empty, that is the user. For thousands of conversations,
 * pass `store.users.all.value`, so that the caller does not follow each person by itself.
 */
export function participantsOf(
  user_ids: readonly number[],
  store: Store,
  users: { get(id: number): User | undefined } = store.users,
): readonly Participant[] {
  return (user_ids.length > 0 ? user_ids : [store.user_id])
    .map((user_id) => users.get(user_id) ?? { user_id, full_name: texts.sidebar.somebody })
    .toSorted((a, b) => byName(a.full_name, b.full_name))
}

/** Full names, joined by commas. */
export const fullNamesOf = (people: readonly Participant[]): string =>
  people.map(({ full_name }) => full_name).join(', ')

/** First names, joined by commas, where there is little room. A single person keeps the full name. */
export const firstNamesOf = (people: readonly Participant[]): string =>
  people.length === 1
    ? people[0]!.full_name
    : people.map(({ full_name }) => full_name.trim().split(/\s+/)[0]).join(', ')
