import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import { conversationKey, type Conversation } from './conversation'
import type { Streams } from './streams'
import { bumpVersion, createVersions } from './versions'

/**
 * The server has said that the message counts as a mention, but the message was never in memory, so it is not known whether it
 * mentions the account or everybody. Snapshots on disk have this value, so it stays as it is.
 */
export const serverMention = 'told'

/** How an unread message mentions the account. A mention of everybody (`wildcard`) does not count in muted streams and topics. */
export type Mention = 'none' | 'direct' | 'wildcard' | typeof serverMention

export interface UnreadMessage {
  /** In the spelling of the message. */
  readonly conversation: Conversation
  readonly mention: Mention
}

/** What a count is about: all messages, a stream, or a conversation. */
export type UnreadScope = 'everywhere' | { readonly stream_id: number } | Conversation

/** How many messages are unread, and how many of them mention the account. */
interface Tally {
  unread: number
  mentions: number
}

/** Unread messages of one conversation. */
interface ConversationTally {
  readonly key: string
  /** With the topic in the first spelling that the server sent. */
  readonly conversation: Conversation
  readonly ids: Set<number>
  readonly mentions: Record<Mention, number>
  /** The sums that it is part of: its own, that of its stream, and that of everything. */
  readonly sums: readonly Tally[]
  /** The index of the first sum in which its messages do not count: 1 if the topic is muted, 2 if the stream is. */
  mutedFrom: number
}

/** The server lists no more unread messages either (register, unread_msgs). */
const maxUnreadMessages = 50_000

/** Messages over the limit are dropped only when there are this many, because finding the oldest ones is slow. */
const extraUnreadMessages = 1000

/** The value of `mutedFrom` if neither the topic nor the stream is muted. */
const unmutedLevel = 3

/**
 * Unread messages and their counts. A change of one message changes only a few numbers.
 *
 * If the account marks a message as read or unread, the mark is shown before the server confirms it. Counts, `isShownUnread`,
 * `ids` and `inConversations` include such optimistic marks. `confirmed` and `confirmedEntries` do not.
 */
export class Unread {
  /** Whether there are older unread messages that the server has not listed. */
  isIncomplete = false
  /** The messages that are shown as unread, with optimistic marks. */
  readonly #messages = new Map<number, UnreadMessage & { readonly tally: ConversationTally }>()
  /** For messages with an optimistic mark: their state on the server. null means read. */
  readonly #confirmedMessages = new Map<number, UnreadMessage | null>()
  readonly #conversations = new Map<string, ConversationTally>()
  /** The sums of conversations, of streams and of everything, by their keys. Muted parts are not included. */
  readonly #sums = new Map<string, Tally>()
  /** Changes with every count. */
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

  /** The message without optimistic marks; undefined if it is read. */
  confirmed(id: number): UnreadMessage | undefined {
    return (this.#confirmedMessages.has(id) ? this.#confirmedMessages : this.#messages).get(id) ?? undefined
  }

  /** All unread messages without optimistic marks, in no order, for a snapshot. */
  confirmedEntries(): [id: number, message: UnreadMessage][] {
    return [...new Set([...this.#messages.keys(), ...this.#confirmedMessages.keys()])].flatMap((id) => {
      const { conversation, mention } = this.confirmed(id) ?? {}
      return conversation && mention ? [[id, { conversation, mention }]] : []
    })
  }

  /** Shows a message as unread, or as read if `optimisticMessage` is null, until `revert` is called. */
  markOptimistically(id: number, optimisticMessage: UnreadMessage | null): void {
    if (!this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, this.confirmed(id) ?? null)
    if (optimisticMessage) this.#show(id, optimisticMessage)
    else this.#hide(id)
  }

  /** Ends the optimistic mark of a message, because it was confirmed or refused. */
  revert(id: number): void {
    const confirmedMessage = this.#confirmedMessages.get(id)
    if (!this.#confirmedMessages.delete(id)) return
    if (confirmedMessage) this.#show(id, confirmedMessage)
    else this.#hide(id)
  }

  /** How many messages are unread. The counts of everything and of a stream do not include muted conversations. */
  count(scope: UnreadScope): ReadonlySignal<number> {
    return this.#sumSignal(scope, 'unread')
  }

  /** How many of them mention the account. */
  mentions(scope: UnreadScope): ReadonlySignal<number> {
    return this.#sumSignal(scope, 'mentions')
  }

  /** Conversations with unread messages, in no order. Their topics have the first spelling that the server sent. */
  readonly inConversations: ReadonlySignal<readonly Conversation[]> = computed(() => {
    void this.#version.value
    return [...this.#conversations.values()].map(({ conversation }) => conversation)
  })

  /** Ids of the unread messages of a conversation, ascending. */
  ids(conversation: Conversation): number[] {
    void this.#version.value
    const ids = this.#conversations.get(conversationKey(conversation))?.ids ?? []
    return [...ids].toSorted((a, b) => a - b)
  }

  /** Adds an unread message, or replaces it. Messages of streams to which the account is not subscribed do not count. */
  put(id: number, message: UnreadMessage): void {
    if (this.#isUnsubscribed(message)) this.remove(id)
    else if (this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, message)
    else this.#show(id, message)
  }

  remove(id: number): void {
    if (this.#confirmedMessages.has(id)) this.#confirmedMessages.set(id, null)
    else this.#hide(id)
  }

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
      const ids = [...this.#messages.keys()].toSorted((a, b) => a - b)
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

  /** Call it when subscriptions or mutes have changed. Messages of streams that the account has left no longer count. */
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
    const mentions = { none: 0, direct: 0, wildcard: 0, [serverMention]: 0 }
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
    bumpVersion(this.#version)
    bumpVersion(this.#versionAt(tally.conversation))
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
  const mentioning = mentions.direct + mentions[serverMention] + (mutedFrom < unmutedLevel ? 0 : mentions.wildcard)
  let level = 0
  for (const sum of sums) {
    if (level++ < mutedFrom) sum.unread += sign * ids.size
    sum.mentions += sign * mentioning
  }
}

/** The key of a scope in the map of sums. */
const keyOf = (scope: UnreadScope): string => {
  if (scope === 'everywhere') return scope
  return 'stream_id' in scope && !('topic' in scope) ? `${scope.stream_id}` : conversationKey(scope)
}
