import { computed, type ReadonlySignal } from '@preact/signals'
import type { Store, User } from '../../../client'
import { words } from '../../i18n/words'

type Names = ReadonlySignal<ReadonlyMap<number, User>>

const known = new WeakMap<Store, Names>()

/** Everybody whose name can turn up, by id: people, bots, and those who are gone. */
export function everybody(store: Store): Names {
  const { realm_users, realm_non_active_users, cross_realm_bots } = store.state
  const made =
    known.get(store) ??
    computed(() => {
      const all = [...realm_non_active_users.value, ...cross_realm_bots.value, ...realm_users.value] as User[]
      return new Map(all.map((user) => [user.user_id, user]))
    })
  known.set(store, made)
  return made
}

/** Somebody in a private conversation. */
export type Participant = Pick<User, 'user_id' | 'full_name'> & Partial<Pick<User, 'avatar_url' | 'is_bot'>>

/** The people of a private conversation, by their names: in that with nobody else it is the reader. */
export function participantsOf(user_ids: readonly number[], store: Store): readonly Participant[] {
  const users = everybody(store).value
  return (user_ids.length > 0 ? user_ids : [store.user_id])
    .map((user_id) => users.get(user_id) ?? { user_id, full_name: words.sidebar.somebody })
    .toSorted((a, b) => byName(a.full_name, b.full_name))
}

/** Names of people as a list. */
export const fullNamesOf = (people: readonly Participant[]): string =>
  people.map(({ full_name }) => full_name).join(', ')

/** The same in less room: of several people the first names. */
export const firstNamesOf = (people: readonly Participant[]): string =>
  people.length === 1
    ? people[0]!.full_name
    : people.map(({ full_name }) => full_name.trim().split(/\s+/)[0]).join(', ')

/** Whether the reader does not want to hear of somebody. */
export const isMuted = ({ state }: Pick<Store, 'state'>, user_id: number): boolean =>
  state.muted_users.value.some(({ id }) => id === user_id)

/** Orders names as people do. */
export const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare
