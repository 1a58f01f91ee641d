import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import { conversationKey, type Conversation } from './conversation'
import type { Streams } from './streams'
import { bump, createVersions } from './versions'

/**
 * How an unread message mentions the reader. Of a message that was never held it is only told that it counts as a
 * mention, and not whether it mentions everybody, which does not count where something is muted.
 */
export type Mention = 'none' | 'direct' | 'wildcard' | 'told'

export interface UnreadMessage {
  /** In the spelling of the message. */
  readonly conversation: Conversation
  readonly mention: Mention
}

/** What counts are asked about. */
export type UnreadScope = 'everywhere' | { readonly stream_id: number } | Conversation

/** How many messages are unread, and how many of them mention the reader. */
interface Tally {
  unread: number
  mentions: number
}

/** Unread messages of one conversation. */
interface ConversationTally {
  readonly key: string
  /** In the first spelling that was told. */
  readonly conversation: Conversation
  readonly ids: Set<number>
  readonly mentions: Record<Mention, number>
  /** Where it is counted: by itself, in its stream, and in all. */
  readonly sums: readonly Tally[]
  /** The first of the sums in which its messages do not count: that of its stream if the topic is muted. */
  mutedFrom: number
}

/** Most unread messages that are kept; the server tells of no more either (register, unread_msgs). */
const maxUnreadMessages = 50_000

/** So many more are dropped at once, because finding the oldest ones takes a while. */
const extraUnreadMessages = 1000

/** Beyond all sums. */
const unmutedLevel = 3

/**
 * Unread messages, and how many they are. Each change of a message changes a handful of numbers.
 *
 * There are two truths while a mark is on its way to the server. What is shown has the mark already: all counts,
 * `isShownUnread`, `ids` and `inConversations` answer that. What is confirmed is as the server has said:
 * `confirmed` and `confirmedEntries` answer that.
 */
export class Unread {
  /** Whether there are older ones that were not told. */
  isIncomplete = false
  /** As they are shown, marks on their way among them. */
  readonly #messages = new Map<number, UnreadMessage & { readonly tally: ConversationTally }>()
  /** Of messages with a mark on its way, what the server has said: unread, or null for read. */
  readonly #confirmedMessages = new Map<number, UnreadMessage | null>()
  readonly #conversations = new Map<string, ConversationTally>()
  /** Sums of conversations, of streams and of all, by their keys. What is muted within is left out. */
  readonly #sums = new Map<string, Tally>()
  /** Stands for everything. */
  readonly #version = signal(0)
  readonly #versionOf = createVersions()
  readonly #subscribed
  readonly #mutedTopics

  constructor(streams: Streams) {
    this.#subscribed = streams.subscribed
    this.#mutedTopics = streams.mutedTopics
  }

  isMuted(conversation: Conversation): boolean {
    return this.#mutedFrom(conversation, conversationKey(conversation)) < unmutedLevel
  }

  isShownUnread(id: number): boolean {
    return this.#messages.has(id)
  }

  /** The message as the server has said, whatever mark is on its way; undefined if it is read. */
  confirmed(id: number): UnreadMessage | undefined {
    return (this.#confirmedMessages.has(id) ? this.#confirmedMessages : this.#messages).get(id) ?? undefined
  }

  /** All of them as the server has said, in no order, for keeping. */
  confirmedEntries(): [id: number, message: UnreadMessage][] {
    return [...new Set([...this.#messages.keys(), ...this.#confirmedMessages.keys()])].flatMap((id) => {
      const { conversation, mention } = this.confirmed(id) ?? {}
      return conversation && mention ? [[id, { conversation, mention }]] : []
    })
  }

  /** Shows a message as a mark on its way will leave it: unread, or read if `shown` is null. */
  markOptimistically(id: number, optimisticMessage: UnreadMessage | null): void {
    if (!this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, this.confirmed(id) ?? null)
    if (optimisticMessage) this.#show(id, optimisticMessage)
    else this.#hide(id)
  }

  /** Shows a message as the server has said: its mark has arrived, or was refused. */
  revert(id: number): void {
    const confirmedMessage = this.#confirmedMessages.get(id)
    if (!this.#confirmedMessages.delete(id)) return
    if (confirmedMessage) this.#show(id, confirmedMessage)
    else this.#hide(id)
  }

  /** How many messages are unread. Of all, and of a stream, those are left out that are muted within. */
  count(scope: UnreadScope): ReadonlySignal<number> {
    return this.#sumSignal(scope, 'unread')
  }

  /** How many of them mention the reader. */
  mentions(scope: UnreadScope): ReadonlySignal<number> {
    return this.#sumSignal(scope, 'mentions')
  }

  /** Conversations with unread messages, with the first spelling of their topics that was told, in no order. */
  readonly inConversations: ReadonlySignal<readonly Conversation[]> = computed(() => {
    void this.#version.value
    return [...this.#conversations.values()].map(({ conversation }) => conversation)
  })

  /** Ids of the unread messages of a conversation, ascending. */
  ids(conversation: Conversation): number[] {
    void this.#version.value
    const ids = this.#conversations.get(conversationKey(conversation))?.ids ?? []
    return [...ids].toSorted((left, right) => left - right)
  }

  /** Takes a message as unread, or says anew how. Streams that the reader is not in do not count. */
  put(id: number, message: UnreadMessage): void {
    if (this.#isUnsubscribed(message)) this.remove(id)
    else if (this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, message)
    else this.#show(id, message)
  }

  remove(id: number): void {
    if (this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, null)
    else this.#hide(id)
  }

  /** Whether it is in a stream that the reader is not in. */
  #isUnsubscribed({ conversation }: Pick<UnreadMessage, 'conversation'>): boolean {
    return 'stream_id' in conversation && !this.#subscribed.peek().has(conversation.stream_id)
  }

  #show(id: number, message: UnreadMessage): void {
    const { conversation, mention } = message
    const oldMessage = this.#messages.get(id)
    if (oldMessage?.mention === mention && oldMessage.conversation === conversation) return
    this.#hide(id)
    if (this.#isUnsubscribed(message)) return
    const key = conversationKey(conversation)
    const tally = this.#conversations.get(key) ?? this.#startTally(conversation, key)
    this.#messages.set(id, { conversation, mention, tally })
    this.#recount(tally, ({ ids, mentions }) => {
      ids.add(id)
      mentions[mention] += 1
    })
    if (this.#messages.size > maxUnreadMessages + extraUnreadMessages) {
      const ids = [...this.#messages.keys()].toSorted((left, right) => left - right)
      for (const id of ids.slice(0, -maxUnreadMessages)) this.#hide(id)
      this.isIncomplete = true
    }
  }

  #hide(id: number): void {
    const message = this.#messages.get(id)
    if (!message) return
    const { tally, mention } = message
    this.#messages.delete(id)
    this.#recount(tally, ({ ids, mentions }) => {
      ids.delete(id)
      mentions[mention] -= 1
    })
    if (!tally.ids.size) {
      this.#conversations.delete(tally.key)
      this.#sums.delete(tally.key)
    }
  }

  clear(): void {
    for (const id of [...this.#messages.keys(), ...this.#confirmedMessages.keys()]) this.remove(id)
    this.isIncomplete = false
  }

  /** Call it when the reader is in other streams than before, or mutes others. What is unread in streams that they left is not any more. */
  updateMutes(): void {
    for (const [id, confirmedMessage] of this.#confirmedMessages)
      if (confirmedMessage && this.#isUnsubscribed(confirmedMessage)) this.#confirmedMessages.set(id, null)
    for (const tally of this.#conversations.values()) {
      const { conversation, ids } = tally
      if (this.#isUnsubscribed(tally)) for (const id of ids) this.remove(id)
      const mutedFrom = this.#mutedFrom(conversation, tally.key)
      if (mutedFrom !== tally.mutedFrom) this.#recount(tally, () => (tally.mutedFrom = mutedFrom))
    }
  }

  #startTally(conversation: Conversation, key: string): ConversationTally {
    const sums = [key, 'stream_id' in conversation ? `${conversation.stream_id}` : 'private', 'everywhere'].map(
      (key) => {
        const sum = this.#sums.get(key) ?? { unread: 0, mentions: 0 }
        this.#sums.set(key, sum)
        return sum
      },
    )
    const mentions = { none: 0, direct: 0, wildcard: 0, told: 0 }
    const mutedFrom = this.#mutedFrom(conversation, key)
    const tally = { key, conversation, ids: new Set<number>(), mentions, sums, mutedFrom }
    this.#conversations.set(key, tally)
    return tally
  }

  #mutedFrom(conversation: Conversation, key: string): number {
    if (this.#mutedTopics.peek().has(key)) return 1
    return 'stream_id' in conversation && this.#subscribed.peek().get(conversation.stream_id)?.is_muted
      ? 2
      : unmutedLevel
  }

  #recount(tally: ConversationTally, change: (tally: ConversationTally) => void): void {
    sumUp(tally, -1)
    change(tally)
    sumUp(tally, 1)
    bump(this.#version)
    bump(this.#versionAt(tally.conversation))
  }

  #sumSignal(scope: UnreadScope, number: keyof Tally): ReadonlySignal<number> {
    const key = keyOf(scope)
    const version = scope === 'everywhere' ? this.#version : this.#versionAt(scope)
    return computed(() => {
      void version.value
      return this.#sums.get(key)?.[number] ?? 0
    })
  }

  #versionAt(scope: Exclude<UnreadScope, 'everywhere'>): Signal<number> {
    return this.#versionOf('stream_id' in scope ? scope.stream_id : (scope.user_ids[0] ?? 0))
  }
}

function sumUp({ ids, mentions, sums, mutedFrom }: ConversationTally, sign: 1 | -1): void {
  const mentioning = mentions.direct + mentions.told + (mutedFrom < unmutedLevel ? 0 : mentions.wildcard)
  let level = 0
  for (const sum of sums) {
    if (level++ < mutedFrom) sum.unread += sign * ids.size
    sum.mentions += sign * mentioning
  }
}

/** The key of a conversation, or of what conversations are counted together in. */
const keyOf = (scope: UnreadScope): string => {
  if (scope === 'everywhere') return scope
  return 'stream_id' in scope && !('topic' in scope) ? `${scope.stream_id}` : conversationKey(scope)
}
