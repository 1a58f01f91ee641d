import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { OtherStream, Subscription } from '../api'
import { conversationKey } from './conversation'
import type { Fields } from './fields'

/** A stream that the account may know of. Only those it is subscribed to, or was, have the fields of a subscription. */
export type KnownStream = Subscription | OtherStream

/**
 * Looks streams up. The state has them in three lists: `subscriptions`, `unsubscribed` (those the account left) and
 * `never_subscribed`. A private stream that the account left stays known by its last name, so that old messages have one.
 */
export class Streams {
  /** Streams that the account is subscribed to, by id. */
  readonly subscribed: ReadonlySignal<ReadonlyMap<number, Subscription>>
  /** Every stream that the account may know of, by id. */
  readonly all: ReadonlySignal<ReadonlyMap<number, KnownStream>>
  /** Keys of the conversations that the account muted as topics. The state names their streams only by name. */
  readonly mutedTopics: ReadonlySignal<ReadonlySet<string>>
  readonly #byName: ReadonlySignal<ReadonlyMap<string, KnownStream>>

  constructor({ subscriptions, unsubscribed, never_subscribed, muted_topics }: Fields) {
    this.subscribed = computed(() => new Map(subscriptions.value.map((one) => [one.stream_id, one])))
    // Later ones win: of two streams with one name, a subscription counts.
    this.all = computed(
      () =>
        new Map(
          [...never_subscribed.value, ...unsubscribed.value, ...subscriptions.value].map((one) => [one.stream_id, one]),
        ),
    )
    this.mutedTopics = computed(
      () =>
        new Set(
          muted_topics.value.map(([name, topic]) =>
            conversationKey({ stream_id: this.byName(name)?.stream_id ?? 0, topic }),
          ),
        ),
    )
    this.#byName = computed(() => new Map([...this.all.value.values()].map((one) => [one.name, one])))
  }

  /** The stream, or undefined if the account does not know it. */
  get(id: number | undefined): KnownStream | undefined {
    return this.all.value.get(id!)
  }

  /** The stream with exactly this name. Prefer ids: a stream can be renamed. */
  byName(name: string): KnownStream | undefined {
    return this.#byName.value.get(name)
  }

  /** The subscription to a stream; undefined if the account is not subscribed to it. */
  subscription(id: number | undefined): Subscription | undefined {
    return this.subscribed.value.get(id!)
  }
}
