import { computed, type ReadonlySignal } from '@preact/signals'
import type { Store } from '../../client/store/store'
import type { User } from '../../client/api'

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

/** Whether the reader does not want to hear of somebody. */
export const isMuted = ({ state }: Pick<Store, 'state'>, user_id: number): boolean =>
  state.muted_users.value.some(({ id }) => id === user_id)

/** Orders names as people do. */
export const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare
