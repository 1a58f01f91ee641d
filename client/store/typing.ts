import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { StoreClock } from './clock'
import { conversationKey, type Conversation } from './conversation'

/** After this time without another word, somebody is not writing any more. */
const typingExpiryMs = 15_000

interface Writer {
  readonly key: string
  readonly user_id: number
  /** Until when they count as writing. */
  until: number
}

/** Who is writing where. */
export class Typing {
  readonly #writers = signal<readonly Writer[]>([])
  readonly #clock

  constructor(clock: StoreClock) {
    this.#clock = clock
  }

  /** Ids of those who are writing in a conversation, in the order in which they began. */
  in(conversation: Conversation): ReadonlySignal<readonly number[]> {
    const key = conversationKey(conversation)
    // Texts are equal as long as nobody begins or ends here.
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
    // Nobody is writing most of the time, and each message asks for this.
    if (!this.#writers.peek().length) return
    const key = conversationKey(conversation)
    this.filter((one) => one.key !== key || one.user_id !== user_id)
  }

  /** Lets go of all others. */
  filter(predicate: (writer: Writer) => boolean): void {
    const remaining = this.#writers.peek().filter(predicate)
    if (remaining.length < this.#writers.peek().length) this.#writers.value = remaining
  }
}
