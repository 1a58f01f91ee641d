import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { User } from '../api'
import type { Fields } from './fields'

/** Looks people and bots up: the active ones, those who were deactivated, and bots that belong to every organization. */
export class Users {
  /** Everybody whose name can turn up, by id. */
  readonly all: ReadonlySignal<ReadonlyMap<number, User>>
  /** The account's own id. */
  readonly selfId: number
  readonly #muted: ReadonlySignal<ReadonlySet<number>>

  constructor({ realm_users, realm_non_active_users, cross_realm_bots, muted_users }: Fields, selfId: number) {
    this.selfId = selfId
    this.all = computed(() => {
      const everybody = [...realm_non_active_users.value, ...cross_realm_bots.value, ...realm_users.value]
      return new Map(everybody.map((one) => [one.user_id, one]))
    })
    this.#muted = computed(() => new Set(muted_users.value.map(({ id }) => id)))
  }

  get(id: number): User | undefined {
    return this.all.value.get(id)
  }

  /** Somebody's full name; undefined if the account does not know them. What to show then is for the caller to say. */
  name(id: number): string | undefined {
    return this.get(id)?.full_name
  }

  /** The account itself; undefined if the registration did not ask for users. */
  get self(): User | undefined {
    return this.get(this.selfId)
  }

  /** Whether the account muted somebody. */
  isMuted(id: number): boolean {
    return this.#muted.value.has(id)
  }
}
