import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { User } from '../api'
import { erasedNumber } from './erased'
import type { Fields } from './fields'

/** Finds people and bots: active ones, deactivated ones, and the bots that belong to every organization. */
export class Users {
  /** All users by id. It changes with each event about any user. To show one user, use `get`, which changes only with that user. */
  readonly all: ReadonlySignal<ReadonlyMap<number, User>>
  /** The account's own id. */
  readonly selfId: number
  /** What an erased account is called in the reader's language, by its number. Null: as the server calls it. */
  readonly erasedName = signal<((number: string) => string) | null>(null)
  readonly #muted: ReadonlySignal<ReadonlySet<number>>
  readonly #signals = new Map<number, ReadonlySignal<User | undefined>>()

  constructor({ realm_users, realm_non_active_users, cross_realm_bots, muted_users }: Fields, selfId: number) {
    this.selfId = selfId
    this.all = computed(() => {
      const everybody = [...realm_non_active_users.value, ...cross_realm_bots.value, ...realm_users.value]
      return new Map(everybody.map((one) => [one.user_id, this.#named(one)]))
    })
    this.#muted = computed(() => new Set(muted_users.value.map(({ id }) => id)))
  }

  get(id: number): User | undefined {
    let user = this.#signals.get(id)
    if (user === undefined) this.#signals.set(id, (user = computed(() => this.all.value.get(id))))
    return user.value
  }

  /** The full name of a user; undefined if the account cannot see that user. The caller decides what to show then. */
  name(id: number): string | undefined {
    return this.get(id)?.full_name
  }

  /** The account itself; undefined if the registration did not ask for users. */
  get self(): User | undefined {
    return this.get(this.selfId)
  }

  #named(one: User): User {
    const number = this.erasedName.value === null ? null : erasedNumber(one)
    return number === null ? one : { ...one, full_name: this.erasedName.value!(number) }
  }

  isMuted(id: number): boolean {
    return this.#muted.value.has(id)
  }
}
