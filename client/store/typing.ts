import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { StoreClock } from './clock'
import { conversationKey, type Conversation } from './conversation'

/** A user counts as typing for this long after the last event that says so. */
const typingExpiryMs = 15_000

interface Writer {
  readonly key: string
  readonly user_id: number
  /** Until when the user counts as typing. */
  until: number
}

/** Who is typing in which conversation. */
export class Typing {
  readonly #writers = signal<readonly Writer[]>([])
  readonly #clock

  constructor(clock: StoreClock) {
    this.#clock = clock
  }

  /** Ids of the users who are typing in a conversation, in the order in which they began. */
  in(conversation: Conversation): ReadonlySignal<readonly number[]> {
    const key = conversationKey(conversation)
    // A string stays equal if nothing changes in this conversation, so nothing is drawn again.
    const ids = computed(() => this.#writers.value.flatMap((one) => (one.key === key ? one.user_id : [])).join())
    return computed(() => (ids.value ? ids.value.split(',').map(Number) : []))
  }

  start(conversation: Conversation, user_id: number): void {
    const key = conversationKey(conversation)
    const until = this.#clock.now.peek() + typingExpiryMs
    const oldWriter = this.#writers.peek().find((one) => one.key === key && one.user_id === user_id)
    if (oldWriter) oldWriter.until = until
    else this.#writers.value = [...this.#writers.peek(), { key, user_id, until }]
  }

  stop(conversation: Conversation, user_id: number): void {
    // Each message calls this, and mostly nobody is typing.
    if (!this.#writers.peek().length) return
    const key = conversationKey(conversation)
    this.filter((one) => one.key !== key || one.user_id !== user_id)
  }

  /** Removes the writers for which `predicate` returns false. */
  filter(predicate: (writer: Writer) => boolean): void {
    const remaining = this.#writers.peek().filter(predicate)
    if (remaining.length < this.#writers.peek().length) this.#writers.value = remaining
  }
}
